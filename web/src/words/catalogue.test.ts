import { describe, expect, test } from "vitest";
import en from "../../../src/wordsmith/texts/en.json";
import ru from "../../../src/wordsmith/texts/ru.json";
import { figure, sentence, type Lines } from "./catalogue";

const russian = ru as Lines;
const english = en as Lines;

describe("a sentence", () => {
  test.each([
    [1, "1\u00a0очко"],
    [3, "3\u00a0очка"],
    [5, "5\u00a0очков"],
    [11, "11\u00a0очков"],
    [21, "21\u00a0очко"],
    [112, "112\u00a0очков"],
  ])("of %i points in Russian", (n, said) => {
    expect(sentence(russian, "ru", "n.points", { n })).toBe(said);
  });
  test.each([
    [1, "1\u00a0point"],
    [0, "0\u00a0points"],
    [21, "21\u00a0points"],
  ])("of %i points in English", (n, said) => {
    expect(sentence(english, "en", "n.points", { n })).toBe(said);
  });
  test("without a key is the key, so that the fault is seen", () =>
    expect(sentence(russian, "ru", "no.such")).toBe("no.such"));
  test("keeps a particular it was not given", () => expect(sentence(english, "en", "over.won")).toContain("{name}"));
  test("parts a number from its noun at no line end, and words as they are", () => {
    const lines = { line: "{n} turns of {count}, {name} won {n}. {n}" };
    expect(sentence(lines, "en", "line", { n: 2, count: 3, name: "Ann 2" })).toBe(
      "2\u00a0turns of 3, Ann 2 won 2. 2",
    );
  });
  test("writes a minus as print does", () => expect(figure(-5)).toBe("−5"));
});

describe("the two catalogues", () => {
  test("have the same keys", () => expect(Object.keys(english)).toEqual(Object.keys(russian)));

  test("need no plural form that Intl does not give, and have all it does", () => {
    const forms = { ru: "few,many,one,other", en: "one,other" };
    for (const [language, lines] of [
      ["ru", russian],
      ["en", english],
    ] as const) {
      const wrong = Object.entries(lines).filter(
        ([, line]) => typeof line !== "string" && Object.keys(line).sort().join() !== forms[language],
      );
      expect(wrong).toEqual([]);
    }
  });

  test("are not copies: no Russian sentence of the page has an English word in it", () => {
    const page = Object.entries(russian).filter(([key]) => !key.startsWith("cli."));
    const plain = page.filter(
      ([, line]) => typeof line === "string" && /[A-Za-z]{4}/.test(line.replace(/\{\w+\}|Language|JSON/g, "")),
    );
    expect(plain).toEqual([]);
  });
});
