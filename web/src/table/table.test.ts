import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ToServer } from "../protocol";
import { gatheringOf, turnOf, viewOf } from "../testing/views";
import { type Connection, waitMs } from "./connection.svelte";
import { loadPending } from "./pending";
import { Table } from "./table.svelte";

class Line {
  sent: ToServer[] = [];
  up = true;
  attach(_table: string, listener: Table): () => void {
    listener.opened();
    return () => {};
  }
  send(message: ToServer): boolean {
    if (this.up) this.sent.push(message);
    return this.up;
  }
}
let line: Line;
beforeEach(() => {
  localStorage.clear();
  line = new Line();
});
function seated(): Table {
  const table = new Table("here", line as unknown as Connection);
  table.sit();
  return table;
}
const state = (version: number, turns = [turnOf(version)], from = 0) => ({
  type: "state" as const,
  table: "here",
  version,
  view: viewOf(),
  turns,
  from,
});
const acts = () => line.sent.filter((message) => message.type === "act");

test("it joins knowing nothing, and after a reconnect only asks for what is new", () => {
  const table = seated();
  table.receive(state(3));
  table.opened();
  expect(line.sent.filter(({ type }) => type === "join")).toMatchObject([{ since: 0 }, { since: 3 }]);
});

test("rows before `from` are kept", () => {
  const table = seated();
  table.receive(state(2, [turnOf(1), turnOf(2)]));
  table.receive(state(3, [turnOf(3)], 2));
  expect(table.turns.map(({ n }) => n)).toEqual([1, 2, 3]);
  table.receive(state(4, [], 2));
  expect(table.turns.map(({ n }) => n)).toEqual([1, 2]);
});

test("a row that was taken back comes anew", () => {
  const table = seated();
  table.receive(state(2, [turnOf(1), turnOf(2)]));
  table.receive(state(3, [turnOf(2, { kind: "withdrawn" })], 1));
  expect(table.turns.map(({ kind }) => kind)).toEqual(["play", "withdrawn"]);
});

test("a move is kept until it is acked, and sent again with the same key after a reconnect", () => {
  const table = seated();
  table.receive(state(3));
  table.act(0, { type: "pass" });
  expect(table.move).toBe("sending");
  table.opened();
  const [first, second] = acts();
  expect(second).toEqual(first);
  table.receive({ type: "ack", table: "here", key: loadPending("here")?.key ?? "", version: 4 });
  expect(table.move).toBe("saved");
  expect(loadPending("here")).toBeNull();
});

test("a move made without a line goes out when the page has been loaded again", () => {
  const table = seated();
  table.receive(state(3));
  line.up = false;
  table.act(0, { type: "pass" });
  line.up = true;
  const again = seated();
  expect(again.move).toBe("sending");
  expect(acts()).toMatchObject([{ after: 3, action: { type: "pass" } }]);
});

test("one move at a time", () => {
  const table = seated();
  table.act(0, { type: "pass" });
  table.act(0, { type: "resign" });
  expect(acts()).toHaveLength(1);
});

test("a refusal leaves its reasons and frees the hand", () => {
  const table = seated();
  table.act(0, { type: "pass" });
  const reasons = [{ code: "not_on_turn", squares: [], word: "", square: null, across: null, why: null }];
  table.receive({ type: "refused", table: "here", key: loadPending("here")?.key ?? "", reasons });
  expect([table.move, table.refusal]).toEqual(["refused", reasons]);
  table.forgetRefusal();
  expect([table.move, table.refusal]).toEqual(["none", []]);
});

test("an answer to somebody else's key is none of ours", () => {
  const table = seated();
  table.act(0, { type: "pass" });
  table.receive({ type: "ack", table: "here", key: "another", version: 9 });
  expect(table.move).toBe("sending");
});

test("somebody was first: the move is stale and not sent again", () => {
  const table = seated();
  table.act(0, { type: "pass" });
  table.receive({ type: "stale", table: "here", key: loadPending("here")?.key ?? "", version: 9 });
  table.opened();
  expect(table.move).toBe("stale");
  expect(acts()).toHaveLength(1);
});

test("on a sofa the hand is shown until the turn has passed", () => {
  const table = seated();
  table.showHand(1);
  expect(line.sent.at(-1)).toMatchObject({ type: "join", seat: 1 });
  table.receive({ ...state(4), view: viewOf({ viewer: null, rack: null }) });
  table.opened();
  expect(line.sent.at(-1)).toMatchObject({ type: "join", seat: null });
});

test("a table that may not be seen says why", () => {
  const table = seated();
  table.receive({ type: "error", code: "forbidden", table: "here" });
  expect(table.failure).toBe("forbidden");
});

describe("a pulse", () => {
  const joins = () => line.sent.filter(({ type }) => type === "join");
  test("with a version beyond ours lets us join again", () => {
    const table = seated();
    table.receive(state(3));
    table.pulsed(3);
    expect(joins()).toHaveLength(1);
    table.pulsed(4);
    expect(joins().at(-1)).toMatchObject({ since: 3 });
    expect(joins()).toHaveLength(2);
  });
});

describe("an action that cannot be taken", () => {
  const pendingError = (code: string) =>
    ({ type: "error", table: "here", code, detail: { key: loadPending("here")?.key } }) as const;
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each(["unavailable", "too_fast"])("now (%s) is asked for again", (code) => {
    const table = seated();
    table.act(0, { type: "pass" });
    table.receive(pendingError(code));
    expect([table.move, table.failure]).toEqual(["sending", null]);
    vi.advanceTimersByTime(2_000);
    const [first, second] = acts();
    expect(second).toEqual(first);
  });
  test("at all says so, and the table is still there", () => {
    const table = seated();
    table.act(0, { type: "nudge" });
    table.receive(pendingError("forbidden"));
    expect([table.move, table.refusal[0]?.code, table.failure]).toEqual(["refused", "forbidden", null]);
    expect(loadPending("here")).toBeNull();
  });
  test("because its key was used for another one is stale", () => {
    const table = seated();
    table.act(0, { type: "pass" });
    table.receive(pendingError("key_reused"));
    expect(table.move).toBe("stale");
  });
});

test("a table that gathers is shown as such until its game begins", () => {
  const table = seated();
  table.receive({ type: "gathering", table: "here", version: 2, gathering: gatheringOf() });
  expect([table.version, table.gathering?.seats.length, table.view]).toEqual([2, 2, null]);
  table.receive(state(3));
  expect(table.gathering).toBeNull();
  expect(table.view).not.toBeNull();
});

test("a table that began without this visitor, and forbids looking on, is shown no longer as one that gathers", () => {
  const table = seated();
  table.receive({ type: "gathering", table: "here", version: 2, gathering: gatheringOf() });
  table.receive({ type: "error", table: "here", code: "forbidden" });
  expect([table.gathering, table.failure]).toEqual([null, "forbidden"]);
});

test("whoever listens hears what the table itself has no use for", () => {
  const table = seated();
  const heard: string[] = [];
  table.ears.add(({ type }) => heard.push(type));
  table.receive({ type: "presence", table: "here", here: [0], watching: 2, advisers: [] });
  expect([heard, table.presence?.watching]).toEqual([["presence"], 2]);
});

test("the page comes back after 0.2 to 5 seconds", () => {
  for (let failures = 1; failures < 12; failures++) {
    for (const chance of [0, 0.5, 1]) {
      const wait = waitMs(failures, () => chance);
      expect(wait).toBeGreaterThanOrEqual(200);
      expect(wait).toBeLessThanOrEqual(5000);
    }
  }
  expect(waitMs(1, () => 0)).toBeLessThan(waitMs(4, () => 0));
});
