/** What the page and the server say about the visitor, what is said at the tables, and the words of a group; docs/protocol.md says the same in prose. */

export interface Rating {
  variant: string;
  pace: "live" | "slow";
  rating: number;
  deviation: number;
  games: number;
  /** Too few games to be sure of. */
  provisional: boolean;
}

export interface Stats {
  games: number;
  won: number;
  average: number;
  best_word: { word: string; points: number; table: string } | null;
  best_turn: { points: number; table: string; n: number } | null;
  full_racks: number;
  by_variant: { [variant: string]: { games: number; won: number; average: number } };
}

/** The visitor himself; a guest has no log-in. */
export interface Me {
  name: string;
  language: string;
  login: string | null;
  email: string | null;
  email_confirmed: boolean;
  has_password: boolean;
  passkeys: { id: string; name: string; at: string }[];
  wants_rating: boolean;
  role: string;
  /** The second factor was shown within the last half hour. */
  strong: boolean;
  muted_until: string | null;
  ratings: Rating[];
  stats: Stats;
  /** This site can send notices. */
  notices: boolean;
  mail: boolean;
  reminders: boolean;
}

export interface Profile {
  name: string;
  login: string;
  since: string;
  ratings: Rating[];
  stats: Stats;
}

export interface Session {
  /** Not the cookie. */
  id: string;
  agent: string;
  since: string;
  seen: string;
  here: boolean;
}

/** A word a group has let in. */
export interface GroupWord {
  word: string;
  language: string;
  at: string;
  table: string | null;
}

/** Who hears: the seats, the spectators, or the one who is advised. */
export type Channel = "table" | "watchers" | "whisper";

export interface Message {
  n: number;
  at: string;
  seat: number | null;
  name: string;
  channel: Channel;
  to: number | null;
  text: string;
  mine: boolean;
  hidden: boolean;
}

/** The bag that was fixed at the start: before the end only its hash. */
export interface Seal {
  hash: string;
  salt: string | null;
  /** Every tile in the order of the bag. */
  order: string | null;
  /** The game's draws follow it. */
  ok: boolean | null;
}
