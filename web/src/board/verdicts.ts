/** What the turn being laid makes, word by word: points counted here at once, verdicts from the server as they come. */

import type { Score, ScoredWord } from "./scoring";
import type { Reason, Tried, WhyNot } from "../protocol";

export type Verdict = "ok" | "no" | "open";

export interface TurnWord extends ScoredWord {
  /** With Ё where the lexicon knows it. */
  shown: string;
  verdict: Verdict;
  reason: Reason | null;
}

/** What the server has said of words so far, so that a word keeps its verdict while its neighbour is asked about. */
export type Known = Map<string, { ok: boolean; shown: string; why: WhyNot | null }>;

export function remember(known: Known, tried: Tried): void {
  for (const { word, ok, shown, why } of tried.words) known.set(word, { ok, shown, why });
}

/**
 * The words of the turn; `tried` is null while its answer is awaited.
 * `onTrust`: nobody is told whether a word counts before the turn stands, so none is called good.
 */
export function turnWords(
  score: Score,
  tried: Tried | null,
  refusal: readonly Reason[],
  known: Known,
  onTrust = false,
): TurnWord[] {
  const reasons = refusal.length > 0 ? refusal : (tried?.reasons ?? []);
  return score.words.map((made) => {
    const told =
      tried?.words.find((word) => word.square === made.square && word.across === made.across) ?? known.get(made.word);
    const reason = reasons.find((each) => each.square === made.square && each.across === made.across) ?? null;
    const implied = told && !told.ok ? reasonFor(made, told.why) : null;
    const verdict: Verdict = reason || implied ? "no" : told && !onTrust ? "ok" : "open";
    return { ...made, shown: told?.shown || made.word, verdict, reason: reason ?? implied };
  });
}

const reasonFor = ({ word, square, across }: ScoredWord, why: WhyNot | null): Reason => ({
  code: "not_a_word",
  squares: [],
  word,
  square,
  across,
  why,
});

/** What is wrong with the turn as a whole: reasons that belong to no word of it. */
export const turnReasons = (reasons: readonly Reason[], words: readonly TurnWord[]): Reason[] =>
  reasons.filter((reason) => reason.code !== "not_on_turn" && !words.some((word) => word.reason === reason));

/** Groups of touching squares: each gets one broken ring. */
export function islands(squares: readonly number[], width: number): number[][] {
  const left = new Set(squares);
  const groups: number[][] = [];
  for (const first of squares) {
    if (!left.delete(first)) continue;
    const group = [first];
    for (const square of group) {
      const beside = [square - width, square + width];
      if (square % width > 0) beside.push(square - 1);
      if (square % width < width - 1) beside.push(square + 1);
      group.push(...beside.filter((each) => left.delete(each)));
    }
    groups.push(group);
  }
  return groups;
}
