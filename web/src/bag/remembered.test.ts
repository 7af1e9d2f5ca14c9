import { beforeEach, expect, test } from "vitest";
import { rememberedSeal, rememberSeal } from "./remembered";

beforeEach(() => localStorage.clear());

test("what was seen first stays, whatever is said later", () => {
  rememberSeal("t1", "aa");
  rememberSeal("t1", "bb");
  expect(rememberedSeal("t1")).toBe("aa");
  expect(rememberedSeal("t2")).toBeNull();
});

test("a table without a seal is not remembered", () => {
  rememberSeal("t1", "");
  expect(rememberedSeal("t1")).toBeNull();
});

test("the oldest of very many is forgotten", () => {
  for (let n = 0; n < 201; n++) rememberSeal(`t${n}`, `${n}`);
  expect(rememberedSeal("t0")).toBeNull();
  expect(rememberedSeal("t1")).toBe("1");
  expect(rememberedSeal("t200")).toBe("200");
});

test("what somebody else has written there is no seal", () => {
  localStorage.setItem("wordsmith.seals", "{");
  expect(rememberedSeal("t1")).toBeNull();
});
