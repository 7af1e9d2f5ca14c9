import { describe, expect, test } from "vitest";
import * as sketching from "./sketch";
import { boardWith } from "./squares";

const BOARD = ".".repeat(225);
const dealt = (rack: string, board = BOARD) => sketching.fitted(sketching.EMPTY, board, rack, "");
const letters = (sketch: sketching.Sketch) => sketch.hand.map(({ letter }) => letter).join("");
const idOf = (sketch: sketching.Sketch, letter: string) => sketch.hand.find((tile) => tile.letter === letter)?.id ?? -1;
function lay(sketch: sketching.Sketch, letter: string, square: number, board = BOARD, as?: string): sketching.Sketch {
  const next = sketching.withLaid(sketch, idOf(sketch, letter), square, board, as);
  if (!next) throw new Error(`${letter} cannot be laid on ${square}`);
  return next;
}

describe("laying", () => {
  test("a tile leaves its place in the hand empty", () => {
    const sketch = lay(dealt("CATS???"), "C", 112);
    expect(sketching.face(sketch, idOf(sketch, "C"))).toBeNull();
    expect(sketching.playOf(sketch)).toEqual({ laid: [[112, "C"]], swapped: [] });
  });

  test("the same tile cannot be laid twice, nor on another tile", () => {
    const sketch = lay(dealt("CAT"), "C", 112);
    expect(sketching.withLaid(sketch, idOf(sketch, "C"), 113, BOARD)).toBeNull();
    expect(sketching.withLaid(sketch, idOf(sketch, "A"), 112, BOARD)).toBeNull();
    expect(sketching.withLaid(sketch, idOf(sketch, "A"), 0, boardWith(BOARD, [[0, "X"]]))).toBeNull();
  });

  test("a star needs its letter, and is written small", () => {
    const sketch = dealt("К?");
    expect(sketching.withLaid(sketch, idOf(sketch, "?"), 5, BOARD)).toBeNull();
    expect(sketching.playOf(lay(sketch, "?", 5, BOARD, "Ж")).laid).toEqual([[5, "ж"]]);
  });

  test("a real tile stays what it is, whatever letter is asked for", () => {
    expect(sketching.playOf(lay(dealt("К?"), "К", 5, BOARD, "Ж")).laid).toEqual([[5, "К"]]);
  });

  test("a tile may be moved, and taken back", () => {
    const sketch = sketching.withMoved(lay(dealt("CAT"), "C", 3), 3, 9, BOARD);
    expect(sketch && sketching.laidAt(sketch, 9)?.letter).toBe("C");
    expect(sketch && sketching.isBegun(sketching.withoutTile(sketch, 9))).toBe(false);
  });

  test("a tile cannot be moved onto another", () => {
    expect(sketching.withMoved(lay(lay(dealt("CAT"), "C", 3), "A", 4), 3, 4, BOARD)).toBeNull();
  });

  test("taking everything back leaves the order of the hand", () => {
    const hand = sketching.reordered(dealt("ABCDEFG"), 0, 6);
    expect(letters(sketching.cleared(lay(hand, "D", 7)))).toBe("BCDEFGA");
  });
});

describe("the place a letter comes from", () => {
  test("the letter itself goes before a star", () => {
    const sketch = dealt("A?");
    expect(sketching.sourceOf(sketch, "A", false)).toBe(idOf(sketch, "A"));
  });
  test("a star, where the letter is missing", () => {
    const sketch = dealt("A?");
    expect(sketching.sourceOf(sketch, "B", false)).toBe(idOf(sketch, "?"));
  });
  test("a star, where it is asked for", () => {
    const sketch = dealt("A?");
    expect(sketching.sourceOf(sketch, "A", true)).toBe(idOf(sketch, "?"));
  });
  test("nowhere, where there is neither", () => {
    expect(sketching.sourceOf(dealt("AB"), "C", false)).toBeNull();
  });
  test("the second of two equal letters, once the first is laid", () => {
    const sketch = lay(dealt("AAB"), "A", 0);
    expect(sketching.sourceOf(sketch, "A", false)).toBe(sketch.hand[1]?.id);
  });
});

describe("stars taken from the board", () => {
  const board = boardWith(BOARD, [
    [30, "к"],
    [31, "О"],
  ]);
  const withStar = () => sketching.withSwapped(dealt("КАТ"), 0, 30, board) as sketching.Sketch;

  test("the star lies where the letter lay, and is owed", () => {
    const sketch = withStar();
    expect(sketching.face(sketch, 0)).toEqual({ letter: "?", taken: true });
    expect(sketching.starsOwed(sketch)).toBe(1);
    expect(sketching.playOf(sketch).swapped).toEqual([[30, "К"]]);
  });

  test("only the very letter takes it, and only from a star", () => {
    const sketch = dealt("КАТО");
    expect(sketching.withSwapped(sketch, idOf(sketch, "А"), 30, board)).toBeNull();
    expect(sketching.withSwapped(sketch, idOf(sketch, "О"), 31, board)).toBeNull();
    expect(sketching.withSwapped(sketch, idOf(sketch, "К"), 40, board)).toBeNull();
  });

  test("laid again, it is owed no more", () => {
    const sketch = sketching.withLaid(withStar(), 0, 50, board, "Ю") as sketching.Sketch;
    expect(sketching.starsOwed(sketch)).toBe(0);
    expect(sketching.playOf(sketch)).toEqual({ laid: [[50, "ю"]], swapped: [[30, "К"]] });
  });

  test("a taken star is used before one of one's own", () => {
    const own = dealt("К?", board);
    const sketch = sketching.withSwapped(own, idOf(own, "К"), 30, board) as sketching.Sketch;
    expect(sketching.sourceOf(sketch, "Ю", false)).toBe(idOf(own, "К"));
  });

  test("a taken star takes no other star", () => {
    const two = boardWith(board, [[60, "к"]]);
    expect(sketching.withSwapped(withStar(), 0, 60, two)).toBeNull();
  });

  test("giving the star back takes back the tile it became", () => {
    const laid = sketching.withLaid(withStar(), 0, 50, board, "Ю") as sketching.Sketch;
    expect(sketching.isBegun(sketching.withoutTile(laid, 30))).toBe(false);
  });
});

