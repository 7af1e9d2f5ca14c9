import { describe, expect, test } from "vitest";
import type { Proposal } from "../protocol";
import { viewOf } from "../testing/views";
import { awaitedVoters, isAwaited, ownVoters } from "./voting";

const [ann, bot] = viewOf().seats;
if (!ann || !bot) throw new Error("a view has seats");
const voting = (votes: Proposal["votes"], resigned: number[] = [], mine = [1]) =>
  viewOf({
    phase: "voting",
    seats: [0, 1, 2, 3].map((seat) => ({ ...ann, mine: mine.includes(seat), resigned: resigned.includes(seat) })),
    proposal: { seat: 0, play: { laid: [], swapped: [] }, words: ["КЛЯКС"], votes },
  });

describe("a vote", () => {
  test("is asked of everybody but who laid the word", () => expect(awaitedVoters(voting({}))).toEqual([1, 2, 3]));
  test("is asked of nobody twice", () => expect(awaitedVoters(voting({ 2: false }))).toEqual([1, 3]));
  test("is not asked of who has left the game", () => expect(awaitedVoters(voting({}, [3]))).toEqual([1, 2]));
  test("of others is not asked here", () => {
    expect(ownVoters(voting({}))).toEqual([1]);
    expect(ownVoters(voting({ 1: true }))).toEqual([]);
    expect(ownVoters(voting({}, [], []))).toEqual([]);
  });
  test("on a sofa is asked of one after another", () => expect(ownVoters(voting({}, [], [1, 2]))).toEqual([1, 2]));
  test("there is none without a word", () => expect(awaitedVoters(viewOf())).toEqual([]));
});

describe("this page is waited for", () => {
  test("on its turn", () => {
    expect(isAwaited(viewOf({ on_turn: 0 }))).toBe(true);
    expect(isAwaited(viewOf({ on_turn: 1 }))).toBe(false);
  });
  test("to vote, though it is another's turn, and not while its own word is voted on", () => {
    expect(isAwaited({ ...voting({}), on_turn: 0 })).toBe(true);
    expect(isAwaited({ ...voting({ 1: true }), on_turn: 0 })).toBe(false);
    expect(isAwaited({ ...voting({}, [], [0]), on_turn: 0 })).toBe(false);
  });
  test("no more when the game is over or cancelled", () => {
    expect(isAwaited(viewOf({ cancelled: true }))).toBe(false);
    expect(isAwaited(viewOf({ ended: { reason: "out", winners: [], rows: [] } }))).toBe(false);
  });
});
