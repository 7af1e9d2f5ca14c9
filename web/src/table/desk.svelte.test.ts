import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { isBegun, playOf, starsOwed } from "../board/sketch";
import { boardWith } from "../board/squares";
import type { ToServer, View } from "../protocol";
import { turnOf, viewOf } from "../testing/views";
import { variantOf } from "../testing/variants";
import { speak } from "../words/language.svelte";
import type { Connection } from "./connection.svelte";
import { Desk } from "./desk.svelte";
import { Table } from "./table.svelte";
import { drop, tapCell, tapTile } from "./taps";
import { press } from "./typing";

beforeAll(() => speak("ru"));
beforeEach(() => localStorage.clear());

const BOARD = boardWith(".".repeat(256), [
  [119, "К"],
  [120, "о"],
  [121, "Т"],
]);
let sent: ToServer[] = [];
function deskOf(change: Partial<View> = {}): Desk {
  sent = [];
  const table = new Table("here", { send: (message: ToServer) => sent.push(message) > 0 } as unknown as Connection);
  table.receive({
    type: "state",
    table: "here",
    version: 3,
    view: viewOf({ variant: "wordsmith", board: BOARD, rack: "АВДОРЫ?", ...change }),
    turns: [turnOf(1)],
    from: 0,
  });
  return new Desk(table, variantOf("wordsmith"));
}
const typed = (desk: Desk, text: string, held = {}) =>
  [...text].forEach((letter) => press(desk, { key: letter, code: "", ...held }));
const named = (desk: Desk, key: string, code = key) => press(desk, { key, code });
const idOf = (desk: Desk, letter: string) => desk.sketch.hand.find((tile) => tile.letter === letter)?.id ?? -1;

describe("typing", () => {
  test("letters run along the row from the cursor", () => {
    const desk = deskOf();
    desk.cursor = 0;
    typed(desk, "вор");
    expect(playOf(desk.sketch).laid).toEqual([
      [0, "В"],
      [1, "О"],
      [2, "Р"],
    ]);
    expect(desk.cursor).toBe(3);
  });

  test("the space bar turns the word down the column", () => {
    const desk = deskOf();
    desk.cursor = 0;
    named(desk, " ", "Space");
    typed(desk, "вор");
    expect(playOf(desk.sketch).laid.map(([square]) => square)).toEqual([0, 16, 32]);
  });

  test("tiles that lie there already are skipped", () => {
    const desk = deskOf();
    desk.cursor = 118;
    typed(desk, "ав");
    expect(playOf(desk.sketch).laid).toEqual([
      [118, "А"],
      [122, "В"],
    ]);
  });

  test("a star is used where the letter is missing, and asked for with Shift", () => {
    const desk = deskOf();
    desk.cursor = 0;
    typed(desk, "ж");
    expect(playOf(desk.sketch).laid).toEqual([[0, "ж"]]);
    named(desk, "Escape");
    desk.cursor = 0;
    typed(desk, "А", { shiftKey: true });
    expect(playOf(desk.sketch).laid).toEqual([[0, "а"]]);
  });

  test("a letter that is nowhere in the hand is said, not laid", () => {
    const desk = deskOf({ rack: "АВ" });
    typed(desk, "ж");
    expect(isBegun(desk.sketch)).toBe(false);
    expect(desk.spoken).toContain("Ж");
    expect(desk.notice).toContain("Ж");
    typed(desk, "а");
    expect(desk.notice).toBe("");
  });

  test("on the star it stands for a letter takes the star, which is owed then", () => {
    const desk = deskOf();
    desk.cursor = 120;
    typed(desk, "о");
    expect(playOf(desk.sketch).swapped).toEqual([[120, "О"]]);
    expect(starsOwed(desk.sketch)).toBe(1);
    expect(desk.canCommit).toBe(false);
  });

  test("where stars stay on the board they are skipped like any tile", () => {
    const desk = deskOf({ rules: { ...variantOf("wordsmith").defaults, wild_swap: "no" } });
    desk.cursor = 120;
    typed(desk, "о");
    expect(playOf(desk.sketch)).toEqual({ laid: [[122, "О"]], swapped: [] });
  });

  test("Backspace takes back the last tile, over tiles of the board", () => {
    const desk = deskOf();
    desk.cursor = 118;
    typed(desk, "ав");
    named(desk, "Backspace");
    expect(playOf(desk.sketch).laid).toEqual([[118, "А"]]);
    expect(desk.cursor).toBe(122);
    named(desk, "Backspace");
    expect(isBegun(desk.sketch)).toBe(false);
  });

  test("a digit lays that tile of the hand", () => {
    const desk = deskOf();
    desk.cursor = 0;
    named(desk, "2", "Digit2");
    expect(playOf(desk.sketch).laid).toEqual([[0, desk.sketch.hand[1]?.letter]]);
  });

  test("arrows move and stop at the edge", () => {
    const desk = deskOf();
    desk.cursor = 0;
    named(desk, "ArrowLeft");
    named(desk, "ArrowUp");
    expect(desk.cursor).toBe(0);
    named(desk, "ArrowDown");
    expect(desk.cursor).toBe(16);
  });

  test("Escape takes everything back, and once more leaves the board", () => {
    const desk = deskOf();
    typed(desk, "во");
    named(desk, "Escape");
    expect(isBegun(desk.sketch)).toBe(false);
    expect(desk.typing).toBe(true);
    named(desk, "Escape");
    expect(desk.typing).toBe(false);
  });
});

