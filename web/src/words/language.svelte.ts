/** The language of the page: the visitor's choice, else the browser's first of the two; only its catalogue is loaded. */

import type ru from "../../../src/wordsmith/texts/ru.json";
import { sentence, type Lines, type Particulars } from "./catalogue";

export type Language = "ru" | "en";
export type TextKey = keyof typeof ru;

const PLACE = "wordsmith.language";

class Words {
  language = $state<Language>("en");
  lines = $state.raw<Lines>({});
}
const words = new Words();

export const language = (): Language => words.language;

/** The sentence of `key` in the language of the page. */
export const say = (key: TextKey, particulars?: Particulars): string =>
  sentence(words.lines, words.language, key, particulars);

/** The sentence of a key put together from a name of the server's; `otherwise` where the catalogue has none. */
export const sayNamed = (key: string, particulars?: Particulars, otherwise: string = key): string =>
  key in words.lines ? sentence(words.lines, words.language, key, particulars) : otherwise;

export const hasText = (key: string): boolean => key in words.lines;

export function preferredLanguage(chosen: string | null, wanted: readonly string[]): Language {
  if (chosen === "ru" || chosen === "en") return chosen;
  // Many who read Russian have a browser in a language of their neighbourhood first, but name Russian before English.
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === "ru" || tag === "en");
  return known === "ru" ? "ru" : "en";
}

export async function speak(next: Language, { chosen = false } = {}): Promise<void> {
  const catalogue =
    next === "ru"
      ? await import("../../../src/wordsmith/texts/ru.json")
      : await import("../../../src/wordsmith/texts/en.json");
  words.lines = catalogue.default;
  words.language = next;
  document.documentElement.lang = next;
  if (chosen) localStorage.setItem(PLACE, next);
}

export const speakPreferred = (): Promise<void> =>
  speak(preferredLanguage(localStorage.getItem(PLACE), navigator.languages));
