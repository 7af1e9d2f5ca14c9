import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { GroupWord } from "../protocol.people";
import { speak } from "../words/language.svelte";
import { likelyLanguage, WordsOfGroup } from "./words.svelte";

beforeAll(() => speak("en"));
const word = (text: string, language = "ru"): GroupWord => ({ word: text, language, at: "", table: null });

/** A server that keeps a list. */
let kept: GroupWord[];
let refusal: object | null;
beforeEach(() => {
  [kept, refusal] = [[word("ЗЮЗЯ"), word("ЁРШ")], null];
  vi.stubGlobal("fetch", async (_: string, request: RequestInit) => {
    if (refusal) return new Response(JSON.stringify(refusal), { status: 422 });
    const change = request.body
      ? (JSON.parse(request.body as string) as { word: string; language: string; remove?: boolean })
      : null;
    if (change) {
      const text = change.word.trim().toUpperCase();
      kept = kept.filter((each) => each.word !== text);
      if (!change.remove) kept.push(word(text, change.language));
    }
    return new Response(JSON.stringify({ words: kept, tables: 3 }));
  });
});
afterEach(() => vi.unstubAllGlobals());
const texts = (list: WordsOfGroup) => list.words.map((each) => each.word);
async function loaded(): Promise<WordsOfGroup> {
  const list = new WordsOfGroup("g");
  await list.load();
  return list;
}

test("the list of the group is shown", async () => {
  const list = await loaded();
  expect(texts(list)).toEqual(["ЗЮЗЯ", "ЁРШ"]);
  expect(list.tables).toBe(3);
});

test("a word that is added is named as it was kept", async () => {
  const list = await loaded();
  expect(await list.add(" бубль ", "ru")).toBe(true);
  expect(list.added).toBe("БУБЛЬ");
  expect(texts(list)).toContain("БУБЛЬ");
});

test("a word that is taken out can be let in again, and is then not offered any more", async () => {
  const list = await loaded();
  await list.remove(list.words[0] as GroupWord);
  expect(texts(list)).toEqual(["ЁРШ"]);
  expect(list.removed.map((each) => each.word)).toEqual(["ЗЮЗЯ"]);
  await list.undo(list.removed[0] as GroupWord);
  expect(texts(list)).toContain("ЗЮЗЯ");
  expect(list.removed).toEqual([]);
});

test("whoever writes it again by hand has it back, too", async () => {
  const list = await loaded();
  await list.remove(list.words[0] as GroupWord);
  await list.add("зюзя", "ru");
  expect(list.removed).toEqual([]);
});

test("what cannot be a word says so, and nothing has changed", async () => {
  const list = await loaded();
  refusal = { error: "bad_request", detail: { path: "word" } };
  expect(await list.add("1", "ru")).toBe(false);
  expect(list.refusal).toContain("two letters");
  expect(texts(list)).toEqual(["ЗЮЗЯ", "ЁРШ"]);
});

test("who has never played with these people sees no list", async () => {
  refusal = { error: "forbidden" };
  const list = await loaded();
  expect(list.isLoaded).toBe(false);
  expect(list.failure).toContain("played");
});

test("the letters say which language it is, else the others do", () => {
  expect(likelyLanguage("дом", [word("A", "en")], "en")).toBe("ru");
  expect(likelyLanguage("house", [word("ДОМ")], "ru")).toBe("en");
  expect(likelyLanguage("", [word("HOUSE", "en")], "ru")).toBe("en");
  expect(likelyLanguage("", [], "ru")).toBe("ru");
});
