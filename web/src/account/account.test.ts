import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { speak } from "../words/language.svelte";
import { Account } from "./account.svelte";
import { takeToken } from "./tokens";

beforeAll(() => speak("en"));
let answers: Response[];
beforeEach(() => {
  answers = [];
  vi.stubGlobal("fetch", async () => answers.shift() ?? Response.error());
});
afterEach(() => vi.unstubAllGlobals());
const answer = (body: object, status = 200) => new Response(JSON.stringify(body), { status });

test("what was asked is answered with the visitor as he is then", async () => {
  const account = new Account();
  answers = [answer({ name: "Ann" })];
  expect(await account.change("name", "/api/me", { name: "Ann" })).toBe(true);
  expect(account.me?.name).toBe("Ann");
  expect(account.isDone("name")).toBe(true);
  expect(account.isDone("email")).toBe(false);
});

test("a refusal stands where it was asked, and the next wish wipes it off", async () => {
  const account = new Account();
  answers = [answer({ error: "taken" }, 409), answer({ name: "Ann" })];
  expect(await account.change("register", "/api/me/register", {})).toBe(false);
  expect(account.refusalOf("register")).toContain("This log-in is taken");
  expect(account.refusalOf("name")).toBe("");
  expect(account.refusalOf("register", ["taken"])).toContain("This log-in is taken");
  expect(account.refusalOf("register", ["weak_password"])).toBe("");
  await account.change("name", "/api/me", {});
  expect(account.refusalOf("register")).toBe("");
});

test("a wish on its way is not begun again", async () => {
  const account = new Account();
  let done = 0;
  const slow = account.attempt("one", async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    done++;
  });
  expect(await account.attempt("one", async () => void done++)).toBe(false);
  await slow;
  expect(done).toBe(1);
  expect(account.under).toBe("");
});

const session = (id: string) => ({ id, agent: "", since: "", seen: "", here: true });
test("whoever is logged out from another device is a guest at the next look, and is told", async () => {
  const account = new Account();
  answers = [answer({ login: "ann" }), answer({ sessions: [session("a")] })];
  await account.load();
  await account.look();
  expect([account.me?.login, account.isOut]).toEqual(["ann", false]);
  answers = [answer({ sessions: [session("b")] }), answer({ login: null })];
  await account.look();
  expect([account.me?.login, account.isOut]).toEqual([null, true]);
});

test("with another cookie of his own the visitor is whoever he was", async () => {
  const account = new Account();
  answers = [answer({ login: "ann" }), answer({ sessions: [session("a")] })];
  await account.load();
  await account.look();
  answers = [answer({ sessions: [session("b")] }), answer({ login: "ann" })];
  await account.look();
  expect([account.me?.login, account.isOut]).toEqual(["ann", false]);
});

test("a wish that is answered to a guest tells that he is logged out, until he has a log-in", async () => {
  const account = new Account();
  answers = [answer({ login: "ann" }), answer({ login: null }), answer({ login: "ann" })];
  await account.load();
  await account.change("rating", "/api/me", {});
  expect(account.isOut).toBe(true);
  await account.load();
  expect(account.isOut).toBe(false);
});

test("nothing is looked for while a wish is on its way", async () => {
  const account = new Account();
  answers = [answer({ sessions: [session("a")] })];
  await account.attempt("one", () => account.lookAgain());
  expect([account.sessions.length, answers.length]).toEqual([0, 1]);
});

test("without a line nothing can be shown, and it is said", async () => {
  const account = new Account();
  await account.load();
  expect(account.failure).toContain("does not answer");
});

test("what a letter brings is taken once, and stands in the address no more", () => {
  history.replaceState(null, "", "/me?x=1#confirm=a.b-c_d");
  expect(takeToken("reset")).toBe("");
  expect(takeToken("confirm")).toBe("a.b-c_d");
  expect(location.hash).toBe("");
  expect(location.search).toBe("?x=1");
  expect(takeToken("confirm")).toBe("");
});
