/** The turns of a hint, the first of them first. */

import type { Hinted, HintedTurn } from "../protocol";

export const turnsHinted = (hinted: Hinted | null): HintedTurn[] => {
  if (!hinted?.play || !hinted.why) return [];
  const { play, score, words, why, others } = hinted;
  return [{ play, score, words, why }, ...others];
};
