import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import golden from "../../../tests/golden/scoring.toml?raw";
import { parseBoard, parsePlay } from "../testing/notation";
import { countingOf, variantOf } from "../testing/variants";
import { scorePlay, tileValue } from "./scoring";

interface Case {
  id: string;
  variant: string;
  rules?: { [name: string]: string };
  board: string;
  rack: string;
  play: string;
  points: number;
  bonus: number;
  words: { word: string; points: number }[];
}
const { case: cases } = parse(golden) as unknown as { case: Case[] };

const sorted = (words: readonly { word: string; points: number }[]) =>
  words.map(({ word, points }) => `${word} ${points}`).sort();

describe("the golden sums, worked out by hand and shared with the server", () => {
  test("there are many of them", () => expect(cases.length).toBeGreaterThan(40));

  test.each(cases.map((each) => [each.id, each] as const))("%s", (_, sum) => {
    const board = parseBoard(sum.board);
    const play = parsePlay(variantOf(sum.variant), board, sum.play);
    const score = scorePlay(countingOf(sum.variant, sum.rules), board, play, [...sum.rack].length);
    expect(sorted(score.words)).toEqual(sorted(sum.words));
    expect(score.bonus).toBe(sum.bonus);
    expect(score.total).toBe(sum.points);
  });
});

const EMPTY = ".".repeat(225);

test("a play of nothing makes nothing", () => {
  expect(scorePlay(countingOf("friends"), EMPTY, { laid: [], swapped: [] }, 7)).toEqual({
    words: [],
    bonus: 0,
    total: 0,
  });
});

test("one letter alone is no word, and is not refused here", () => {
  expect(scorePlay(countingOf("friends"), EMPTY, { laid: [[112, "A"]], swapped: [] }, 7).words).toEqual([]);
});

test("a run never turns the corner of the board", () => {
  const { words } = scorePlay(
    countingOf("friends"),
    EMPTY,
    {
      laid: [
        [14, "A"],
        [15, "B"],
      ],
      swapped: [],
    },
    7,
  );
  expect(words).toEqual([]);
});

test("a wild tile counts as its letter in wordsmith and nothing among friends", () => {
  expect(tileValue(countingOf("wordsmith"), "ш")).toBe(10);
  expect(tileValue(countingOf("friends"), "q")).toBe(0);
});

test("the words of a play know their squares", () => {
  const [word] = scorePlay(
    countingOf("friends"),
    EMPTY,
    {
      laid: [
        [112, "A"],
        [127, "S"],
      ],
      swapped: [],
    },
    7,
  ).words;
  expect(word).toMatchObject({ word: "AS", square: 112, across: false, squares: [112, 127] });
});
