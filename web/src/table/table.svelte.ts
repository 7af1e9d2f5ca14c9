/** One table as the server shows it, and what was asked of it. Nothing here decides a rule. */

import type { Action, FromServer, Hinted, Play, Presence, Reason, ToServer, Tried, Turn, View } from "../protocol";
import type { Gathering } from "../protocol.gathering";
import type { Connection, Listener } from "./connection.svelte";
import { loadPending, randomKey, savePending, type Pending } from "./pending";

/** How a move fares, as the player sees it. */
export type MoveState = "none" | "sending" | "saved" | "refused" | "stale";

/** Answers after which the same is asked again, and how soon. */
const FOR_NOW = ["unavailable", "too_fast"];
const AGAIN_MS = 1500;

export class Table implements Listener {
  view = $state.raw<View | null>(null);
  /** Who is here, while the game has not begun. */
  gathering = $state.raw<Gathering | null>(null);
  /** Who has a page of the table open; null as long as the server has not said so. */
  presence = $state.raw<Presence | null>(null);
  turns = $state.raw<readonly Turn[]>([]);
  version = $state(0);
  move = $state<MoveState>("none");
  /** What was asked for last: "saved" means another thing for a word than for a pass. */
  asked = $state.raw<Action | null>(null);
  refusal = $state.raw<readonly Reason[]>([]);
  tried = $state.raw<Tried | null>(null);
  hinted = $state.raw<Hinted | null>(null);
  /** Why the table cannot be shown at all. */
  failure = $state<string | null>(null);

  readonly id: string;
  /** Whoever listens to everything that is said of the table. */
  readonly ears = new Set<(message: FromServer) => void>();
  /** Called after each new view, before anything is painted. */
  onview: (view: View, before: View | null) => void = () => {};
  ontried: (tried: Tried) => void = () => {};
  onrefused: () => void = () => {};

  readonly #connection: Connection;
  #pending: Pending | null;
  #detach: () => void = () => {};
  #seatShown: number | null = null;
  #asked = 0;

  constructor(id: string, connection: Connection) {
    this.id = id;
    this.#connection = connection;
    this.#pending = loadPending(id);
    if (this.#pending) this.move = "sending";
  }

  sit(): () => void {
    this.#detach = this.#connection.attach(this.id, this);
    return () => this.#detach();
  }

  opened(): void {
    this.#join();
    if (this.#pending) this.#send(this.#pending);
  }

  pulsed(version: number): void {
    if (version > this.version) this.#join();
  }

  /** Say something that is no action: it is not stored with the moves. */
  send(message: ToServer): boolean {
    return this.#connection.send(message);
  }

  /** Show the hand of a seat of this device: the hand-over screen was answered. */
  showHand(seat: number): void {
    this.#seatShown = seat;
    this.#join();
  }

  act(seat: number, action: Action): void {
    if (this.#pending) return;
    this.#pending = { seat, after: this.version, key: randomKey(), action };
    savePending(this.id, this.#pending);
    [this.move, this.asked, this.refusal] = ["sending", action, []];
    this.#send(this.#pending);
  }

  /** Ask what a play would make; the answer is `tried`, and the number says of which asking it is. */
  tryPlay(seat: number, play: Play): number {
    this.#connection.send({ type: "try", table: this.id, seat, id: ++this.#asked, play });
    return this.#asked;
  }

  askHint(seat: number): number {
    this.#connection.send({ type: "hint", table: this.id, seat, id: ++this.#asked });
    return this.#asked;
  }

  forgetRefusal(): void {
    if (this.move === "refused" || this.move === "stale") this.move = "none";
    if (this.refusal.length > 0) this.refusal = [];
  }

  receive(message: FromServer): void {
    this.#receive(message);
    for (const ear of this.ears) ear(message);
  }

  #receive(message: FromServer): void {
    switch (message.type) {
      case "state":
        return this.#show(message);
      case "gathering":
        [this.gathering, this.version, this.failure] = [message.gathering, message.version, null];
        return;
      case "presence":
        this.presence = message;
        return;
      case "tried":
        this.tried = message;
        this.ontried(message);
        return;
      case "hinted":
        this.hinted = message;
        return;
      case "ack":
        return this.#answered(message.key, "saved");
      case "stale":
        return this.#answered(message.key, "stale");
      case "refused":
        if (message.key === this.#pending?.key) this.refusal = message.reasons;
        this.#answered(message.key, "refused");
        return this.onrefused();
      case "error":
        return this.#failed(message.code, (message.detail as { key?: string } | null | undefined)?.key);
    }
  }

  #join(): void {
    this.#connection.send({ type: "join", table: this.id, since: this.view ? this.version : 0, seat: this.#seatShown });
  }

  #send(pending: Pending): void {
    this.#connection.send({ type: "act", table: this.id, ...pending });
  }

  #failed(code: string, key: string | undefined): void {
    if (!key) {
      // Whoever waited for a seat may not look on at a game that has begun without him.
      if (code === "unknown_table" || code === "forbidden") [this.failure, this.gathering] = [code, null];
    } else if (key !== this.#pending?.key) return;
    else if (FOR_NOW.includes(code)) setTimeout(() => this.#pending?.key === key && this.#send(this.#pending), AGAIN_MS);
    // The server knows the key with another content: it can never be answered otherwise.
    else if (code === "key_reused") this.#answered(key, "stale");
    else {
      this.refusal = [{ code, squares: [], word: "", square: null, across: null, why: null }];
      this.#answered(key, "refused");
      this.onrefused();
    }
  }

  #answered(key: string, move: MoveState): void {
    if (key !== this.#pending?.key) return;
    this.#pending = null;
    savePending(this.id, null);
    this.move = move;
  }

  #show(message: Extract<FromServer, { type: "state" }>): void {
    const before = this.view;
    if (message.view.clock) this.#connection.time.heard(message.view.clock.now);
    const first = message.turns[0];
    const kept = first ? this.turns.filter((turn) => turn.n < first.n) : this.turns.slice(0, message.from);
    this.turns = [...kept, ...message.turns];
    this.version = message.version;
    this.view = message.view;
    [this.failure, this.gathering] = [null, null];
    if (message.view.viewer === null) this.#seatShown = null;
    this.onview(message.view, before);
  }
}
