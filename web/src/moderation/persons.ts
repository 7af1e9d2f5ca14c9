/** How long a sanction lasts, and how people are called to a moderator. */

import type { Accuracy, ShownPerson } from "../protocol.moderation";
import { say, type TextKey } from "../words/language.svelte";
import { decimal } from "../words/moments";

/** In hours; none is for good. */
export const TERMS: { hours: number | null; key: TextKey }[] = [
  { hours: 1, key: "order.for.hour" },
  { hours: 24, key: "order.for.day" },
  { hours: 24 * 7, key: "order.for.week" },
  { hours: 24 * 30, key: "order.for.month" },
  { hours: null, key: "order.for.good" },
];

/** "Боря (borya)", "Боря, гость". */
export function personText({ name, login }: ShownPerson): string {
  const shown = name || say("order.nameless");
  return login ? `${shown} (${login})` : say("order.guest", { name: shown });
}

/** "+40", "−12", "0". */
export const gainText = (gained: number): string => (gained > 0 ? `+${gained}` : String(gained).replace("-", "−"));

/** The share of best plays and what the others fell short, beside what is usual; empty: nothing was compared. */
export function accuracyText(own: Accuracy, usual: Accuracy): string {
  if (own.plays === 0) return "";
  const told = say("order.accuracy", { plays: own.plays, ...shares(own) });
  return usual.plays === 0 ? told : `${told}; ${say("order.accuracy.usual", shares(usual))}`;
}

const shares = ({ plays, best, lost }: Accuracy): { best: number; lost: string } => ({
  best: Math.round((100 * best) / plays),
  lost: decimal(lost),
});
