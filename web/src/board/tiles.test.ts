import { expect, test } from "vitest";
import { countingOf } from "../testing/variants";
import { EMPTY, type Sketch } from "./sketch";
import { boardWith } from "./squares";
import { boardTiles } from "./tiles";

const board = boardWith(".".repeat(256), [
  [0, "К"],
  [1, "о"],
  [2, "Т"],
]);
const shown = (sketch: Sketch = EMPTY) => ({
  board,
  last: new Set([2]),
  ghosts: null,
  sketch,
  counting: countingOf("wordsmith"),
});

test("a tile shows its letter, its value, and whether it is a star", () => {
  const [k, o, t] = boardTiles(shown(), []);
  expect(k).toMatchObject({ letter: "К", value: 2, wild: false, kind: "settled", last: false });
  expect(o).toMatchObject({ letter: "О", value: 1, wild: true });
  expect(t?.last).toBe(true);
});

test("a star that is worth nothing shows no value", () => {
  expect(boardTiles({ ...shown(), counting: countingOf("friends") }, [])[1]?.value).toBeNull();
});

test("a square that has not changed keeps the very same value", () => {
  const before = boardTiles(shown(), []);
  const after = boardTiles(shown({ hand: [], laid: [{ id: 0, square: 9, letter: "Ж" }], swapped: [] }), before);
  expect(after[0]).toBe(before[0]);
  expect(after[9]).toMatchObject({ letter: "Ж", kind: "draft" });
});

test("a letter on a star is a draft of its own kind", () => {
  const sketch = { hand: [], laid: [], swapped: [{ id: 0, square: 1, letter: "О" }] };
  expect(boardTiles(shown(sketch), [])[1]).toMatchObject({ letter: "О", wild: false, kind: "took" });
});

test("a hint is a ghost, and what is laid lies over it", () => {
  const ghosts = {
    laid: [
      [5, "Ю"],
      [6, "Г"],
    ] as [number, string][],
    swapped: [],
  };
  const sketch = { hand: [], laid: [{ id: 0, square: 6, letter: "А" }], swapped: [] };
  const tiles = boardTiles({ ...shown(sketch), ghosts }, []);
  expect([tiles[5]?.kind, tiles[6]?.kind]).toEqual(["ghost", "draft"]);
});
