/** Who may be shown a word, and the turns of a hint, the first of them first. */

import type { Hinted, HintedTurn, View } from "../protocol";

/** Among people a hint would be unfair; against bots it is one's own affair. */
export const areHintsAllowed = ({ seats, watcher }: View): boolean =>
  !watcher && seats.every(({ kind, mine }) => mine || kind === "bot") && seats.filter(({ mine }) => mine).length === 1;

export const turnsHinted = (hinted: Hinted | null): HintedTurn[] => {
  if (!hinted?.play || !hinted.why) return [];
  const { play, score, words, why, others } = hinted;
  return [{ play, score, words, why }, ...others];
};
