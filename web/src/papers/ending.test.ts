import { beforeAll, describe, expect, test } from "vitest";
import type { Seat } from "../protocol";
import { viewOf } from "../testing/views";
import { speak } from "../words/language.svelte";
import { endText, winnersText } from "./ending";

beforeAll(() => speak("ru"));

describe("the end", () => {
  const ended = (winners: number[]) => viewOf({ phase: "ended", ended: { reason: "out", winners, rows: [] } });
  test("names the winner", () => expect(winnersText(ended([1]))).toBe("Победа: Бот-сосед"));
  test("tells whoever has won that it is he, also where he has a name", () =>
    expect(winnersText(ended([0]))).toBe("Вы победили!"));
  test("names the winner of a sofa, and to whoever looks on", () => {
    const [ann, bot] = viewOf().seats as [Seat, Seat];
    expect(winnersText({ ...ended([0]), seats: [ann, { ...ann, name: "Bob" }, bot] })).toBe("Победа: Ann");
    expect(winnersText({ ...ended([0]), seats: [{ ...ann, mine: false }, bot] })).toBe("Победа: Ann");
  });
  test("is a draw where all have the same", () => expect(winnersText(ended([0, 1]))).toBe("Ничья: Ann, Бот-сосед"));
  test("is shared where some have the same", () => {
    const { seats } = viewOf();
    expect(winnersText({ ...ended([0, 1]), seats: [...seats, ...seats] })).toBe("Победа на всех: Ann, Бот-сосед");
  });
  test("says who of two has resigned", () => {
    const over = { ...ended([0]), ended: { reason: "resigned" as const, winners: [0], rows: [] } };
    const left = (...gone: number[]) => ({
      ...over,
      seats: [...over.seats, ...over.seats]
        .slice(0, gone.length + 1)
        .map((seat, index) => ({ ...seat, resigned: gone.includes(index) })),
    });
    expect(endText(left(1))).toBe("Соперник сдался.");
    expect(endText(left(0))).toBe("Вы сдались.");
    expect(endText(left(1, 2))).toBe("Остальные сдались.");
  });
  test("that was cancelled has neither winner nor loser", () => {
    const cancelled = viewOf({ phase: "ended", cancelled: true });
    expect([winnersText(cancelled), endText(cancelled)]).toEqual(["Партия отменена", "Никто не выиграл и не проиграл."]);
  });
  test("may have no winner", () => expect(winnersText(ended([]))).toBe("Ничья"));
});
