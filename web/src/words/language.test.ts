import { expect, test } from "vitest";
import { preferredLanguage, say, speak } from "./language.svelte";

test("what was chosen here goes before what the browser says", () => {
  expect(preferredLanguage("en", ["ru-RU"])).toBe("en");
  expect(preferredLanguage("ru", ["en-GB"])).toBe("ru");
});

test("the first of the two languages that the browser names", () => {
  expect(preferredLanguage(null, ["de-DE", "ru", "en"])).toBe("ru");
  expect(preferredLanguage(null, ["en-US", "ru"])).toBe("en");
});

test("somebody who reads neither gets English", () => {
  expect(preferredLanguage(null, ["de", "fr"])).toBe("en");
  expect(preferredLanguage("xx", [])).toBe("en");
});

test("the page speaks what it was told to, and says so of itself", async () => {
  await speak("ru");
  expect(say("act.play")).toBe("Ходить");
  expect(document.documentElement.lang).toBe("ru");
  await speak("en");
  expect(say("act.play")).toBe("Play");
});
