import { expect, test } from "vitest";
import { variantOf } from "../testing/variants";
import { boardWith, columnName, isWild, neighbour, premiumAt, runThrough, squareName, squaresFrom } from "./squares";

const square16 = variantOf("wordsmith");
const friends = variantOf("friends");

test("columns are Latin letters, rows count from one", () => {
  expect(squareName(square16, 0)).toBe("A1");
  expect(squareName(square16, 255)).toBe("P16");
  expect(squareName(friends, 112)).toBe("H8");
  expect(columnName(15)).toBe("P");
});

test("the edge of the board has no neighbour beyond it", () => {
  expect(neighbour(friends, 14, true)).toBeNull();
  expect(neighbour(friends, 15, true, -1)).toBeNull();
  expect(neighbour(friends, 3, false, -1)).toBeNull();
  expect(neighbour(friends, 224, false)).toBeNull();
  expect(neighbour(friends, 112, false)).toBe(127);
});

test("every mark of a layout has its premium", () => {
  const found = new Set([...square16.premiums].map((_, square) => premiumAt(square16, square)));
  expect(found).toEqual(new Set([null, "l2", "l3", "w2", "w3", "st"]));
  expect(premiumAt(variantOf("classic"), 112)).toBe("st");
});

test("a run is found from any of its squares", () => {
  const board = boardWith(
    ".".repeat(225),
    squaresFrom(friends, 48, false, 3).map((square) => [square, "A"]),
  );
  for (const square of [48, 63, 78])
    expect(runThrough(friends, board, square, false)).toEqual({ square: 48, length: 3 });
  expect(runThrough(friends, board, 63, true)).toEqual({ square: 63, length: 1 });
});

test("a small letter is a wild tile, Cyrillic too", () => {
  expect(["К", "к", "A", "a", "."].map(isWild)).toEqual([false, true, false, true, false]);
});

test("the board with nothing put on it is the very same", () => {
  const board = ".".repeat(225);
  expect(boardWith(board, [])).toBe(board);
});
