import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { speak } from "../words/language.svelte";
import { Order } from "./order.svelte";
import { accuracyText, gainText, personText } from "./persons";

beforeAll(() => speak("en"));
const desk = { reports: [], waiting: 0, sanctions: [], words: [], acts: [], meetings: [] };
let me: { role: string; strong: boolean };
let answers: { [path: string]: { body: object; status?: number } };
let sent: { path: string; body: unknown }[];
beforeEach(() => {
  [me, sent] = [{ role: "moderator", strong: true }, []];
  answers = {
    "/api/moderation": { body: desk },
    "/api/moderation/factor": { body: {} },
    "/api/moderation/acts": { body: desk },
  };
  vi.stubGlobal("fetch", async (path: string, request: RequestInit) => {
    sent.push({ path, body: request.body ? JSON.parse(request.body as string) : null });
    const { body, status = 200 } = path === "/api/me" ? { body: me } : (answers[path] ?? { body: {} });
    return new Response(JSON.stringify(body), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());
async function opened(): Promise<Order> {
  const order = new Order();
  await order.load();
  return order;
}

test("a stranger is told nothing, and nothing is asked for him", async () => {
  me = { role: "", strong: false };
  const order = await opened();
  expect(order.standing).toBe("stranger");
  expect(sent.map(({ path }) => path)).toEqual(["/api/me"]);
});

test("a moderator shows the second factor first", async () => {
  me.strong = false;
  const order = await opened();
  expect(order.standing).toBe("weak");
  expect(order.desk).toBeNull();
  await order.prove("123456");
  expect(sent.find(({ path }) => path.endsWith("factor"))?.body).toEqual({ code: "123456" });
  expect(order.standing).toBe("strong");
});

test("a code that is no good says so", async () => {
  me.strong = false;
  answers["/api/moderation/factor"] = { body: { error: "bad_code" }, status: 403 };
  const order = await opened();
  await order.prove("000000");
  expect(order.standing).toBe("weak");
  expect(order.trouble).toContain("each works once");
});

test("an act is answered with the desk as it is then", async () => {
  const order = await opened();
  answers["/api/moderation/acts"] = { body: { ...desk, waiting: 3 } };
  expect(await order.act("lift 1", { act: "lift", sanction: "1" })).toBe(true);
  expect(order.desk?.waiting).toBe(3);
});

test("an act that cannot be says so beside it, and nowhere else", async () => {
  const order = await opened();
  answers["/api/moderation/acts"] = { body: { error: "nobody" }, status: 404 };
  expect(await order.act("measure login", { act: "mute", login: "x", reason: "" })).toBe(false);
  expect(order.refusalOf("measure login")).toContain("no such person");
  expect(order.refusalOf("cancel")).toBe("");
});

test("a look tells how somebody plays, and leaves the desk as it is", async () => {
  const order = await opened();
  const conduct = { who: { name: "Bob", login: "bob" }, ratings: [], opponents: [], ring: [] };
  answers["/api/moderation/looks"] = { body: conduct };
  expect(await order.look("look login", { login: "bob" })).toEqual(conduct);
  expect(sent.at(-1)).toEqual({ path: "/api/moderation/looks", body: { login: "bob" } });
  expect(order.desk).toEqual(desk);
});

test("a look that is refused says so beside it", async () => {
  const order = await opened();
  answers["/api/moderation/looks"] = { body: { error: "nobody" }, status: 404 };
  expect(await order.look("look login", { login: "x" })).toBeNull();
  expect(order.refusalOf("look login")).toContain("no such person");
});

test("when the half hour is over the second factor is asked again", async () => {
  const order = await opened();
  answers["/api/moderation/acts"] = { body: { error: "forbidden" }, status: 403 };
  me.strong = false;
  await order.act("lift 1", { act: "lift", sanction: "1" });
  expect(order.standing).toBe("weak");
});

test("what must not be done to a moderator is refused without asking for the factor again", async () => {
  const order = await opened();
  answers["/api/moderation/acts"] = { body: { error: "forbidden" }, status: 403 };
  await order.act("measure login", { act: "ban", login: "other", reason: "" });
  expect(order.standing).toBe("strong");
  expect(order.refusalOf("measure login")).toContain("keeps order");
});

test("people are called by name, with the log-in where there is one", () => {
  expect(personText({ name: "Bob", login: "bob" })).toBe("Bob (bob)");
  expect(personText({ name: "", login: null })).toBe("nameless, guest");
});

test("rating that was won or lost has its sign", () => {
  expect([40, 0, -12].map(gainText)).toEqual(["+40", "0", "−12"]);
});

test("plays that were compared stand beside what is usual for the rating", () => {
  const nothing = { plays: 0, best: 0, lost: 0 };
  const own = { plays: 8, best: 7, lost: 0.5 };
  expect(accuracyText(nothing, own)).toBe("");
  expect(accuracyText(own, nothing)).toBe("of 8\u00a0plays 88 % are the best, 0.5 points short of it on average");
  expect(accuracyText(own, { plays: 200, best: 50, lost: 6.4 })).toContain("usual for this rating: 25 %, 6.4");
});
