/** Views of a table as the server would send them. */

import type { Turn, View } from "../protocol";
import type { Gathering, GatheringSeat, TableLine } from "../protocol.gathering";
import { variantOf } from "./variants";

export function viewOf(change: Partial<View> = {}): View {
  const variant = variantOf(change.variant ?? "friends");
  const empty = ".".repeat(variant.width * variant.height);
  const seat = (name: string, kind: "human" | "bot", mine: boolean) => ({
    name,
    kind,
    level: kind === "bot" ? "easy" : null,
    mine,
    score: 0,
    hand: 7,
    resigned: false,
    agreed: false,
  });
  return {
    table: "here",
    variant: variant.id,
    rules: variant.defaults,
    differences: {},
    seats: [seat("Ann", "human", true), seat("", "bot", false)],
    viewer: 0,
    on_turn: 0,
    turn: 1,
    phase: "playing",
    board: empty,
    rack: "ABCDEFG",
    fresh: "",
    bag: 80,
    tile_bag: "shut",
    unseen: null,
    unseen_count: 87,
    scoreless: 0,
    proposal: null,
    ended: null,
    start: empty,
    pace: { kind: "none" },
    clock: null,
    rated: false,
    talk: true,
    watching: true,
    advisers: false,
    group: null,
    watcher: false,
    advises: null,
    delayed_s: 0,
    cancel_agreed: [],
    pause_agreed: [],
    nudge: null,
    seal: "",
    rematch: null,
    cancelled: false,
    host: true,
    ...change,
  };
}

export const turnOf = (n: number, change: Partial<Turn> = {}): Turn => ({
  n,
  seat: (n - 1) % 2,
  kind: "play",
  laid: [],
  swapped: [],
  words: [],
  points: 0,
  bonus: 0,
  total: 0,
  count: 0,
  bag_opened: false,
  ...change,
});

export const gatheringSeat = (name: string, change: Partial<GatheringSeat> = {}): GatheringSeat => ({
  kind: name ? "human" : "open",
  name,
  level: null,
  here: name !== "",
  rating: null,
  reserved: false,
  ...change,
});

export function gatheringOf(change: Partial<Gathering> = {}): Gathering {
  const variant = variantOf(change.variant ?? "wordsmith");
  return {
    table: "here",
    variant: variant.id,
    pace: { kind: "none" },
    listed: false,
    rated: false,
    talk: true,
    watching: true,
    advisers: false,
    rules: variant.defaults,
    differences: {},
    group_words: 0,
    seating: "agreed",
    seats: [gatheringSeat("Анна"), gatheringSeat("")],
    mine: [],
    host: false,
    invite: null,
    sheet: "1".repeat(64),
    phase: "gathering",
    forsaken: false,
    rematch_of: null,
    ...change,
  };
}

export const lineOf = (change: Partial<TableLine> = {}): TableLine => ({
  table: "here",
  variant: "wordsmith",
  phase: "playing",
  pace: { kind: "none" },
  due: null,
  group: null,
  rematch: null,
  seats: [],
  on_turn: 0,
  ended: false,
  mine: [0],
  version: 1,
  at: "2026-01-01T00:00:00+00:00",
  front: false,
  ...change,
});
