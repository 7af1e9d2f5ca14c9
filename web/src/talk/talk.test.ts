import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { FromServer, ToServer } from "../protocol";
import type { Message } from "../protocol.people";
import type { Table } from "../table/table.svelte";
import { speak } from "../words/language.svelte";
import { Talk, talkOf } from "./talk.svelte";

beforeAll(() => speak("en"));

class FakeTable {
  readonly id = "here";
  readonly ears = new Set<(message: FromServer) => void>();
  readonly sent: ToServer[] = [];
  send(message: ToServer): boolean {
    this.sent.push(message);
    return true;
  }
  tell(message: FromServer): void {
    for (const ear of this.ears) ear(message);
  }
}
const message = (n: number, change: Partial<Message> = {}): Message => ({
  n, at: "2026-05-03T12:00:00+00:00", seat: 1, name: "Bob", channel: "table", to: null, text: `word ${n}`, mine: false, hidden: false, ...change,
}); // prettier-ignore
const said = (n: number, change: Partial<Message> = {}, key?: string): FromServer => ({
  type: "said", table: "here", message: message(n, change), ...(key ? { key } : {}),
}); // prettier-ignore

let table: FakeTable;
let talk: Talk;
let answers: { [path: string]: unknown };
let asked: { path: string; body: unknown }[];
beforeEach(() => {
  localStorage.clear();
  table = new FakeTable();
  talk = new Talk(table as unknown as Table);
  [answers, asked] = [{ "/api/tables/here/talk": { messages: [] } }, []];
  vi.stubGlobal("fetch", async (path: string, request: RequestInit) => {
    asked.push({ path, body: request.body ? JSON.parse(request.body as string) : null });
    const answer = answers[path] ?? {};
    const isRefusal = typeof answer === "object" && "error" in (answer as object);
    return new Response(JSON.stringify(answer), { status: isRefusal ? 422 : 200 });
  });
});
afterEach(() => vi.unstubAllGlobals());
const numbers = () => talk.messages.map(({ n }) => n);
const lastKey = () => (table.sent.at(-1) as { key: string }).key;

describe("what is said", () => {
  test("stands in order, however it came, and once", () => {
    for (const n of [2, 1, 2, 3]) table.tell(said(n));
    expect(numbers()).toEqual([1, 2, 3]);
  });
  test("is new once", () => {
    const heard: number[] = [];
    talk.onsaid = ({ n }) => heard.push(n);
    table.tell(said(1));
    table.tell(said(1));
    table.tell(said(2, { mine: true }));
    expect(heard).toEqual([1]);
  });
  test("is read from the beginning backwards", async () => {
    answers["/api/tables/here/talk"] = { messages: [message(5), message(6)] };
    answers["/api/tables/here/talk?before=5"] = { messages: [message(1), message(4)] };
    await talk.load();
    expect(talk.hasEarlier).toBe(true);
    await talk.loadEarlier();
    expect(numbers()).toEqual([1, 4, 5, 6]);
    expect(talk.hasEarlier).toBe(false);
  });
});

describe("what is not read yet", () => {
  test("is counted: not one's own, not what was taken away, not that somebody whispered", () => {
    table.tell(said(1));
    table.tell(said(2, { mine: true }));
    table.tell(said(3, { hidden: true, text: "" }));
    table.tell(said(4, { channel: "whisper", text: "" }));
    expect(talk.unread).toBe(1);
  });
  test("is remembered as read on this device", () => {
    table.tell(said(1));
    talk.markRead();
    expect(talk.unread).toBe(0);
    const later = new Talk(new FakeTable() as unknown as Table);
    later.messages = [message(1), message(2)];
    expect(later.unread).toBe(1);
  });
});

describe("something said here", () => {
  beforeEach(() => {
    talk.draft = "  hello ";
    talk.say("table", 0);
  });
  test("goes out once, without blanks, and waits until it is kept", () => {
    expect(table.sent).toMatchObject([{ type: "say", table: "here", channel: "table", to: null, text: "hello" }]);
    expect(talk.draft).toBe("");
    table.tell(said(1, { mine: true, text: "hello" }, lastKey()));
    expect(talk.outgoing).toEqual([]);
    expect(numbers()).toEqual([1]);
  });
  test("goes out again under the same key when the line is back", async () => {
    const key = lastKey();
    await talk.resume();
    expect(table.sent.map((each) => (each as { key: string }).key)).toEqual([key, key]);
  });
  test("comes back to the field if it may not be said, with the reason", () => {
    table.tell({ type: "error", code: "too_fast", table: "here", detail: { key: lastKey(), wait_s: 4.2 } });
    expect(talk.outgoing).toEqual([]);
    expect(talk.draft).toBe("hello");
    expect(talk.trouble).toBe("Too often. Wait for 5\u00a0seconds.");
  });
  test("is not lost to what is being written meanwhile", () => {
    talk.draft = "more";
    table.tell({ type: "error", code: "empty", table: "here", detail: { key: lastKey() } });
    expect(talk.draft).toBe("more");
  });
  test("is tried again while the server cannot keep it", () => {
    vi.useFakeTimers();
    table.tell({ type: "error", code: "unavailable", table: "here", detail: { key: lastKey() } });
    vi.advanceTimersByTime(5000);
    vi.useRealTimers();
    expect(table.sent.length).toBe(2);
    expect(talk.outgoing.length).toBe(1);
  });
  test("does not mind errors of others", () => {
    table.tell({ type: "error", code: "forbidden", table: "here", detail: { key: "another" } });
    expect(talk.outgoing.length).toBe(1);
  });
});

test("nothing but blanks is not said", () => {
  talk.draft = "  \n ";
  talk.say("table", null);
  expect(table.sent).toEqual([]);
});

test("who may not speak is told until when", () => {
  talk.draft = "hello";
  talk.say("table", null);
  table.tell({ type: "error", code: "muted", table: "here", detail: { key: lastKey(), until: null } });
  expect(talk.trouble).toBe("You may not speak at this site.");
});

describe("somebody who is not to be heard", () => {
  test("is taken out of what was said, and can be heard again", async () => {
    table.tell(said(1));
    table.tell(said(2, { seat: 0, name: "Ann" }));
    answers["/api/tables/here/talk"] = { messages: [message(2, { name: "Ann" })] };
    await talk.mute(message(1));
    expect(numbers()).toEqual([2]);
    expect(talk.muted).toEqual([{ message: 1, name: "Bob" }]);
    expect(new Talk(new FakeTable() as unknown as Table).muted).toEqual(talk.muted);
    answers["/api/tables/here/talk"] = { messages: [message(1), message(2)] };
    await talk.unmute(talk.muted[0] as { message: number; name: string });
    expect(numbers()).toEqual([1, 2]);
    expect(asked.filter(({ path }) => path === "/api/mutes").map(({ body }) => body)).toEqual([
      { table: "here", message: 1 },
      { table: "here", message: 1, remove: true },
    ]);
  });
  test("stays where he is if the server says no", async () => {
    table.tell(said(1));
    answers["/api/mutes"] = { error: "too_fast" };
    expect(await talk.mute(message(1))).toBe(false);
    expect(numbers()).toEqual([1]);
    expect(talk.trouble).not.toBe("");
  });
});

test("a message is reported with its number", async () => {
  expect(await talk.report(message(9))).toBe(true);
  expect(asked.at(-1)).toEqual({ path: "/api/reports", body: { table: "here", message: 9, reason: "talk" } });
});

test("all who show a table share one talk", () => {
  const shown = table as unknown as Table;
  expect(talkOf(shown)).toBe(talkOf(shown));
});
