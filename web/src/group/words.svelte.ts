/** The words of a group before one of its people: what is let in, what was just taken out and can come back. */

import type { GroupWord } from "../protocol.people";
import { Refusal } from "../server";
import { changeGroupWords, loadGroupWords, type GroupWords } from "../server.people";
import { say, sayNamed, type Language } from "../words/language.svelte";

export class WordsOfGroup {
  words = $state.raw<readonly GroupWord[]>([]);
  tables = $state(0);
  isLoaded = $state(false);
  /** Why nothing can be shown at all. */
  failure = $state("");
  /** Why the last change could not be. */
  refusal = $state("");
  /** The word that was let in last. */
  added = $state("");
  /** What was taken out here, the last first: it can be let in again. */
  removed = $state.raw<readonly GroupWord[]>([]);

  readonly #group: string;

  constructor(group: string) {
    this.#group = group;
  }

  async load(): Promise<void> {
    try {
      this.#show(await loadGroupWords(this.#group));
      this.failure = "";
    } catch (error) {
      this.failure = refusalText(error);
    }
  }

  /** True when the word counts from now on. */
  async add(word: string, language: Language): Promise<boolean> {
    const before = new Set(this.words.map(keyOf));
    if (!(await this.#change({ word, language }))) return false;
    this.added = this.words.find((each) => !before.has(keyOf(each)))?.word ?? word.trim().toUpperCase();
    this.removed = this.removed.filter((each) => !this.words.some((one) => keyOf(one) === keyOf(each)));
    return true;
  }

  async remove(word: GroupWord): Promise<void> {
    if (!(await this.#change({ word: word.word, language: word.language, remove: true }))) return;
    this.added = "";
    this.removed = [word, ...this.removed.filter((each) => keyOf(each) !== keyOf(word))];
  }

  async undo(word: GroupWord): Promise<void> {
    if (await this.#change({ word: word.word, language: word.language }))
      this.removed = this.removed.filter((each) => each !== word);
  }

  async #change(change: { word: string; language: string; remove?: boolean }): Promise<boolean> {
    this.refusal = "";
    try {
      this.#show(await changeGroupWords(this.#group, change));
      return true;
    } catch (error) {
      this.refusal = refusalText(error);
      return false;
    }
  }

  #show({ words, tables }: GroupWords): void {
    [this.words, this.tables, this.isLoaded] = [words, tables, true];
  }
}

const keyOf = ({ word, language }: GroupWord): string => `${language} ${word}`;

function refusalText(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  if (error.code === "forbidden") return say("group.forbidden");
  if (error.code === "bad_request") return say("group.bad_word");
  if (error.code === "too_many") return say("group.too_many");
  return sayNamed(`error.${error.code}`, {}, say("error.unreachable"));
}

/** In which language a word is most likely added: that of the others, else that of its letters, else that of the page. */
export function likelyLanguage(word: string, words: readonly GroupWord[], page: Language): Language {
  if (/[а-яё]/i.test(word)) return "ru";
  if (/[a-z]/i.test(word)) return "en";
  const [first] = words;
  return first?.language === "ru" || first?.language === "en" ? first.language : page;
}
