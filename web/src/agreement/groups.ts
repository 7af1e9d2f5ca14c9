/** Tables of the past whose people have let words in: those words can be taken along. */

import type { Variant } from "../protocol";
import type { TableLine } from "../protocol.gathering";
import { seatName } from "../words/sentences";

export interface EarlierGroup {
  group: string;
  language: string;
  /** With whom it was played. */
  names: string;
}

/** One for each group, the one played last first. */
export function groupsOf(lines: readonly TableLine[], variants: readonly Variant[]): EarlierGroup[] {
  const found = new Map<string, EarlierGroup>();
  for (const line of lines) {
    const variant = variants.find(({ id }) => id === line.variant);
    if (!line.group || !variant || found.has(line.group)) continue;
    const others = line.seats.filter(({ kind }, seat) => kind === "human" && !line.mine.includes(seat));
    const seats = others.length > 0 ? others : line.seats.filter(({ kind }) => kind === "human");
    const names = seats.map((seat) => seatName({ ...seat, mine: false })).join(", ");
    found.set(line.group, { group: line.group, language: variant.language, names });
  }
  return [...found.values()];
}