describe("tapping and dropping", () => {
  test("tap a tile, tap a cell", () => {
    const desk = deskOf();
    tapTile(desk, idOf(desk, "В"));
    tapCell(desk, 5);
    expect(playOf(desk.sketch).laid).toEqual([[5, "В"]]);
    expect(desk.picked).toBeNull();
  });

  test("tap a laid tile and it is back in the hand", () => {
    const desk = deskOf();
    tapTile(desk, idOf(desk, "В"));
    tapCell(desk, 5);
    tapCell(desk, 5);
    expect(isBegun(desk.sketch)).toBe(false);
  });

  test("tap a cell, then tiles: they follow each other", () => {
    const desk = deskOf();
    tapCell(desk, 5);
    for (const letter of "ВОР") tapTile(desk, idOf(desk, letter));
    expect(playOf(desk.sketch).laid).toEqual([
      [5, "В"],
      [6, "О"],
      [7, "Р"],
    ]);
  });

  test("the same cell again turns the word, and once more puts the cursor away", () => {
    const desk = deskOf();
    tapCell(desk, 5);
    expect([desk.typing, desk.across]).toEqual([true, true]);
    tapCell(desk, 5);
    expect([desk.typing, desk.across]).toEqual([true, false]);
    tapCell(desk, 5);
    expect(desk.typing).toBe(false);
  });

  test("a star asks which letter it stands for", () => {
    const desk = deskOf();
    tapTile(desk, idOf(desk, "?"));
    tapCell(desk, 5);
    expect(desk.paper).toEqual({ kind: "star", id: idOf(desk, "?"), square: 5 });
  });

  test("dropped on the star it stands for, a letter takes it", () => {
    const desk = deskOf();
    const place = desk.sketch.hand.findIndex(({ letter }) => letter === "О");
    drop(desk, { kind: "hand", place }, { kind: "board", square: 120 });
    expect(playOf(desk.sketch).swapped).toEqual([[120, "О"]]);
  });

  test("dropped on any other tile it goes back to the hand", () => {
    const desk = deskOf();
    drop(desk, { kind: "hand", place: 0 }, { kind: "board", square: 119 });
    expect(isBegun(desk.sketch)).toBe(false);
  });

  test("a tile of the board with no tile in hand opens its word", () => {
    const desk = deskOf();
    tapCell(desk, 121);
    expect(desk.paper).toEqual({ kind: "words", words: ["КОТ"] });
  });

  test("cells too small to be sure of are shown larger first", () => {
    const desk = deskOf();
    const zoomIn = vi.fn();
    tapTile(desk, idOf(desk, "В"));
    tapCell(desk, 5, zoomIn);
    expect(zoomIn).toHaveBeenCalledWith(5);
    expect(isBegun(desk.sketch)).toBe(false);
  });
});