describe("the order of the hand", () => {
  test("is the player's own", () => expect(letters(sketching.reordered(dealt("ABC"), 2, 0))).toBe("CAB"));

  test("a drop behind the last place is the end", () =>
    expect(letters(sketching.reordered(dealt("ABC"), 0, Infinity))).toBe("BCA"));

  test("sorting goes by the alphabet, stars last", () => {
    expect(letters(sketching.sorted(dealt("?ЯА"), "АБВЯ"))).toBe("АЯ?");
  });

  test("shuffling keeps every tile", () => {
    const sketch = sketching.shuffled(dealt("ABCDEFG"), () => 0);
    expect(letters(sketch)).not.toBe("ABCDEFG");
    expect([...letters(sketch)].sort().join("")).toBe("ABCDEFG");
  });

  test("shuffling leaves what is laid where it lies", () => {
    const sketch = sketching.shuffled(lay(dealt("ABCDEFG"), "C", 7), () => 0);
    expect(sketching.playOf(sketch).laid).toEqual([[7, "C"]]);
    expect(sketching.face(sketch, idOf(sketch, "C"))).toBeNull();
  });
});

describe("when the table has gone on", () => {
  test("the opponents' turn changes nothing in the hand", () => {
    const mine = lay(sketching.reordered(dealt("ABCDEFG"), 0, 6), "D", 7);
    const after = sketching.fitted(mine, boardWith(BOARD, [[100, "X"]]), "ABCDEFG", "");
    expect(letters(after)).toBe("BCDEFGA");
    expect(sketching.playOf(after)).toEqual(sketching.playOf(mine));
  });

  test("a tile whose cell was taken goes back to the hand, the rest stays", () => {
    const mine = lay(lay(dealt("ABC"), "A", 7), "B", 8);
    const after = sketching.fitted(mine, boardWith(BOARD, [[7, "X"]]), "ABC", "");
    expect(sketching.playOf(after).laid).toEqual([[8, "B"]]);
    expect(sketching.face(after, idOf(after, "A"))?.letter).toBe("A");
  });

  test("after one's own play new tiles fill the empty places, marked as new", () => {
    const mine = lay(lay(dealt("ABCD"), "B", 7), "D", 8);
    const after = sketching.fitted(
      mine,
      boardWith(BOARD, [
        [7, "B"],
        [8, "D"],
      ]),
      "ACXY",
      "XY",
    );
    expect(letters(after)).toBe("AXCY");
    expect(after.hand.map(({ fresh }) => fresh)).toEqual([false, true, false, true]);
    expect(sketching.isBegun(after)).toBe(false);
  });

  test("of two equal letters the one that was played has left", () => {
    const mine = lay(dealt("AAB"), "A", 7);
    const after = sketching.fitted(mine, boardWith(BOARD, [[7, "A"]]), "ABX", "X");
    expect(letters(after)).toBe("XAB");
  });

  test("an empty bag leaves a smaller hand", () => {
    const after = sketching.fitted(lay(dealt("ABC"), "B", 7), boardWith(BOARD, [[7, "B"]]), "AC", "");
    expect(letters(after)).toBe("AC");
  });

  test("a star that somebody else took is given up with what was made of it", () => {
    const board = boardWith(BOARD, [[30, "к"]]);
    const swapped = sketching.withSwapped(dealt("КА"), 0, 30, board) as sketching.Sketch;
    const laid = sketching.withLaid(swapped, 0, 50, board, "Ю") as sketching.Sketch;
    const after = sketching.fitted(laid, boardWith(BOARD, [[30, "К"]]), "КА", "");
    expect(sketching.playOf(after)).toEqual({ laid: [], swapped: [] });
    expect(letters(after)).toBe("КА");
  });

  test("after an exchange the kept tiles keep their places", () => {
    const after = sketching.fitted(dealt("ABCDEFG"), BOARD, "ACDGXYZ", "XYZ");
    expect(letters(after)).toBe("AXCDYZG");
  });

  test("the marks of new tiles go at the first touch", () => {
    const after = sketching.fitted(dealt("AB"), BOARD, "AX", "X");
    expect(sketching.shuffled(after).hand.some(({ fresh }) => fresh)).toBe(false);
    expect(lay(after, "A", 3).hand.some(({ fresh }) => fresh)).toBe(false);
  });
});
