import { beforeAll, describe, expect, test } from "vitest";
import type { View } from "../protocol";
import { turnOf, viewOf } from "../testing/views";
import { variantOf } from "../testing/variants";
import { speak } from "./language.svelte";
import { calledName, reasonText, spokenNews, spokenTurn, turnText, whyText, withdrawnText } from "./sentences";

beforeAll(() => speak("ru"));
const word = (text: string, points = 5) => ({ word: text, shown: text, square: 0, across: true, points, voted: false });
const reason = (code: string, change = {}) => ({
  code,
  squares: [],
  word: "",
  square: null,
  across: null,
  why: null,
  ...change,
});

describe("why a word does not count", () => {
  test("a plural names its singular", () =>
    expect(whyText({ code: "plural", lemma: "ДОМ", detail: "" })).toBe("множественное число от ДОМ"));
  test("a case is named in words", () =>
    expect(whyText({ code: "not_nominative", lemma: "ДОМ", detail: "instrumental" })).toBe(
      "творительный падеж от ДОМ",
    ));
  test("a group is named in words", () =>
    expect(whyText({ code: "group_off", lemma: "", detail: "slang" })).toContain("жаргон"));
  test("a code of tomorrow is simply not in the list", () =>
    expect(whyText({ code: "tomorrow", lemma: "X", detail: "" })).toBe("такого слова нет в списке"));
  test("no reason at all, too", () => expect(whyText(null)).toBe("такого слова нет в списке"));
});

test("a reason names its cells as the board does", () => {
  expect(reasonText(reason("not_joined", { squares: [0, 17] }), variantOf("wordsmith"))).toBe(
    "ни к чему не примыкает: A1, B2",
  );
});

test("the turn being laid is one breath", () => {
  const variant = variantOf("wordsmith");
  const bad = {
    ...word("ДОМА"),
    squares: [],
    verdict: "no" as const,
    reason: reason("not_a_word", { why: { code: "plural", lemma: "ДОМ", detail: "" } }),
  };
  const good = { ...word("ИГРА", 14), squares: [], verdict: "ok" as const, reason: null };
  expect(spokenTurn({ words: [good, bad], reasons: [], owed: 1, total: 14, isSound: false, variant })).toBe(
    "ИГРА, 14. Не годится ДОМА: множественное число от ДОМ. Звезда взята, но ещё не сыграна. Итого, если поправить: 14.",
  );
});

describe("a row of the score sheet", () => {
  test("names the words", () => expect(turnText(turnOf(1, { words: [word("КОТ"), word("ТОК")] }))).toBe("КОТ, ТОК"));
  test("counts the tiles of an exchange", () =>
    expect(turnText(turnOf(1, { kind: "exchange", count: 3 }))).toBe("обмен: 3\u00a0фишки"));
  test("says pass", () => expect(turnText(turnOf(1, { kind: "pass" }))).toBe("пас"));
  test("says what was taken off", () =>
    expect(turnText(turnOf(1, { kind: "withdrawn", words: [word("КЛЯКС")] }))).toBe("снято с поля: КЛЯКС"));
});

test("whoever plays one seat is called you; on a sofa all have their names", () => {
  const [ann, bot] = viewOf().seats as [View["seats"][number], View["seats"][number]];
  expect(calledName(viewOf(), 0)).toBe("Вы");
  expect(calledName(viewOf(), 1)).toBe("Бот-сосед");
  expect(calledName(viewOf({ seats: [ann, ann, bot] }), 0)).toBe("Ann");
});

test("the news says who did what, and who is next", () => {
  const turns = [turnOf(2, { words: [word("КОТ")], points: 5 })];
  expect(spokenNews(viewOf(), turns)).toBe("Бот-сосед: КОТ, 5\u00a0очков. Ваш ход.");
  expect(spokenNews(viewOf({ on_turn: 1 }), turns)).toContain("Ходит Бот-сосед");
});

test("the news of a turn that was taken off has no points", () => {
  const turns = (words: string[]) => [turnOf(2, { kind: "withdrawn", words: words.map((text) => word(text)) })];
  expect(spokenNews(viewOf(), turns(["АЕЕА", "КЛЯКС"]))).toBe("Бот-сосед: ход не засчитан (АЕЕА, КЛЯКС). Ваш ход.");
  expect(spokenNews(viewOf(), turns([]))).toBe("Бот-сосед: ход не засчитан. Ваш ход.");
});

describe("a turn of mine that was taken off", () => {
  const turn = turnOf(1, { kind: "withdrawn", words: [word("КЛЯКС")] });
  const rules = (check: string) => ({ rules: { ...viewOf().rules, check } });
  test("names the one other who said no", () =>
    expect(withdrawnText(viewOf(rules("vote")), turn)).toBe("Бот-сосед не принимает: КЛЯКС."));
  test("names the table where several voted", () => {
    const { seats } = viewOf();
    const many = viewOf({ ...rules("vote"), seats: [...seats, ...seats] });
    expect(withdrawnText(many, turn)).toBe("Стол не принял: КЛЯКС.");
  });
  test("was challenged where nobody votes", () =>
    expect(withdrawnText(viewOf(rules("challenge_double")), turn)).toBe("Ход оспорен, фишки снова на руке: КЛЯКС."));
});
