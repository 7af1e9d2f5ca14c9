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
const nobody = new Set<number>();

describe("who asks to advise", () => {
  test("is shown to the player alone, who can let him in", () => {
    const [line] = advisingLines(player, presence(cid), nobody);
    expect(line?.text).toContain("Cid would like to advise you");
    expect(line?.answers).toEqual([
      { label: "advise.admit", seat: 0, action: { type: "admit", watcher: 7, admit: true } },
    ]);
    expect(texts(player, presence({ ...cid, seat: 1 }), nobody)).toEqual([]);
    expect(texts(spectator, presence(cid), nobody)).toEqual([]);
  });
  test("can be put away for now", () => expect(texts(player, presence(cid), new Set([7]))).toEqual([]));
  test("asks nobody who has left the game", () => {
    const seats = people.map((seat) => ({ ...seat, resigned: seat.mine }));
    expect(texts({ ...player, seats }, presence(cid), nobody)).toEqual([]);
  });
});

describe("an adviser who was let in", () => {
  const admitted = { ...cid, admitted: true };
  test("is told of to everybody", () => {
    expect(texts(player, presence({ ...admitted, seat: 1 }), nobody)).toEqual(["Bob is advised by Cid."]);
    expect(texts(spectator, presence(admitted), nobody)).toEqual(["Ann is advised by Cid."]);
    expect(texts({ ...spectator, advises: 0 }, presence(admitted), nobody)[0]).toContain("You advise Ann");
  });
  test("can be let go by his player, even after he was put away", () => {
    const [line] = advisingLines(player, presence(admitted), new Set([7]));
    expect(line?.answers[0]?.action).toEqual({ type: "admit", watcher: 7, admit: false });
  });
});

describe("a spectator", () => {
  test("may ask everybody who plays and has nobody yet", () => {
    expect(mayAdvise(spectator, null)).toEqual([0, 1]);
    expect(mayAdvise(spectator, presence({ ...cid, admitted: true }))).toEqual([1]);
    expect(mayAdvise(spectator, presence(cid))).toEqual([0, 1]);
  });
  test("may not where there are no advisers, where he advises already, nor when it is over", () => {
    expect(mayAdvise({ ...spectator, advisers: false }, null)).toEqual([]);
    expect(mayAdvise({ ...spectator, advises: 0 }, null)).toEqual([]);
    expect(mayAdvise({ ...spectator, cancelled: true }, null)).toEqual([]);
    expect(mayAdvise(player, null)).toEqual([]);
  });
});
