/**
 * What the page and the server say to each other at a table; docs/protocol.md says the same in prose.
 * What concerns the visitor, his words and the moderation is in `protocol.people.ts`,
 * what comes before a game in `protocol.gathering.ts`. Seats and squares count from 0.
 */

import type { Gathering, Pace } from "./protocol.gathering";
import type { Channel, Message } from "./protocol.people";

/** Every parameter of the rules as text: `full_rack_bonus: "25"`, `lines_per_turn: "any"`. */
export type Rules = { [parameter: string]: string };

export interface Parameter {
  name: string;
  kind: "choice" | "number";
  choices?: string[];
  least?: number;
  most?: number;
}

export interface Variant {
  id: string;
  language: "ru" | "en";
  /** Its letters in order. */
  alphabet: string;
  width: number;
  height: number;
  /** One character a square: `. l L w W * +`. */
  premiums: string;
  /** `?` is the wild tile. */
  tiles: [letter: string, count: number, value: number][];
  seats: [least: number, most: number];
  /** Word groups of its lexicon, in order. */
  groups: string[];
  /** The preset. */
  defaults: Rules;
}

export interface Catalogue {
  version: string;
  compiled: boolean;
  /** The easiest first. */
  levels: string[];
  /** Points a game, by variant and level. */
  averages: { [variant: string]: { [seats: string]: { [level: string]: number } } };
  variants: Variant[];
  parameters: Parameter[];
}

export interface WhyNot {
  code: string;
  lemma: string;
  detail: string;
}

export interface WordEntry {
  word: string;
  shown: string;
  legal: boolean;
  why: WhyNot | null;
  gloss: string | null;
  points: number;
}

/** A tile on a square: a capital is the tile, a small letter a wild tile standing for it. */
export type Placed = [square: number, letter: string];

export interface Play {
  laid: Placed[];
  /** Real letters laid on wild tiles, which go to the hand. */
  swapped: Placed[];
}

export type Action =
  | ({ type: "play" } & Play)
  | { type: "exchange"; tiles: string }
  | { type: "pass" | "resign" | "open_bag" | "agree" | "challenge" }
  | { type: "vote"; accept: boolean }
  | TableAct;

/** Not moves: taken at any version up to the present one. */
export type TableAct =
  | { type: "rise" | "begin" | "resume" | "nudge" }
  | { type: "kick"; seat: number }
  | { type: "cancel" | "pause"; agree: boolean }
  | { type: "admit"; watcher: number; admit: boolean };

export type ToServer =
  | { type: "join"; table: string; since: number; seat: number | null }
  | { type: "leave"; table: string }
  | { type: "act"; table: string; seat: number; after: number; key: string; action: Action }
  | { type: "try"; table: string; seat: number; id: number; play: Play }
  | { type: "hint"; table: string; seat: number; id: number }
  | { type: "ping"; id: number }
  | { type: "beat"; id: number }
  | { type: "blur"; table: string }
  | { type: "say"; table: string; key: string; channel: Channel; to: number | null; text: string }
  | { type: "advise"; table: string; seat: number }
  | { type: "decline"; table: string; seat: number; watcher: number };

export interface Seat {
  name: string;
  kind: "human" | "bot";
  level: string | null;
  mine: boolean;
  score: number;
  /** How many tiles are in the hand. */
  hand: number;
  resigned: boolean;
  agreed: boolean;
}

export interface Proposal {
  seat: number;
  play: Play;
  words: string[];
  votes: { [seat: string]: boolean };
}

export interface Reckoning {
  seat: number;
  before: number;
  reckoned: number;
  total: number;
  tiles: string;
}

export interface Ending {
  reason: "out" | "stall" | "resigned" | "agreed" | "target" | "time";
  winners: number[];
  rows: Reckoning[];
}

