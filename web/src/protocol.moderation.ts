/** What moderators and the server say to each other; docs/protocol.md says the same in prose. */

/** Somebody, as moderators see him; without a log-in he is a guest. */
export interface ShownPerson {
  name: string;
  login: string | null;
}

/** A message as it was written, near one that was reported. */
export interface ContextLine {
  n: number;
  at: string;
  seat: number | null;
  name: string;
  channel: string;
  text: string;
  hidden: boolean;
  /** It is the one that was reported. */
  about: boolean;
  /** Whoever was reported has said it. */
  accused: boolean;
}

export interface Report {
  id: string;
  at: string;
  by: ShownPerson;
  whom: ShownPerson;
  table: string;
  message: number | null;
  reason: string;
  /** Other reports of the same person. */
  others: number;
  context: ContextLine[];
}

export interface Sanction {
  id: string;
  whom: ShownPerson;
  kind: "mute" | "ban";
  since: string;
  /** None: for good. */
  until: string | null;
  by: ShownPerson;
  reason: string;
}

export interface OffensiveWord {
  language: "ru" | "en";
  /** With `*` at its end any ending, else all its forms. */
  word: string;
  /** Not masked, though it ships. */
  allowed: boolean;
}

export interface ShownAct {
  at: string;
  by: ShownPerson;
  act: string;
  whom: ShownPerson | null;
  table: string | null;
}

/** A rated game whose opponents came from one address: a question, nothing more. */
export interface Meeting {
  table: string;
  at: string;
  seats: { seat: number; who: ShownPerson; turns: number; think_ms: number; blurs: number }[];
}

export interface Moderation {
  /** Open ones, the oldest first. */
  reports: Report[];
  /** How many are open. */
  waiting: number;
  sanctions: Sanction[];
  words: OffensiveWord[];
  acts: ShownAct[];
  meetings: Meeting[];
}

/** Plays that were compared with the best ones, once a game of two was over. */
export interface Accuracy {
  plays: number;
  /** Of these, worth as much as the best. */
  best: number;
  /** Worth less than the best, in points on average. */
  lost: number;
}

/** How somebody plays rated games: questions, nothing more. */
export interface Conduct {
  who: ShownPerson;
  ratings: {
    variant: string;
    pace: "live" | "slow";
    rating: number;
    games: number;
    accuracy: Accuracy;
    /** Of others whose rating is near. */
    usual: Accuracy;
  }[];
  /** The most frequent first; more than two at a table are met in pairs. */
  opponents: {
    who: ShownPerson;
    games: number;
    won: number;
    lost: number;
    /** Games of two that he gave up to them, and they to him. */
    gave_up: number;
    received: number;
    /** Rating won in games of two; below 0: lost. */
    gained: number;
  }[];
  /** They meet nearly only each other, himself first; empty: he is in no such ring. */
  ring: { who: ShownPerson; inside: number; games: number }[];
  /** Of games of two; turns are on average, 0 where there was no such game. */
  giving_up: { games: number; given_up: number; turns: number; turns_else: number };
}

export type Whom =
  { report: string } | { login: string } | { table: string; message: number } | { table: string; seat: number };

export type ModeratorAct =
  | { act: "close_report"; report: string; upheld: boolean }
  | ({ act: "mute" | "ban"; hours?: number; reason: string } & Whom)
  | ({ act: "rename"; name: string } & Whom)
  | { act: "lift"; sanction: string }
  | { act: "hide_message"; table: string; message: number; show?: boolean }
  | { act: "cancel_table"; table: string; reason?: string }
  | { act: "add_word" | "allow_word" | "remove_word"; language: string; word: string };
