import { describe, expect, test } from "vitest";
import { variantOf, variants } from "../testing/variants";
import { speak, type Language } from "../words/language.svelte";
import { differenceText, isOn, overridesOf, valueText, withGroup } from "./parameters";
import { isUnlikeScrabble } from "./scrabble";
import { rulesSheet } from "./sheet";

const LANGUAGES: Language[] = ["ru", "en"];

describe.each(LANGUAGES)("the rules in %s", (language) => {
  test.each(variants.map(({ id }) => id))("%s: every sentence is a sentence", async (id) => {
    await speak(language);
    const lines = rulesSheet(variantOf(id)).flatMap((section) => section.lines.map(({ text }) => text));
    expect(lines.length).toBeGreaterThan(12);
    for (const text of lines) {
      expect(text).not.toMatch(/[{}]|undefined|NaN|rules\.\w/);
      expect(text).toMatch(/\.$/);
    }
  });

  test.each(variants.map(({ id }) => id))("%s: every value of every rule has words", async (id) => {
    await speak(language);
    const variant = variantOf(id);
    for (const [name, value] of Object.entries(variant.defaults)) {
      expect(valueText(name, value, variant)).not.toMatch(/[{}]|^[a-z]+_[a-z_]+$|rule\.|group\./);
    }
  });
});

test("what differs from Scrabble is marked, and nothing in the classic game is", () => {
  const differing = (id: string) =>
    rulesSheet(variantOf(id)).flatMap(({ lines }) => lines.filter(({ differs }) => differs));
  expect(differing("wordsmith").length).toBeGreaterThan(4);
  expect(differing("friends").length).toBeGreaterThan(1);
  expect(differing("classic")).toEqual([]);
  expect(isUnlikeScrabble("wild_swap", variantOf("wordsmith").defaults)).toBe(true);
});

test("the numbers are the variant's own", async () => {
  await speak("en");
  const variant = { ...variantOf("friends"), defaults: { ...variantOf("friends").defaults, full_rack_bonus: "77" } };
  const text = rulesSheet(variant)
    .flatMap(({ lines }) => lines.map((line) => line.text))
    .join(" ");
  expect(text).toContain("77");
  expect(text).not.toContain("35");
});

describe("word groups", () => {
  const variant = variantOf("wordsmith");
  test("are switched one by one, in the order of the list", () => {
    const on = withGroup(variant.defaults, variant, "slang", true);
    expect(isOn({ word_groups: on }, "slang")).toBe(true);
    expect(withGroup({ word_groups: on }, variant, "slang", false)).toBe(variant.defaults.word_groups);
  });
  test("the difference names only what was added and what was left out", async () => {
    await speak("ru");
    const rules = {
      word_groups: withGroup(
        { word_groups: withGroup(variant.defaults, variant, "slang", true) },
        variant,
        "archaic",
        false,
      ),
    };
    expect(differenceText("word_groups", rules.word_groups, variant)).toBe(
      "ещё считаются: жаргон; не считаются: устаревшие",
    );
  });
});

test("overrides are what is not the preset's", () => {
  const variant = variantOf("friends");
  expect(overridesOf({ ...variant.defaults, full_rack_bonus: "50" }, variant)).toEqual({ full_rack_bonus: "50" });
});
