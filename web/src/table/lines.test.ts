import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ToServer, View } from "../protocol";
import { turnOf, viewOf } from "../testing/views";
import { variantOf } from "../testing/variants";
import { speak } from "../words/language.svelte";
import type { Connection } from "./connection.svelte";
import { Desk } from "./desk.svelte";
import { asideText, linesOf } from "./lines";
import { loadPending } from "./pending";
import { Table } from "./table.svelte";
import { tableTitle } from "./title";
import { press } from "./typing";

beforeAll(() => speak("ru"));
beforeEach(() => localStorage.clear());

const [ann] = viewOf().seats;
if (!ann) throw new Error("a view has seats");
const two = [
  { ...ann, name: "Анна" },
  { ...ann, name: "Борис", mine: false },
];
function deskOf(change: Partial<View> = {}): Desk {
  const table = new Table("here", { send: (_: ToServer) => true } as unknown as Connection);
  const view = viewOf({ variant: "wordsmith", rack: "АВДОРЫ?", seats: two, ...change });
  table.receive({ type: "state", table: "here", version: 3, view, turns: [turnOf(1, { kind: "pass" })], from: 0 });
  return new Desk(table, variantOf("wordsmith"));
}
const here = (desk: Desk, ...seats: number[]): Desk => {
  desk.table.receive({ type: "presence", table: "here", here: seats, watching: 0, advisers: [] });
  return desk;
};

describe("while nothing is laid", () => {
  test("it is said whose turn it is", () => {
    expect(asideText(deskOf())).toBe("Вы: пас, 0\u00a0очков. Ваш ход: выложите слово.");
    expect(asideText(here(deskOf({ on_turn: 1 }), 0, 1))).toContain("Борис думает.");
  });
  test("it is said that a word is looked for, until it comes or is not waited for any more", () => {
    vi.useFakeTimers();
    try {
      const desk = deskOf();
      desk.askHint();
      expect(asideText(desk)).toBe("Подбираю слово…");
      desk.table.receive({ type: "hinted", table: "here", id: 1, play: null, score: 0, words: [], why: null, others: [] });
      expect(asideText(desk)).toContain("выложите слово");
      desk.askHint();
      expect(asideText(desk)).toBe("Подбираю слово…");
      vi.advanceTimersByTime(20_000);
      expect(asideText(desk)).toContain("выложите слово");
    } finally {
      vi.useRealTimers();
    }
  });
  test("it is said that somebody is away, and nothing of the kind as long as it is not known", () => {
    expect(asideText(here(deskOf({ on_turn: 1 }), 0))).toContain("нет за столом");
    expect(asideText(deskOf({ on_turn: 1 }))).not.toContain("нет за столом");
  });
  test("a bot is never away", () => {
    const seats = [two[0], { ...ann, kind: "bot" as const, name: "", level: "easy", mine: false }] as View["seats"];
    expect(asideText(here(deskOf({ seats, on_turn: 1 }), 0))).toContain("Бот-сосед думает.");
  });
  test("a spectator is told that he is one", () =>
    expect(asideText(deskOf({ watcher: true, viewer: null, rack: null }))).toContain("Вы смотрите"));
  test("whoever has run out of time, or has left, is told that the game goes on without him", () => {
    const seats = [{ ...ann, name: "Анна", resigned: true }, ...two.slice(1), ...two.slice(1)];
    const out = deskOf({ seats, on_turn: 1, rack: "" });
    expect(asideText(out)).toBe("Вы больше не играете. Борис думает.");
    out.table.turns = [turnOf(1, { kind: "time" })];
    expect(asideText(out)).toBe("Ваше время вышло: вы больше не играете. Борис думает.");
    out.table.turns = [turnOf(1, { kind: "time" }), turnOf(2, { kind: "pass" })];
    expect(asideText(out)).toBe("Борис: пас, 0\u00a0очков. Ваше время вышло: вы больше не играете. Борис думает.");
    expect([out.mayLay, out.isOut]).toEqual([false, true]);
  });
  test("a refusal comes before everything else", () => {
    const desk = deskOf();
    desk.act({ type: "nudge" });
    desk.table.receive({
      type: "error",
      table: "here",
      code: "too_early",
      detail: { key: loadPending("here")?.key },
    });
    expect(asideText(desk)).toBe("Не принято: напоминать пока рано.");
  });
});

describe("the words of a turn", () => {
  const laid = (rules: { [name: string]: string } = {}): Desk => {
    const desk = deskOf({ rules: { ...variantOf("wordsmith").defaults, ...rules } });
    desk.cursor = 119;
    for (const letter of "вор") press(desk, { key: letter, code: "" });
    return desk;
  };
  test("have a line each", () => expect(linesOf(laid()).map(({ word, mark }) => [word, mark])).toEqual([["ВОР", "open"]]));
  test("where they are on trust, that is said of them, to the ear as well", () => {
    const [word, trust] = linesOf(laid({ check: "challenge_double" }));
    expect([word?.spoken, trust?.why]).toEqual(["На доверии: ", "Слова на доверии: следующий игрок может оспорить ход."]);
  });
});

describe("the tab is called", () => {
  test("by whose turn it is", () => {
    expect(tableTitle(viewOf({ seats: two }))).toBe("▸ Ваш ход — С друзьями");
    expect(tableTitle(viewOf({ seats: two, on_turn: 1 }))).toBe("Борис — С друзьями");
  });
  test("by the vote that is asked for", () => {
    const proposal = { seat: 1, play: { laid: [], swapped: [] }, words: ["КЛЯКС"], votes: {} };
    expect(tableTitle(viewOf({ seats: two, on_turn: 1, phase: "voting", proposal }))).toBe("▸ Ваш голос — С друзьями");
  });
  test("over when it is", () => expect(tableTitle(viewOf({ cancelled: true }))).toBe("Партия окончена — С друзьями"));
});
