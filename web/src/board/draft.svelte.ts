/** The tentative turn of one seat at one table: it outlives reloads, a second tab and the opponents' turns, because it rests in localStorage. */

import type { View } from "../protocol";
import { EMPTY, fitted, type Sketch } from "./sketch";

interface Stored {
  version: number;
  sketch: Sketch;
}

export class Draft {
  sketch = $state.raw<Sketch>(EMPTY);
  #key: string | null = null;
  #version = 0;

  /** Follow a table as `view` shows it: what no longer fits goes back to the hand. */
  follow(view: View, version: number): void {
    const key = view.viewer === null ? null : `wordsmith.draft.${view.table}.${view.viewer}`;
    if (key !== this.#key) {
      this.#key = key;
      this.sketch = key ? (load(key)?.sketch ?? EMPTY) : EMPTY;
    }
    this.#version = version;
    if (key && view.rack !== null) this.#set(fitted(this.sketch, view.board, view.rack, freshOf(view)));
  }

  /** Change the sketch; null (a change that cannot be) changes nothing and says so. */
  change(next: Sketch | null): boolean {
    if (next === null) return false;
    this.#set(next);
    return true;
  }

  /** Another tab has changed the stored draft: take it over. */
  reread(storageKey: string | null, view: View | null): void {
    if (storageKey !== this.#key || !this.#key || view?.rack == null) return;
    const stored = load(this.#key);
    if (stored && stored.version === this.#version) this.sketch = fitted(stored.sketch, view.board, view.rack, "");
  }

  /** The game is over: nothing is kept. */
  forget(): void {
    if (this.#key) localStorage.removeItem(this.#key);
    this.sketch = EMPTY;
    this.#key = null;
  }

  #set(sketch: Sketch): void {
    this.sketch = sketch;
    if (!this.#key) return;
    try {
      localStorage.setItem(this.#key, JSON.stringify({ version: this.#version, sketch } satisfies Stored));
    } catch {
      // A full or forbidden storage costs the memory of the draft, not the turn.
    }
  }
}

/** A whole new hand is no news: only tiles drawn beside old ones are marked. */
const freshOf = (view: View): string => (view.fresh.length === view.rack?.length ? "" : view.fresh);

function load(key: string): Stored | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isStored(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isStored(value: unknown): value is Stored {
  const stored = value as Partial<Stored> | null;
  const sketch = stored?.sketch;
  return typeof stored?.version === "number" && [sketch?.hand, sketch?.laid, sketch?.swapped].every(Array.isArray);
}
