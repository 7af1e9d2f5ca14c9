/** How long a sanction lasts, and how people are called to a moderator. */

import type { ShownPerson } from "../protocol.moderation";
import { say, type TextKey } from "../words/language.svelte";

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
