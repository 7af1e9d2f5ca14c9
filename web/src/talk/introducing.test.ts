import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadNames, saveNames } from "../agreement/names";
import { speak } from "../words/language.svelte";
import { Introducing } from "./introducing.svelte";

beforeAll(() => speak("en"));
let answers: (object | null)[];
let asked: unknown[];
beforeEach(() => {
  localStorage.clear();
  [answers, asked] = [[], []];
  vi.stubGlobal("fetch", async (_path: string, request: RequestInit) => {
    asked.push(request.body ? JSON.parse(request.body as string) : null);
    const said = answers.shift();
    if (!said) throw new TypeError("no line");
    return new Response(JSON.stringify(said), { status: "error" in said ? 422 : 200 });
  });
});
afterEach(() => vi.unstubAllGlobals());

test("whoever has no name is not known, and whoever has one is", async () => {
  answers = [{ name: "" }, { name: "Cora" }, null];
  const introducing = new Introducing();
  expect(await introducing.isKnown()).toBe(false);
  expect(await introducing.isKnown()).toBe(true);
  expect(await introducing.isKnown()).toBe(true); // no line: it is not he who is at fault
});

test("the name is kept as the site takes it, for the tables to come", async () => {
  saveNames(["", "Bob"]);
  answers = [{ name: "Cora" }];
  const introducing = new Introducing();
  introducing.name = " Cora ";
  expect(await introducing.keep()).toBe(true);
  expect(asked).toEqual([{ name: "Cora" }]);
  expect(loadNames()).toEqual(["Cora", "Bob"]);
});

test("nothing is no name, and nothing is asked", async () => {
  const introducing = new Introducing();
  introducing.name = "  ";
  expect(await introducing.keep()).toBe(false);
  expect(asked).toEqual([]);
});

test("a name that is refused says why, and can be given anew", async () => {
  answers = [{ error: "bad_name", detail: { why: "offensive" } }, { name: "Cora" }];
  const introducing = new Introducing();
  introducing.name = "Cora";
  expect(await introducing.keep()).toBe(false);
  expect(introducing.refusal).not.toBe("");
  expect([await introducing.keep(), introducing.refusal]).toEqual([true, ""]);
});
