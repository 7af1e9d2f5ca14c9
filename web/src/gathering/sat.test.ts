import { beforeEach, expect, test } from "vitest";
import { hasSat, leaves, sitsAt } from "./sat";

beforeEach(() => localStorage.clear());

test("a table where the visitor sat is known until he leaves by himself", () => {
  expect(hasSat("here")).toBe(false);
  sitsAt("here");
  sitsAt("elsewhere");
  expect([hasSat("here"), hasSat("elsewhere")]).toEqual([true, true]);
  leaves("here");
  expect([hasSat("here"), hasSat("elsewhere")]).toEqual([false, true]);
});

test("only the last of many tables are kept", () => {
  for (let n = 0; n < 30; n++) sitsAt(String(n));
  expect([hasSat("29"), hasSat("10"), hasSat("9")]).toEqual([true, true, false]);
});

test("what somebody else has written there does no harm", () => {
  localStorage.setItem("wordsmith.sat", "{");
  expect(hasSat("here")).toBe(false);
  sitsAt("here");
  expect(hasSat("here")).toBe(true);
});
