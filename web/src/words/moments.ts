/** When something was, as people say it in the language of the page. */

import { language } from "./language.svelte";

/** Hours are counted to 24 in both languages. */
const locale = (): string => (language() === "en" ? "en-GB" : "ru");

const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString();

/** 14:05 of today, 3 мая 14:05 of another day. */
export function momentText(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const time: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
  const day: Intl.DateTimeFormatOptions = isSameDay(at, now) ? {} : { day: "numeric", month: "short" };
  const year: Intl.DateTimeFormatOptions = at.getFullYear() === now.getFullYear() ? {} : { year: "numeric" };
  return new Intl.DateTimeFormat(locale(), { ...time, ...day, ...year }).format(at);
}

/** 3 мая 2026 г. */
export const dayText = (iso: string): string =>
  new Intl.DateTimeFormat(locale(), { day: "numeric", month: "long", year: "numeric" })
    .format(new Date(iso))
    .replace(" г.", "\u00a0г.");

/** A number with one place after the comma, as the language writes it. */
export const decimal = (value: number): string =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(value);
