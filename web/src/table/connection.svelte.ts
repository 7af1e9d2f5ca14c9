/** The one WebSocket of the page: it comes back by itself after 0.2 to 5 seconds, and each table then says again what it needs. */

import { untrack } from "svelte";
import type { FromServer, ToServer } from "../protocol";

/** Somebody who lives on the connection: one table. */
export interface Listener {
  /** The connection stands (again): join, and send what is unanswered. */
  opened(): void;
  receive(message: FromServer): void;
}

const LEAST_WAIT_MS = 200;
const MOST_WAIT_MS = 5_000;
const PING_EVERY_MS = 20_000;
const PONG_WITHIN_MS = 8_000;
/** Close code of a server that will not have us. */
const FORBIDDEN = 4003;

export class Connection {
  /** Is the connection open now? */
  open = $state(false);
  /** Has it been away long enough to say so? */
  away = $state(false);

  #listeners = new Map<string, Listener>();
  #socket: WebSocket | null = null;
  #failures = 0;
  #reconnect: ReturnType<typeof setTimeout> | undefined;
  #alive: ReturnType<typeof setTimeout> | undefined;
  #pings = 0;

  /** Hear of a table; the answer stops it. */
  attach(table: string, listener: Listener): () => void {
    this.#listeners.set(table, listener);
    // Whoever attaches in an effect must not do so again each time the line comes and goes.
    if (untrack(() => this.open)) listener.opened();
    else this.#connect();
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

  /** The line may be back: do not wait for the next try. */
  hurry(): void {
    if (this.open || this.#listeners.size === 0) return;
    this.#failures = 0;
    clearTimeout(this.#reconnect);
    this.#reconnect = undefined;
    this.#connect();
  }

  #connect(): void {
    if (this.#socket || this.#reconnect !== undefined) return;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#failures = 0;
      [this.open, this.away] = [true, false];
      for (const listener of this.#listeners.values()) listener.opened();
      this.#listen();
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#receive(JSON.parse(event.data) as FromServer);
    socket.onclose = (event) => this.#closed(socket, event.code);
  }

  #closed(socket: WebSocket, code: number): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.open = false;
    clearTimeout(this.#alive);
    if (this.#listeners.size === 0) return;
    this.#failures++;
    if (this.#failures > 1) this.away = true;
    if (code === FORBIDDEN) return;
    this.#reconnect = setTimeout(() => {
      this.#reconnect = undefined;
      this.#connect();
    }, waitMs(this.#failures));
  }

  #receive(message: FromServer): void {
    this.#listen();
    if ("table" in message && message.table !== undefined) this.#listeners.get(message.table)?.receive(message);
  }

  /** Ask for a sign of life after a silence; without one the line is dead, whatever the browser thinks. */
  #listen(): void {
    clearTimeout(this.#alive);
    this.#alive = setTimeout(() => {
      this.send({ type: "ping", id: ++this.#pings });
      this.#alive = setTimeout(() => {
        const socket = this.#socket;
        socket?.close();
        if (socket) this.#closed(socket, 1006);
      }, PONG_WITHIN_MS);
    }, PING_EVERY_MS);
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
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") connection.hurry();
  });
}
