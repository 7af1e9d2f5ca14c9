import { beforeAll, describe, expect, test } from "vitest";
import type { Adviser, Presence } from "../protocol";
import { viewOf } from "../testing/views";
import { speak } from "../words/language.svelte";
import { advisingLines, mayAdvise } from "./advising";

beforeAll(() => speak("en"));
const people = viewOf().seats.map((seat, index) => ({
  ...seat,
  kind: "human" as const,
  level: null,
  name: ["Ann", "Bob"][index] ?? "",
}));
const player = viewOf({ advisers: true, seats: people });
const spectator = viewOf({
  advisers: true,
  watcher: true,
  viewer: null,
  seats: people.map((seat) => ({ ...seat, mine: false })),
});
const presence = (...advisers: Adviser[]): Presence => ({
  type: "presence",
  table: "here",
  here: [],
  watching: 1,
  advisers,
});
const cid: Adviser = { watcher: 7, name: "Cid", seat: 0, admitted: false };
const texts = (...args: Parameters<typeof advisingLines>) => advisingLines(...args).map(({ text }) => text);
const nobody: ReadonlySet<number> = new Set();

describe("who asks to advise", () => {
  test("is shown to the player alone, who can let him in", () => {
    const [line] = advisingLines(player, presence(cid));
    expect(line?.text).toContain("Cid would like to advise you");
    expect(line?.answers).toEqual([
      { label: "advise.admit", seat: 0, action: { type: "admit", watcher: 7, admit: true } },
    ]);
    expect(line?.asks).toEqual(cid);
    expect(texts(player, presence({ ...cid, seat: 1 }))).toEqual([]);
    expect(texts(spectator, presence(cid))).toEqual([]);
  });
  test("asks nobody who has left the game", () => {
    const seats = people.map((seat) => ({ ...seat, resigned: seat.mine }));
    expect(texts({ ...player, seats }, presence(cid))).toEqual([]);
  });
});

describe("an adviser who was let in", () => {
  const admitted = { ...cid, admitted: true };
  test("is told of to everybody", () => {
    expect(texts(player, presence({ ...admitted, seat: 1 }))).toEqual(["Bob is advised by Cid."]);
    expect(texts(spectator, presence(admitted))).toEqual(["Ann is advised by Cid."]);
    expect(texts({ ...spectator, advises: 0 }, presence(admitted))[0]).toContain("You advise Ann");
  });
  test("can be let go by his player, which is no declining", () => {
    const [line] = advisingLines(player, presence(admitted));
    expect(line?.asks).toBeUndefined();
    expect(line?.answers[0]?.action).toEqual({ type: "admit", watcher: 7, admit: false });
  });
});

describe("a spectator", () => {
  test("may ask everybody who plays and has nobody yet", () => {
    expect(mayAdvise(spectator, null, nobody)).toEqual([0, 1]);
    expect(mayAdvise(spectator, presence({ ...cid, admitted: true }), nobody)).toEqual([1]);
    expect(mayAdvise(spectator, presence(cid), nobody)).toEqual([0, 1]);
  });
  test("asks nobody again who has declined him", () =>
    expect(mayAdvise(spectator, null, new Set([0]))).toEqual([1]));
  test("may not where there are no advisers, where he advises already, nor when it is over", () => {
    expect(mayAdvise({ ...spectator, advisers: false }, null, nobody)).toEqual([]);
    expect(mayAdvise({ ...spectator, advises: 0 }, null, nobody)).toEqual([]);
    expect(mayAdvise({ ...spectator, cancelled: true }, null, nobody)).toEqual([]);
    expect(mayAdvise(player, null, nobody)).toEqual([]);
  });
});
