import { expect, test } from "vitest";
import type { Hinted, HintedTurn } from "../protocol";
import { turnsHinted } from "./hinted";

const turn = (word: string): HintedTurn => ({
  play: { laid: [[112, word]], swapped: [] },
  score: 5,
  words: [word],
  why: { code: "points", words: [], n: 5 },
});
const hinted = (more: Partial<Hinted>): Hinted => ({ type: "hinted", table: "t", id: 1, ...turn("A"), others: [], ...more });

test("the first turn comes first, the others after it", () => {
  expect(turnsHinted(hinted({ others: [turn("B"), turn("C")] }))).toEqual([turn("A"), turn("B"), turn("C")]);
});

test("where nothing was found, or nothing has come, there is none", () => {
  expect(turnsHinted(hinted({ play: null, why: null }))).toEqual([]);
  expect(turnsHinted(null)).toEqual([]);
});