describe("the turn", () => {
  const laid = (change: Partial<View> = {}) => {
    const desk = deskOf(change);
    desk.cursor = 122;
    typed(desk, "о");
    return desk;
  };

  test("points are there at once, the verdict is open", () => {
    const [word] = laid().words;
    expect(word).toMatchObject({ word: "КОТО", points: 6, verdict: "open" });
  });

  test("the server is asked once for a quick hand, and its answer counts for what was asked", async () => {
    vi.useFakeTimers();
    const desk = laid();
    typed(desk, "р");
    vi.runAllTimers();
    const tries = sent.filter((message) => message.type === "try");
    expect(tries).toHaveLength(1);
    const [asked] = tries;
    const words = [{ word: "КОТОР", shown: "КОТОР", square: 119, across: true, points: 0, voted: false, ok: false, why: null }];
    desk.table.receive({
      type: "tried",
      table: "here",
      id: asked?.id ?? 0,
      legal: false,
      score: 0,
      bonus: 0,
      words,
      reasons: [],
    });
    expect(desk.words[0]?.verdict).toBe("no");
    expect(desk.canCommit).toBe(false);
    expect(desk.total).toBe(0);
    vi.useRealTimers();
  });

  test.each(["vote", "challenge_double"])(
    "where the table judges (%s) a word outside the list may be played",
    (check) => {
      vi.useFakeTimers();
      const desk = laid({ rules: { ...variantOf("wordsmith").defaults, check } });
      vi.runAllTimers();
      const asked = sent.filter((message) => message.type === "try").at(-1);
      const words = [{ word: "КОТО", shown: "КОТО", square: 119, across: true, points: 6, voted: false, ok: false, why: null }];
      desk.table.receive({
        type: "tried",
        table: "here",
        id: asked?.id ?? 0,
        legal: false,
        score: 6,
        bonus: 0,
        words,
        reasons: [],
      });
      expect(desk.words[0]?.verdict).toBe("no");
      expect(desk.total).toBe(6);
      expect(desk.canCommit).toBe(true);
      vi.useRealTimers();
    },
  );

  test("a sound turn is sent as it lies", () => {
    const desk = laid();
    desk.commit();
    expect(sent.at(-1)).toMatchObject({ type: "act", seat: 0, after: 3, action: { type: "play", laid: [[122, "О"]] } });
    expect(desk.canCommit).toBe(false);
  });

  test("off turn tiles may be tried, not played", () => {
    const desk = deskOf({ on_turn: 1 });
    typed(desk, "во");
    expect(isBegun(desk.sketch)).toBe(true);
    desk.commit();
    expect(sent.some((message) => message.type === "act")).toBe(false);
    expect(desk.spoken).toContain("не ваш ход");
  });

  test("looking back shows the board as it was, and lays nothing", () => {
    const desk = deskOf();
    desk.lookAt(0);
    expect(desk.tiles.every((tile) => tile === null)).toBe(true);
    typed(desk, "в");
    expect(isBegun(desk.sketch)).toBe(false);
    desk.lookAt(null);
    expect(desk.tiles[119]?.letter).toBe("К");
  });

  test("a word is shown on the whole board, wherever it lies", () => {
    const desk = deskOf();
    desk.zoomed = true;
    desk.askHint();
    expect(sent.at(-1)).toMatchObject({ type: "hint", table: "here", seat: 0 });
    expect(desk.zoomed).toBe(false);
  });

  test("a new turn brings one back to now and is announced", () => {
    const desk = deskOf();
    desk.lookAt(0);
    const view = viewOf({ variant: "wordsmith", board: BOARD, rack: "АВДОРЫ?", turn: 2 });
    desk.table.receive({
      type: "state",
      table: "here",
      version: 4,
      view,
      turns: [turnOf(2, { kind: "pass" })],
      from: 1,
    });
    expect(desk.looked).toBeNull();
    expect(desk.spoken).toContain("пас");
  });
});

describe("at a table with others", () => {
  const days = { pace: { kind: "days" as const, days: 3 } };
  const sounded = (change: Partial<View>): Desk => {
    const desk = deskOf(change);
    desk.cursor = 122;
    typed(desk, "о");
    return desk;
  };

  test("by correspondence Enter asks once more before it plays, and the button does not", () => {
    const desk = sounded(days);
    named(desk, "Enter");
    expect(desk.paper).toEqual({ kind: "play" });
    expect(sent.some(({ type }) => type === "act")).toBe(false);
    desk.commit();
    expect(sent.at(-1)).toMatchObject({ type: "act", action: { type: "play" } });
  });

  test("with a clock or without one Enter plays", () => {
    named(sounded({}), "Enter");
    expect(sent.at(-1)).toMatchObject({ type: "act", action: { type: "play" } });
  });

  test("an adviser sees a hand and lays none of it", () => {
    const desk = deskOf({ watcher: true, advises: 0 });
    typed(desk, "во");
    desk.commit();
    desk.act({ type: "pass" });
    expect(isBegun(desk.sketch)).toBe(false);
    expect([desk.seat, desk.isMyTurn]).toEqual([null, false]);
    expect(sent).toEqual([]);
  });

  test("a game that was cancelled is over", () => {
    const desk = deskOf({ phase: "ended", cancelled: true });
    expect([desk.isOver, desk.mayLay, desk.isMyTurn]).toEqual([true, false, false]);
  });

  test("there is company where another person plays or a clock runs", () => {
    const [ann] = viewOf().seats;
    if (!ann) throw new Error("a view has seats");
    const other = { ...ann, name: "Борис", mine: false };
    expect(deskOf({}).hasCompany).toBe(false);
    expect(deskOf({ seats: [ann, { ...ann, name: "Глеб" }] }).hasCompany).toBe(false);
    expect(deskOf({ seats: [ann, other] }).hasCompany).toBe(true);
    const clock = { left_ms: [1, null], running: 0, since: 0, deadline: 1, paused: false, now: 0 };
    const line = { send: () => true, time: { heard: () => {} } } as unknown as Connection;
    const table = new Table("here", line);
    table.receive({ type: "state", table: "here", version: 1, view: viewOf({ clock }), turns: [], from: 0 });
    expect(new Desk(table, variantOf("friends")).hasCompany).toBe(true);
  });
});
