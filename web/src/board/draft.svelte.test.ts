import { beforeEach, expect, test } from "vitest";
import { viewOf } from "../testing/views";
import { Draft } from "./draft.svelte";
import * as sketching from "./sketch";

beforeEach(() => localStorage.clear());

const lay = (draft: Draft, letter: string, square: number, board: string) => {
  const id = sketching.sourceOf(draft.sketch, letter, false) as number;
  return draft.change(sketching.withLaid(draft.sketch, id, square, board));
};
function begun(view = viewOf({ rack: "ABCDEFG" })): Draft {
  const draft = new Draft();
  draft.follow(view, 3);
  lay(draft, "C", 112, view.board);
  return draft;
}

test("the tiles on the board outlive a reload", () => {
  begun();
  const again = new Draft();
  again.follow(viewOf({ rack: "ABCDEFG" }), 3);
  expect(sketching.playOf(again.sketch).laid).toEqual([[112, "C"]]);
});

test("the order of the hand outlives a reload", () => {
  const draft = begun();
  draft.change(sketching.reordered(draft.sketch, 0, 6));
  const again = new Draft();
  again.follow(viewOf({ rack: "ABCDEFG" }), 4);
  expect(again.sketch.hand.map(({ letter }) => letter).join("")).toBe("BCDEFGA");
});

test("each seat and each table has its own draft", () => {
  begun();
  const other = new Draft();
  other.follow(viewOf({ rack: "ABCDEFG", viewer: 1 }), 3);
  expect(sketching.isBegun(other.sketch)).toBe(false);
  other.follow(viewOf({ rack: "ABCDEFG", table: "elsewhere" }), 3);
  expect(sketching.isBegun(other.sketch)).toBe(false);
});

test("a hand that is not shown shows no draft, and does not lose it", () => {
  const draft = begun();
  draft.follow(viewOf({ rack: null, viewer: null }), 3);
  expect(draft.sketch.hand).toEqual([]);
  draft.follow(viewOf({ rack: "ABCDEFG" }), 3);
  expect(sketching.isBegun(draft.sketch)).toBe(true);
});

test("a second tab sees what was laid in the first", () => {
  const view = viewOf({ rack: "ABCDEFG" });
  const first = begun(view);
  const second = new Draft();
  second.follow(view, 3);
  lay(first, "A", 113, view.board);
  second.reread(`wordsmith.draft.${view.table}.${view.viewer}`, view);
  expect(sketching.playOf(second.sketch).laid).toEqual([
    [112, "C"],
    [113, "A"],
  ]);
});

test("a storage event of another table is none of ours", () => {
  const view = viewOf({ rack: "ABCDEFG" });
  const draft = begun(view);
  localStorage.clear();
  draft.reread("wordsmith.draft.other.0", view);
  expect(sketching.isBegun(draft.sketch)).toBe(true);
});

test("rubbish in the storage is an empty draft", () => {
  const view = viewOf({ rack: "ABC" });
  localStorage.setItem(`wordsmith.draft.${view.table}.${view.viewer}`, "{rubbish");
  const draft = new Draft();
  draft.follow(view, 1);
  expect(draft.sketch.hand.map(({ letter }) => letter).join("")).toBe("ABC");
});

test("a whole new hand bears no marks", () => {
  const draft = new Draft();
  draft.follow(viewOf({ rack: "ABC", fresh: "ABC" }), 1);
  expect(draft.sketch.hand.some(({ fresh }) => fresh)).toBe(false);
});

test("a change that cannot be changes nothing and says so", () => {
  const draft = begun();
  const before = draft.sketch;
  expect(draft.change(null)).toBe(false);
  expect(draft.sketch).toBe(before);
});

test("at the end the draft is forgotten", () => {
  begun().forget();
  expect(localStorage.length).toBe(0);
});
