import { beforeAll, describe, expect, test } from "vitest";
import type { TableLine } from "../protocol.gathering";
import { lineOf } from "../testing/views";
import { speak } from "../words/language.svelte";
import { alikeLines, pastLines, scoresText, shownLines, statusOf } from "./mine";

beforeAll(() => speak("ru"));
const seat = (name: string, kind = "human") => ({ name, kind, score: 0, level: kind === "bot" ? "easy" : null });
const two = [seat("Анна"), seat("Борис")];
const tables = (...lines: TableLine[]) => shownLines(lines).map(({ table }) => table);

describe("how a table stands", () => {
  test.each<[Partial<TableLine>, string, boolean]>([
    [{ on_turn: 0 }, "ваш ход", true],
    [{ on_turn: 1 }, "ходит Борис", false],
    [{ on_turn: 1, seats: [seat("Анна"), seat("", "bot")] }, "продолжить", false],
    [{ phase: "gathering", seats: [seat("Анна"), seat("", "open")] }, "ждём ещё 1\u00a0игрока", false],
    [{ phase: "gathering", seats: [seat("", "open"), seat("Борис")], mine: [] }, "вас ждут", true],
    [{ phase: "ended", ended: true, rematch: "next" }, "сыграть ещё", true],
  ])("%o", (change, text, isAwaited) =>
    expect(statusOf(lineOf({ seats: two, ...change }))).toMatchObject({ text, isAwaited }),
  );
});

describe("the list", () => {
  test("begins with what waits for the visitor", () =>
    expect(
      tables(
        lineOf({ table: "theirs", seats: two, on_turn: 1 }),
        lineOf({ table: "mine", seats: two, on_turn: 0 }),
        lineOf({ table: "gathers", phase: "gathering", seats: [seat("Анна"), seat("", "open")] }),
      ),
    ).toEqual(["mine", "theirs", "gathers"]));
  test("leaves out what is over, cancelled, or lies on the front page anyway", () =>
    expect(
      tables(
        lineOf({ table: "over", phase: "ended", ended: true }),
        lineOf({ table: "cancelled", phase: "cancelled" }),
        lineOf({ table: "front", front: true }),
      ),
    ).toEqual([]));
  test("has a game that is over where another one is asked for, until he sits there", () => {
    const over = lineOf({ table: "over", phase: "ended", ended: true, rematch: "next" });
    expect(tables(over)).toEqual(["over"]);
    expect(tables(lineOf({ table: "next", phase: "gathering" }), over)).toEqual(["next"]);
  });
});

describe("tables that look alike", () => {
  const waiting = { phase: "gathering" as const, seats: [seat("Анна"), seat("", "open")] };
  const shown = (...lines: TableLine[]) => alikeLines(lines).map(({ line, more }) => [line.table, more.length]);
  test("stand in the list once, with their number", () =>
    expect(
      shown(
        lineOf({ table: "first", ...waiting }),
        lineOf({ table: "another game", ...waiting, variant: "friends" }),
        lineOf({ table: "second", ...waiting }),
        lineOf({ table: "third", ...waiting }),
      ),
    ).toEqual([
      ["first", 2],
      ["another game", 0],
    ]));
  test("are told apart by who sits there, by the points and by the pace", () =>
    expect(
      shown(
        lineOf({ table: "a", seats: two, on_turn: 1 }),
        lineOf({ table: "b", seats: [seat("Анна"), seat("Вера")], on_turn: 1 }),
        lineOf({ table: "c", seats: [seat("Анна"), { ...seat("Борис"), score: 5 }], on_turn: 1 }),
        lineOf({ table: "d", seats: two, on_turn: 1, pace: { kind: "days", days: 3 } }),
      ),
    ).toEqual([
      ["a", 0],
      ["b", 0],
      ["c", 0],
      ["d", 0],
    ]));
  test("stand alone where a clock runs", () => {
    const clocked = { seats: two, on_turn: 0, due: "2026-01-02T00:00:00+00:00" };
    expect(shown(lineOf({ table: "a", ...clocked }), lineOf({ table: "b", ...clocked }))).toHaveLength(2);
  });
});

test("a game that is over is found again, with the points of all", () => {
  const seats = [
    { ...seat("Анна"), score: 120 },
    { ...seat("Борис"), score: 95 },
  ];
  const over = lineOf({ table: "over", phase: "ended", ended: true, seats });
  const past = pastLines([lineOf({ table: "on" }), over, lineOf({ table: "cancelled", phase: "cancelled" })]);
  expect(past.map(({ table }) => table)).toEqual(["over"]);
  expect(scoresText(over)).toBe("Вы 120 · Борис 95");
});
