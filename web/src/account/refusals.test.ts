import { beforeAll, expect, test } from "vitest";
import { Refusal } from "../server";
import { speak } from "../words/language.svelte";
import { refusalText } from "./refusals";

beforeAll(() => speak("en"));
const said = (code: string, detail = {}) => refusalText(new Refusal(code, detail));

test("a weak password says why", () => {
  expect(said("weak_password", { why: "length", least: 8, most: 128 })).toBe("A password has from 8\u00a0to 128\u00a0signs.");
  expect(said("weak_password", { why: "common" })).toContain("commonest");
  expect(said("weak_password", { why: "of tomorrow" })).toContain("easily guessed");
});

test("a log-in that cannot be says why", () => {
  expect(said("bad_name", { why: "mixed" })).toContain("Russian and Latin");
  expect(said("taken")).toContain("This log-in is taken");
});

test("who tries too often is told how long to wait", () => {
  expect(said("too_fast", { wait_s: 61 })).toBe("Too many attempts. Wait for 2\u00a0minutes.");
  expect(said("too_fast", { wait_s: 2 })).toBe("Too many attempts. Wait for 1\u00a0minute.");
  expect(said("too_fast")).not.toContain("{");
});

test("whatever the server says there are words", () => {
  expect(said("of_tomorrow")).toContain("does not answer");
});

test("a fault of the page is no refusal", () => {
  expect(() => refusalText(new TypeError("fault"))).toThrow(TypeError);
});
