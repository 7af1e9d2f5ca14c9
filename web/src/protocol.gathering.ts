/** What the page and the server say before a game begins: making a table, who gathers at it, the lobby; docs/protocol.md says the same in prose. */

import type { Rules } from "./protocol";

/** Several people of the visitor's own are a sofa; an open seat is claimed by somebody else. */
export type NewSeat = { kind: "human"; name: string } | { kind: "bot"; level: string } | { kind: "open" };

/** How much time there is: none kept, a bank each, so much for a turn, or days. */
export type Pace =
  | { kind: "none" }
  | { kind: "bank"; bank_s: number; increment_s: number }
  | { kind: "turn"; turn_s: number }
  | { kind: "days"; days: number };

export interface NewTable {
  variant: string;
  /** Only what differs from the preset. */
  overrides: Rules;
  seats: NewSeat[];
  /** The visitor's. */
  name?: string;
  pace?: Pace;
  /** Shown in the lobby. */
  listed?: boolean;
  rated?: boolean;
  talk?: boolean;
  watching?: boolean;
  advisers?: boolean;
  /** Of an earlier table of his: its words count here. */
  group?: string;
  /** Of the intent: the same key never makes two tables. */
  key?: string;
}

export interface GatheringSeat {
  kind: "human" | "bot" | "open";
  name: string;
  level: string | null;
  /** Has a page open. */
  here: boolean;
  rating: number | null;
  /** For whoever held it in the game before. */
  reserved: boolean;
}

/** A table that waits for its people. */
export interface Gathering {
  table: string;
  variant: string;
  pace: Pace;
  listed: boolean;
  rated: boolean;
  talk: boolean;
  watching: boolean;
  advisers: boolean;
  rules: Rules;
  /** Those that are not the preset's. */
  differences: Rules;
  /** How many words the group has let in. */
  group_words: number;
  seating: "agreed" | "random";
  seats: GatheringSeat[];
  mine: number[];
  /** The viewer made the table. */
  host: boolean;
  /** For those who sit. */
  invite: string | null;
  /** Hash of all that is agreed. */
  sheet: string;
  phase: "gathering" | "cancelled";
  /** Nobody called it off: nobody came back to it. */
  forsaken: boolean;
  rematch_of: string | null;
}

export interface Invitation {
  table: string;
  gathering: Gathering;
}

export interface Sit {
  name: string;
  seat?: number;
  key: string;
  invite?: string;
  /** What was read and accepted: `Gathering.sheet`. */
  sheet: string;
}

/** An open table of the lobby. */
export interface LobbyLine {
  table: string;
  variant: string;
  pace: Pace;
  rated: boolean;
  seats: GatheringSeat[];
  differences: Rules;
  at: string;
}

export interface TableLine {
  table: string;
  variant: string;
  phase: "gathering" | "playing" | "ended" | "cancelled";
  pace: Pace;
  /** When the clock of the seat on turn runs out, in ISO. */
  due: string | null;
  /** Whose words count there besides the list's; null where it is nobody else's table. */
  group: string | null;
  /** The table where it goes on. */
  rematch: string | null;
  seats: { name: string; kind: string; score: number; level?: string | null }[];
  on_turn: number;
  ended: boolean;
  mine: number[];
  version: number;
  /** ISO time of the last move. */
  at: string;
  front: boolean;
}
