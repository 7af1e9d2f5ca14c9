import { describe, expect, test } from "vitest";
import { letterOf, meaningOf } from "./keys";
import { variantOf } from "../testing/variants";

const russian = variantOf("wordsmith").alphabet;
const english = variantOf("friends").alphabet;
const key = (key: string, code: string, held = {}) => ({ key, code, ...held });

describe("letters", () => {
  test("by their character", () => expect(letterOf(key("к", "KeyR"), russian)).toBe("К"));

  test("by the place of the key where the layout is Latin", () => {
    expect(letterOf(key("q", "KeyQ"), russian)).toBe("Й");
    expect(letterOf(key(";", "Semicolon"), russian)).toBe("Ж");
    expect(letterOf(key("[", "BracketLeft"), russian)).toBe("Х");
    expect(letterOf(key(".", "Period"), russian)).toBe("Ю");
  });

  test("Latin letters from a Russian layout", () => {
    expect(letterOf(key("ф", "KeyA"), english)).toBe("A");
    expect(letterOf(key("я", "KeyZ"), english)).toBe("Z");
  });

  test("a character of the alphabet goes before the place of its key", () => {
    // AZERTY: the key at Q's place says "a".
    expect(letterOf(key("a", "KeyQ"), english)).toBe("A");
  });

  test("Ё is Е where there is no tile for it, and Ё where there is", () => {
    expect(letterOf(key("ё", "Backquote"), russian)).toBe("Е");
    expect(letterOf(key("ё", "Backquote"), variantOf("classic-ru").alphabet)).toBe("Ё");
    expect(letterOf(key("`", "Backquote"), russian)).toBe("Е");
  });

  test("every letter of the Russian alphabet has a key of a Latin keyboard", () => {
    const codes = [
      "Backquote",
      "BracketLeft",
      "BracketRight",
      "Semicolon",
      "Quote",
      "Comma",
      "Period",
      ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ".replace(/./g, "Key$& ").trim().split(" "),
    ];
    const reached = new Set(codes.map((code) => letterOf(key("¤", code), variantOf("classic-ru").alphabet)));
    expect([...variantOf("classic-ru").alphabet].filter((letter) => !reached.has(letter))).toEqual([]);
  });
});

describe("meanings", () => {
  test("Shift with a letter is a star", () => {
    expect(meaningOf(key("К", "KeyR", { shiftKey: true }), russian)).toEqual({
      means: "letter",
      letter: "К",
      star: true,
    });
  });

  test("arrows step, the space bar turns, and nothing else is a surprise", () => {
    expect(meaningOf(key("ArrowDown", "ArrowDown"), russian)).toEqual({ means: "step", across: false, step: 1 });
    expect(meaningOf(key("ArrowLeft", "ArrowLeft"), russian)).toEqual({ means: "step", across: true, step: -1 });
    expect(meaningOf(key(" ", "Space"), russian)).toEqual({ means: "turn" });
    expect(meaningOf(key("Backspace", "Backspace"), russian)).toEqual({ means: "back" });
    expect(meaningOf(key("Enter", "Enter"), russian)).toEqual({ means: "commit" });
    expect(meaningOf(key("Escape", "Escape"), russian)).toEqual({ means: "recall" });
  });

  test("a digit is a tile of the hand, also on the number pad", () => {
    expect(meaningOf(key("1", "Digit1"), russian)).toEqual({ means: "tile", place: 0 });
    expect(meaningOf(key("7", "Numpad7"), english)).toEqual({ means: "tile", place: 6 });
  });

  test.each(["ctrlKey", "altKey", "metaKey"])("%s belongs to the browser", (modifier) => {
    expect(meaningOf(key("р", "KeyH", { [modifier]: true }), russian)).toBeNull();
    expect(meaningOf(key("ArrowLeft", "ArrowLeft", { [modifier]: true }), russian)).toBeNull();
  });

  test("a key that is no letter and no command is left alone", () => {
    for (const [name, code] of [
      ["F5", "F5"],
      ["Tab", "Tab"],
      ["Home", "Home"],
      ["0", "Digit0"],
      ["/", "Slash"],
    ] as const) {
      expect(meaningOf(key(name, code), english)).toBeNull();
    }
  });
});
