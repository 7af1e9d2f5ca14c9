/** How much time is left, and in which words. */

import type { Clock } from "../protocol";
import type { Pace } from "../protocol.gathering";
import { say } from "../words/language.svelte";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From here on a player is told, once each. */
export const WARNINGS_MS = [60 * SECOND, 10 * SECOND];

/** What a seat has left at a moment of the server's clock; null where it has no clock of its own now. */
export function leftMs(clock: Clock, seat: number, now: number): number | null {
  const left = clock.left_ms[seat] ?? null;
  if (clock.running !== seat || clock.paused) return left;
  // Before the first turn there is a while for everybody to come, and no clock runs yet.
  const ran = Math.max(0, now - clock.since);
  if (clock.deadline !== null) return Math.max(0, clock.deadline - clock.since - ran);
  return left === null ? null : Math.max(0, left - ran);
}

/** When what is shown of so much time changes next, in ms from now. */
export function nextChangeMs(left: number): number {
  if (left < 2 * HOUR) return (Math.max(0, left - 1) % SECOND) + 1;
  return (left % (left >= DAY ? HOUR : MINUTE)) + 1;
}

/** 9:05, 1:02:03; of days and long hours only what matters. */
export function timeText(left: number): string {
  if (left >= DAY) return say("clock.days", { d: Math.floor(left / DAY), h: Math.floor((left % DAY) / HOUR) });
  if (left >= 2 * HOUR) return say("clock.hours", { h: Math.floor(left / HOUR), m: Math.floor((left % HOUR) / MINUTE) });
  // A second that has begun still counts: 0:00 is shown when there is nothing left.
  const seconds = Math.ceil(left / SECOND);
  const [minutes, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, "0")];
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

/** The same for ears. */
export function spokenTime(left: number): string {
  if (left >= 2 * HOUR) return timeText(left);
  const minutes = Math.floor(left / MINUTE);
  return minutes > 0 ? say("clock.minutes_left", { n: minutes }) : say("clock.seconds_left", { n: Math.ceil(left / SECOND) });
}

/** So little that it should be seen. Of days an hour is little. */
export const isLow = (pace: Pace, left: number): boolean => left < (pace.kind === "days" ? HOUR : MINUTE);
