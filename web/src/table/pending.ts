/** An action that was asked for and not yet answered: kept until the server has said ack, stale or refused, so that no move is lost. */

import type { Action } from "../protocol";

export interface Pending {
  seat: number;
  /** The version it was made for. */
  after: number;
  /** One for each intent: the same key is never carried out twice. */
  key: string;
  action: Action;
}

const place = (table: string): string => `wordsmith.pending.${table}`;

export function loadPending(table: string): Pending | null {
  try {
    const pending = JSON.parse(localStorage.getItem(place(table)) ?? "null") as Pending | null;
    return pending && typeof pending.key === "string" && pending.action ? pending : null;
  } catch {
    return null;
  }
}

export function savePending(table: string, pending: Pending | null): void {
  try {
    if (pending) localStorage.setItem(place(table), JSON.stringify(pending));
    else localStorage.removeItem(place(table));
  } catch {
    // Without storage the move lives as long as the page.
  }
}

/** 128 random bits in hex. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
