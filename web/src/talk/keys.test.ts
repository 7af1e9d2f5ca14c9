import { expect, test } from "vitest";
import { isTalkKey } from "./keys";

const pressed = (init: KeyboardEventInit, on: Element = document.body) => {
  const event = new KeyboardEvent("keydown", init);
  Object.defineProperty(event, "target", { value: on });
  return isTalkKey(event);
};

test("the slash opens the talk, in a Russian layout the key that has it", () => {
  expect(pressed({ key: "/", code: "Slash" })).toBe(true);
  expect(pressed({ key: ".", code: "Slash" })).toBe(true);
  expect(pressed({ key: "/", code: "Backslash", shiftKey: true })).toBe(true);
});

test("other keys do not, nor those that belong to the browser", () => {
  expect(pressed({ key: ",", code: "Slash", shiftKey: true })).toBe(false);
  expect(pressed({ key: ".", code: "Period" })).toBe(false);
  expect(pressed({ key: "/", code: "Slash", ctrlKey: true })).toBe(false);
});

test("while something is written it is a sign like any other", () => {
  expect(pressed({ key: "/", code: "Slash" }, document.createElement("textarea"))).toBe(false);
});
