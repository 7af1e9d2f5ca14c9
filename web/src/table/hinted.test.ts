import { expect, test } from "vitest";
import type { Hinted, HintedTurn, View } from "../protocol";
import { viewOf } from "../testing/views";
import { areHintsAllowed, turnsHinted } from "./hinted";

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

test("whoever plays against bots alone may be shown a word; nobody may where another person plays, on this sofa or elsewhere", () => {
  const [me, bot] = viewOf().seats as [View["seats"][number], View["seats"][number]];
  const friend = { ...me, name: "Bob", mine: false };
  const allowed = (...seats: View["seats"]) => areHintsAllowed(viewOf({ seats }));
  expect(allowed(me, bot)).toBe(true);
  expect(allowed(bot, me, bot, bot)).toBe(true);
  expect(allowed(me, friend)).toBe(false);
  expect(allowed(me, bot, friend)).toBe(false);
  expect(allowed(me, { ...me, name: "Bob" }, bot)).toBe(false);
  expect(areHintsAllowed(viewOf({ watcher: true }))).toBe(false);
});
