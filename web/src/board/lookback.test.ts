import { expect, test } from "vitest";
import { turnOf } from "../testing/views";
import { boardAfter, coveredBy, lastLaid } from "./lookback";

const START = "....";
const turns = [
  turnOf(1, {
    laid: [
      [0, "A"],
      [1, "b"],
    ],
  }),
  turnOf(2, { kind: "pass" }),
  turnOf(3, { kind: "withdrawn", laid: [[3, "X"]] }),
  turnOf(4, { laid: [[2, "c"]], swapped: [[1, "B"]] }),
];

test("before the first turn the board is the one the game began with", () => {
  expect(boardAfter("..Q.", turns, 0)).toBe("..Q.");
});

test("each turn adds what it laid", () => {
  expect(boardAfter(START, turns, 1)).toBe("Ab..");
  expect(boardAfter(START, turns, 2)).toBe("Ab..");
});

test("a star that was taken has its letter from then on", () => {
  expect(boardAfter(START, turns, 4)).toBe("ABc.");
});

test("a word that was taken off the board is not seen", () => {
  expect(boardAfter(START, turns, 3)).toBe("Ab..");
});

test("the last move is the last that laid a tile, whatever came after", () => {
  expect(lastLaid(turns.slice(0, 3))?.n).toBe(1);
  expect(lastLaid(turns, 3)?.n).toBe(1);
  expect(lastLaid(turns)?.n).toBe(4);
  expect(lastLaid([])).toBeUndefined();
});

test("a turn covers what it laid and the stars it took", () => {
  expect([...coveredBy(turns[3])].sort()).toEqual([1, 2]);
  expect(coveredBy(turns[2]).size).toBe(0);
  expect(coveredBy(undefined).size).toBe(0);
});
