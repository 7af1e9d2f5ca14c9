import { beforeAll, describe, expect, test } from "vitest";
import type { Clock, View } from "../protocol";
import { viewOf } from "../testing/views";
import { speak } from "../words/language.svelte";
import { asksOf } from "./asks";

beforeAll(() => speak("ru"));
const [ann] = viewOf().seats;
if (!ann) throw new Error("a view has seats");
const person = (name: string, mine = false, resigned = false) => ({ ...ann, name, mine, resigned });
/** Anna plays here, Boris and Vera elsewhere. */
const three = (change: Partial<View> = {}): View =>
  viewOf({ seats: [person("Анна", true), person("Борис"), person("Вера")], on_turn: 1, ...change });
const clock = (paused: boolean): Clock => ({ left_ms: [1, 1, 1], running: 1, since: 0, deadline: null, paused, now: 0 });
const kinds = (view: View, now = 0) => asksOf(view, now).map(({ kind, answer }) => [kind, answer?.label, answer?.seat]);

test("at a quiet table nothing is asked", () => expect(asksOf(three(), 0)).toEqual([]));

describe("to cancel the game", () => {
  test("is asked of whoever has not agreed yet", () => {
    const [ask] = asksOf(three({ cancel_agreed: [1] }), 0);
    expect(ask?.text).toContain("Борис");
    expect(ask?.answer).toEqual({ label: "ask.cancel.go", seat: 0, action: { type: "cancel", agree: true } });
  });
  test("can be taken back while the others are waited for", () => {
    const [ask] = asksOf(three({ cancel_agreed: [0, 1] }), 0);
    expect(ask?.text).toContain("Вера");
    expect(ask?.answer).toEqual({ label: "ask.withdraw", seat: 0, action: { type: "cancel", agree: false } });
  });
  test("waits for nobody who has left the game, nor for a bot", () => {
    const seats = [person("Анна", true), person("Борис", false, true), { ...person(""), kind: "bot" as const }];
    expect(asksOf(three({ seats, cancel_agreed: [0] }), 0)[0]?.text).not.toMatch(/Борис|бот/);
  });
  test("is asked of nobody who only watches", () => {
    const seats = three().seats.map((seat) => ({ ...seat, mine: false }));
    expect(asksOf(three({ seats, watcher: true, cancel_agreed: [1] }), 0)).toMatchObject([{ kind: "cancel" }]);
    expect(kinds(three({ seats, watcher: true, cancel_agreed: [1] }))).toEqual([["cancel", undefined, undefined]]);
  });
});

test("whoever holds several seats agrees with one of them", () => {
  const seats = [person("Анна", true), person("Глеб", true), person("Вера")];
  expect(kinds(three({ seats, cancel_agreed: [1] }))).toEqual([["cancel", "ask.withdraw", 1]]);
});

describe("a pause", () => {
  test("is asked for", () => expect(kinds(three({ clock: clock(false), pause_agreed: [2] }))).toEqual([["pause", "ask.pause.go", 0]]));
  test("is ended by anybody", () =>
    expect(kinds(three({ clock: clock(true), pause_agreed: [0, 1, 2] }))).toEqual([["paused", "ask.resume", 0]]));
});

describe("whoever is waited for", () => {
  test("can be reminded after a while, once", () => {
    expect(kinds(three({ nudge: { after: 100, done: false } }), 99)).toEqual([]);
    expect(kinds(three({ nudge: { after: 100, done: false } }), 100)).toEqual([["nudge", "ask.nudge.go", 0]]);
    expect(kinds(three({ nudge: { after: 100, done: true } }), 100)).toEqual([["nudge", undefined, undefined]]);
  });
  test("is whoever has not voted yet", () => {
    const proposal = { seat: 1, play: { laid: [], swapped: [] }, words: ["КЛЯКС"], votes: { 0: true } };
    const [ask] = asksOf(three({ phase: "voting", proposal, nudge: { after: 0, done: false } }), 1);
    expect(ask?.text).toContain("Вера");
    expect(kinds(three({ phase: "voting", proposal: { ...proposal, votes: {} }, nudge: { after: 0, done: false } }), 1)).toEqual([]);
  });
  test("is not reminded by himself", () =>
    expect(kinds(three({ on_turn: 0, nudge: { after: 0, done: false } }), 100)).toEqual([]));
});

test("a spectator is told of the delay", () => {
  const seats = three().seats.map((seat) => ({ ...seat, mine: false }));
  expect(asksOf(three({ seats, watcher: true, delayed_s: 180 }), 0)[0]?.text).toContain("3\u00a0минуты");
});

test("when it is over, nothing is asked any more", () => {
  expect(asksOf(three({ cancel_agreed: [0, 1, 2], cancelled: true }), 0)).toEqual([]);
});
