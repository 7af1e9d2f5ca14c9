import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { FromServer, ToServer } from "../protocol";
import { Connection } from "./connection.svelte";

/** A line that the test holds the other end of. */
class Line {
  static readonly OPEN = 1;
  static all: Line[] = [];
  readyState = 0;
  sent: ToServer[] = [];
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number }) => void = () => {};

  constructor() {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToServer);
  }
  close(): void {
    this.readyState = 2;
  }
  stand(): this {
    this.readyState = Line.OPEN;
    this.onopen();
    return this;
  }
  say(message: FromServer): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  end(code: number): void {
    this.readyState = 3;
    this.onclose({ code });
  }
}
const last = (): Line => Line.all.at(-1) as Line;

class Ear {
  opened = vi.fn();
  receive = vi.fn();
  pulsed = vi.fn();
}
let ear: Ear;
let connection: Connection;
const pulse = (tables = {}, now = 0): FromServer => ({ type: "pulse", id: 7, now, tables });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  Line.all = [];
  ear = new Ear();
  connection = new Connection();
  connection.attach("here", ear);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it opens for the first table, and a second one finds it open", () => {
  last().stand();
  const other = new Ear();
  connection.attach("there", other);
  expect([Line.all.length, ear.opened.mock.calls.length, other.opened.mock.calls.length]).toEqual([1, 1, 1]);
});

describe("a pulse", () => {
  test("is answered", () => {
    last().stand().say(pulse());
    expect(last().sent).toContainEqual({ type: "beat", id: 7 });
  });
  test("tells each table how far the server is", () => {
    last()
      .stand()
      .say(pulse({ here: 12, elsewhere: 3 }));
    expect(ear.pulsed.mock.calls).toEqual([[12]]);
  });
  test("sets the clock", () => {
    last().stand().say(pulse({}, 1_000_000));
    vi.advanceTimersByTime(500);
    expect(connection.time.now()).toBeCloseTo(1_000_500, -1);
  });
});

describe("a line that says nothing", () => {
  test("is asked, and is dead within ten seconds though the browser thinks it stands", () => {
    const dead = last().stand();
    vi.advanceTimersByTime(6_500);
    expect(dead.sent.at(-1)?.type).toBe("ping");
    vi.advanceTimersByTime(3_000);
    expect([connection.open, connection.away]).toEqual([false, true]);
    vi.advanceTimersByTime(500);
    expect(Line.all).toHaveLength(2);
    last().stand();
    expect([connection.open, connection.away, ear.opened.mock.calls.length]).toEqual([true, false, 2]);
  });
  test("lives as long as there are pulses", () => {
    last().stand();
    for (let pulses = 0; pulses < 20; pulses++) {
      vi.advanceTimersByTime(5_000);
      last().say(pulse());
    }
    expect([connection.open, Line.all.length]).toEqual([true, 1]);
  });
  test("is not waited for when it never opens", () => {
    vi.advanceTimersByTime(6_500);
    expect(connection.away).toBe(true);
    expect(Line.all).toHaveLength(2);
  });
  test("says nothing more after it was given up", () => {
    const dead = last().stand();
    vi.advanceTimersByTime(10_000);
    dead.say({ type: "pulse", id: 1, now: 0, tables: { here: 5 } });
    dead.end(1006);
    last().stand();
    expect([ear.pulsed.mock.calls.length, connection.open]).toEqual([0, true]);
  });
  test("is asked at once when there is reason to doubt it", () => {
    const line = last().stand();
    vi.advanceTimersByTime(4_000);
    connection.hurry();
    expect(line.sent.filter(({ type }) => type === "ping")).toHaveLength(2);
  });
});

describe("the end of a connection", () => {
  test.each([1012, 1006, 4008])("with code %i is made good soon", (code) => {
    last().stand().end(code);
    vi.advanceTimersByTime(500);
    expect(Line.all).toHaveLength(2);
    expect(connection.parting).toBeNull();
  });
  test("for speaking too fast is made good later", () => {
    last().stand().end(1008);
    vi.advanceTimersByTime(4_000);
    expect(Line.all).toHaveLength(1);
    vi.advanceTimersByTime(2_000);
    expect(Line.all).toHaveLength(2);
  });
  test.each([
    [4001, "logged_out"],
    [4002, "revoked"],
    [4003, "forbidden"],
    [4009, "replaced"],
  ])("with code %i is for good: %s, until the visitor says otherwise", (code, parting) => {
    last().stand().end(code);
    connection.hurry();
    vi.advanceTimersByTime(60_000);
    expect([Line.all.length, connection.parting]).toEqual([1, parting]);
    connection.resume();
    last().stand();
    expect([Line.all.length, connection.parting, connection.open]).toEqual([2, null, true]);
  });
  test("is nobody's loss when there is no table", () => {
    const leave = connection.attach("here", ear);
    last().stand();
    leave();
    last().end(4001);
    vi.advanceTimersByTime(60_000);
    expect([Line.all.length, connection.parting]).toEqual([1, null]);
  });
});
