import { expect, test } from "vitest";
import type { Reason, Tried } from "../protocol";
import { islands, remember, turnReasons, turnWords, type Known } from "./verdicts";

const score = { words: [{ word: "CAT", square: 0, across: true, squares: [0, 1, 2], points: 5 }], bonus: 0, total: 5 };
const tried = (change: Partial<Tried> = {}): Tried => ({
  type: "tried",
  table: "t",
  id: 1,
  legal: true,
  score: 5,
  bonus: 0,
  words: [],
  reasons: [],
  ...change,
});
const told = { word: "CAT", shown: "CAT", square: 0, across: true, points: 5, voted: false, ok: true, why: null };
const reason = (change: Partial<Reason>): Reason => ({
  code: "gap",
  squares: [],
  word: "",
  square: null,
  across: null,
  why: null,
  ...change,
});

test("on trust no word is called good", () => {
  expect(turnWords(score, tried({ words: [told] }), [], new Map(), true)[0]?.verdict).toBe("open");
});

test("a word is open until the server has spoken", () => {
  expect(turnWords(score, null, [], new Map())[0]?.verdict).toBe("open");
});

test("a word the server knows is good", () => {
  expect(turnWords(score, tried({ words: [told] }), [], new Map())[0]?.verdict).toBe("ok");
});

test("a word keeps its verdict while its neighbour is asked about", () => {
  const known: Known = new Map();
  remember(known, tried({ words: [{ ...told, ok: false, why: { code: "plural", lemma: "CA", detail: "" } }] }));
  const [word] = turnWords(score, null, [], known);
  expect(word?.verdict).toBe("no");
  expect(word?.reason?.why?.lemma).toBe("CA");
});

test("a word may be in the list and yet not count: it was made before", () => {
  const repeated = reason({ code: "repeated_word", word: "CAT", square: 0, across: true });
  const [word] = turnWords(score, tried({ words: [told], reasons: [repeated] }), [], new Map());
  expect(word?.verdict).toBe("no");
  expect(word?.reason).toBe(repeated);
});

test("a refusal goes before what was tried", () => {
  const refusal = [reason({ code: "not_a_word", word: "CAT", square: 0, across: true })];
  expect(turnWords(score, tried({ words: [told] }), refusal, new Map())[0]?.verdict).toBe("no");
});

test("the shown spelling is the lexicon's", () => {
  expect(turnWords(score, tried({ words: [{ ...told, shown: "CÄT" }] }), [], new Map())[0]?.shown).toBe("CÄT");
});

test("reasons of a word stand at the word; not being on turn is no fault of the turn", () => {
  const bad = reason({ code: "not_a_word", word: "CAT", square: 0, across: true });
  const gap = reason({ squares: [4] });
  const words = turnWords(score, tried({ reasons: [bad, gap] }), [], new Map());
  expect(turnReasons([bad, gap, reason({ code: "not_on_turn" })], words)).toEqual([gap]);
});

test("touching squares are one group, also round a corner, never over the edge", () => {
  expect(islands([0, 1, 16], 15)).toEqual([[0, 1, 16]]);
  expect(islands([14, 15], 15)).toEqual([[14], [15]]);
  expect(islands([0, 2], 15)).toEqual([[0], [2]]);
});
