/** The one WebSocket of the page: it comes back by itself after 0.2 to 5 seconds, and each table then says again what it needs. */

import { untrack } from "svelte";
import type { FromServer, ToServer } from "../protocol";
import { ServerTime } from "./time";

/** Somebody who lives on the connection: one table. */
export interface Listener {
  /** The connection stands (again): join, and send what is unanswered. */
  opened(): void;
  receive(message: FromServer): void;
  /** The server has so many rows of the table: whoever has less has missed something. */
  pulsed(version: number): void;
}

/** Why the server has ended the connection for good: it comes back only when the visitor says so. */
export type Parting = "logged_out" | "revoked" | "forbidden" | "replaced";

const LEAST_WAIT_MS = 200;
const MOST_WAIT_MS = 5_000;
/** The server gives a sign of life every 5 seconds. */
const SILENCE_MS = 6_000;
const ANSWER_WITHIN_MS = 3_000;
const OPEN_WITHIN_MS = 6_000;
/** Of so many pulses one is taken to measure the way there and back. */
const MEASURED_PULSES = 6;
const LOST = 1006;
const TOO_FAST = 1008;
const PARTINGS: { [code: number]: Parting } = { 4001: "logged_out", 4002: "revoked", 4003: "forbidden", 4009: "replaced" };

export class Connection {
  /** Is the connection open now? */
  open = $state(false);
  /** Has it been away long enough to say so? */
  away = $state(false);
  parting = $state<Parting | null>(null);
  readonly time = new ServerTime();

  #listeners = new Map<string, Listener>();
  #socket: WebSocket | null = null;
  #failures = 0;
  #reconnect: ReturnType<typeof setTimeout> | undefined;
  #alive: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;
  #pings = 0;
  #pulses = 0;
  #pinged = 0;

  /** Hear of a table; the answer stops it. */
  attach(table: string, listener: Listener): () => void {
    this.#listeners.set(table, listener);
    // Whoever attaches in an effect must not do so again each time the line comes and goes.
    if (untrack(() => this.open)) listener.opened();
    else this.resume();
    return () => {
      if (this.#listeners.get(table) !== listener) return;
      this.#listeners.delete(table);
      this.send({ type: "leave", table });
    };
  }

  /** Send now, or answer false: nothing is queued, for each table says again what it needs when the line is back. */
  send(message: ToServer): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** The line may be back, or may have gone: do not wait to find out. */
  hurry(): void {
    if (untrack(() => this.open)) {
      if (performance.now() - this.#heard > ANSWER_WITHIN_MS) this.#probe();
    } else if (this.#listeners.size > 0 && !this.parting) this.resume();
  }

  /** Come back, though the server had ended it. */
  resume(): void {
    this.parting = null;
    this.#failures = 0;
    clearTimeout(this.#reconnect);
    this.#reconnect = undefined;
    this.#connect();
  }

  #connect(): void {
    if (this.#socket) return;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.#socket = socket;
    this.#expect(OPEN_WITHIN_MS, () => this.#drop());
    socket.onopen = () => {
      this.#failures = 0;
      this.#pulses = 0;
      [this.open, this.away] = [true, false];
      for (const listener of this.#listeners.values()) listener.opened();
      this.#ping();
      this.#listen();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket === socket) this.#receive(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = (event) => this.#closed(socket, event.code);
  }

  #closed(socket: WebSocket, code: number): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.open = false;
    clearTimeout(this.#alive);
    if (this.#listeners.size === 0) return;
    this.parting = PARTINGS[code] ?? null;
    if (this.parting) return;
    this.#failures++;
    if (this.#failures > 1) this.away = true;
    const wait = code === TOO_FAST ? MOST_WAIT_MS : waitMs(this.#failures);
    this.#reconnect = setTimeout(() => {
      this.#reconnect = undefined;
      this.#connect();
    }, wait);
  }

  #receive(message: FromServer): void {
    this.#listen();
    if (message.type === "pulse") {
      this.send({ type: "beat", id: message.id });
      this.time.heard(message.now);
      if (++this.#pulses % MEASURED_PULSES === 0) this.#ping();
      for (const [table, version] of Object.entries(message.tables)) this.#listeners.get(table)?.pulsed(version);
    } else if (message.type === "pong") this.time.measured(performance.now() - this.#pinged);
    else if ("table" in message && message.table !== undefined) this.#listeners.get(message.table)?.receive(message);
  }

  /** After a silence the line is asked for a sign of life. */
  #listen(): void {
    this.#heard = performance.now();
    this.#expect(SILENCE_MS, () => this.#probe());
  }

  /** Without an answer the line is dead, whatever the browser thinks. */
  #probe(): void {
    this.#ping();
    this.#expect(ANSWER_WITHIN_MS, () => this.#drop());
  }

  #drop(): void {
    this.away = true;
    const socket = this.#socket;
    socket?.close();
    if (socket) this.#closed(socket, LOST);
  }

  #ping(): void {
    this.#pinged = performance.now();
    this.send({ type: "ping", id: ++this.#pings });
  }

  #expect(within: number, otherwise: () => void): void {
    clearTimeout(this.#alive);
    this.#alive = setTimeout(otherwise, within);
  }
}

/** Doubling from 0.2 to 5 seconds, of which up to half is chance, so that not everybody comes back at once. */
export function waitMs(failures: number, random: () => number = Math.random): number {
  const whole = Math.min(MOST_WAIT_MS, LEAST_WAIT_MS * 2 ** failures);
  return Math.max(LEAST_WAIT_MS, Math.round(whole * (1 - random() / 2)));
}

export const connection = new Connection();

export function watchTheLine(): void {
  addEventListener("online", () => connection.hurry());
  addEventListener("offline", () => connection.hurry());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") connection.hurry();
  });
}