/** What one visitor may see of a table. */
export interface View {
  table: string;
  variant: string;
  /** Resolved, house rules in it. */
  rules: Rules;
  /** Those that are not the preset's. */
  differences: Rules;
  seats: Seat[];
  /** Whose hand is shown. */
  viewer: number | null;
  on_turn: number;
  /** Counts from 1. */
  turn: number;
  phase: "playing" | "voting" | "challengeable" | "ended";
  /** `.` empty, capital = tile, small = wild tile standing for it. */
  board: string;
  /** The viewer's hand, sorted; null where none is shown. */
  rack: string | null;
  /** Tiles of it drawn after the viewer's last turn. */
  fresh: string;
  bag: number;
  tile_bag: "open" | "available" | "spent" | "shut";
  /** When open: bag and other hands as one sorted string. */
  unseen: string | null;
  unseen_count: number;
  scoreless: number;
  proposal: Proposal | null;
  ended: Ending | null;
  /** The board the game began with. */
  start: string;
  pace: Pace;
  clock: Clock | null;
  rated: boolean;
  talk: boolean;
  watching: boolean;
  advisers: boolean;
  /** Whose words count here besides the list's. */
  group: string | null;
  /** The viewer has no seat here. */
  watcher: boolean;
  /** And whispers to this one, whose hand is shown. */
  advises: number | null;
  /** A spectator of a rated game sees it so much later. */
  delayed_s: number;
  cancel_agreed: number[];
  pause_agreed: number[];
  nudge: Nudge | null;
  /** The hash of the bag. */
  seal: string;
  rematch: { table: string; sat: number } | null;
  cancelled: boolean;
  host: boolean;
}

/** Times in ms since 1970 by the server's clock, the only one that counts. */
export interface Clock {
  /** By seat, when the clock was last set; null has none. */
  left_ms: (number | null)[];
  /** The seat whose clock runs. */
  running: number | null;
  since: number;
  deadline: number | null;
  paused: boolean;
  /** As it was sent. */
  now: number;
}

export interface Nudge {
  /** From when on, in ms since 1970. */
  after: number;
  done: boolean;
}

/** Somebody who asks to advise a seat, or does. */
export interface Adviser {
  watcher: number;
  name: string;
  seat: number;
  admitted: boolean;
}

export interface Presence {
  type: "presence";
  table: string;
  /** Seats with an open page. */
  here: number[];
  watching: number;
  advisers: Adviser[];
}

export interface MadeWord {
  word: string;
  /** With Ё where the lexicon knows it. */
  shown: string;
  square: number;
  across: boolean;
  points: number;
  /** Not in the list: a vote let it in. */
  voted: boolean;
}

export interface TriedWord extends MadeWord {
  ok: boolean;
  why: WhyNot | null;
}

export interface Turn {
  /** Counts from 1. */
  n: number;
  seat: number;
  kind: "play" | "exchange" | "pass" | "resign" | "time" | "withdrawn";
  laid: Placed[];
  swapped: Placed[];
  words: MadeWord[];
  points: number;
  bonus: number;
  /** Of that seat after this turn. */
  total: number;
  /** Tiles exchanged. */
  count: number;
  bag_opened: boolean;
}

export interface Reason {
  code: string;
  squares: number[];
  word: string;
  square: number | null;
  across: boolean | null;
  why: WhyNot | null;
}

export interface Tried {
  type: "tried";
  table: string;
  id: number;
  legal: boolean;
  score: number;
  bonus: number;
  words: TriedWord[];
  reasons: Reason[];
}

/** `hint.why.CODE` of the texts, and what it is about: words or letters, points or a factor. */
export interface Why {
  code: string;
  words: string[];
  n: number;
}

export interface HintedTurn {
  play: Play;
  score: number;
  words: string[];
  why: Why;
}

export interface Hinted {
  type: "hinted";
  table: string;
  id: number;
  play: Play | null;
  score: number;
  words: string[];
  why: Why | null;
  /** Unlike the first, and each other. */
  others: HintedTurn[];
}

export type FromServer =
  | { type: "state"; table: string; version: number; view: View; turns: Turn[]; from: number }
  | { type: "ack"; table: string; key: string; version: number }
  | { type: "stale"; table: string; key: string; version: number }
  | { type: "refused"; table: string; key: string; reasons: Reason[] }
  | Tried
  | Hinted
  | { type: "error"; code: string; table?: string; detail?: unknown }
  | { type: "pong"; id: number }
  | { type: "gathering"; table: string; version: number; gathering: Gathering }
  | Presence
  | { type: "declined"; table: string; seat: number }
  | { type: "said"; table: string; message: Message; key?: string }
  | Pulse;

/** Every five seconds: whoever knows less of a table than its version here joins again. */
export interface Pulse {
  type: "pulse";
  id: number;
  /** The server's clock, ms since 1970. */
  now: number;
  tables: { [table: string]: number };
}
