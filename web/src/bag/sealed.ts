/** Whether every draw of a game follows from the order that was sealed before it; docs/rules.md says how tiles go and come back. */

import { sha256 } from "./sha256";

export interface SealOf {
  hash: string;
  salt: string;
  /** Every tile in the order of the bag, `?` a star. */
  order: string;
}

/** Of an event of a record only what moves tiles. */
export interface RecordedEvent {
  event: string;
  tiles?: string;
}

/** The record of a game that is over, as far as its bag goes. */
export interface SealedRecord {
  variant: string;
  start: { bag: string };
  events: RecordedEvent[];
  seal?: SealOf;
}

/** `hash`: not what was sealed. `tiles`: not the tiles of this game. `draw`: other tiles were drawn than were next; `event` counts from 1. */
export type Flaw = { code: "hash" | "tiles" } | { code: "draw"; event: number };

/** What is known of the game besides its record. */
export interface Box {
  /** Its letters in order. */
  alphabet: string;
  tiles: readonly (readonly [letter: string, count: number, value: number])[];
}

const PREFIX = "wordsmith:1";

export const sealHash = ({ salt, order }: Pick<SealOf, "salt" | "order">): Promise<string> =>
  sha256(`${PREFIX}:${salt}:${order}`);

/** The first thing in a game that does not follow from its seal; null where everything does. */
export async function checkSeal(record: SealedRecord, seal: SealOf, box: Box): Promise<Flaw | null> {
  if ((await sealHash(seal)) !== seal.hash) return { code: "hash" };
  const all = sorted(box.tiles.flatMap(([letter, count]) => Array<string>(count).fill(letter)).join(""));
  if (sorted(seal.order) !== all || sorted(record.start.bag) !== all) return { code: "tiles" };
  const bag = new SealedBag(seal, box.alphabet);
  for (const [index, event] of record.events.entries()) {
    if (!(await bag.follow(event))) return { code: "draw", event: index + 1 };
  }
  return null;
}

/** How many tiles were drawn in a game. */
export const drawnIn = ({ events }: Pick<SealedRecord, "events">): number =>
  events.reduce((sum, { event, tiles = "" }) => sum + (event === "drew" ? [...tiles].length : 0), 0);

const sorted = (tiles: string): string => [...tiles].sort().join("");

/** What is left of the order after some events. */
export class SealedBag {
  #line: string[];
  #returned = 0;
  /** Since the last play: it goes back with it. */
  #drawn = "";
  readonly #salt: string;
  readonly #alphabet: string;

  constructor({ salt, order }: Pick<SealOf, "salt" | "order">, alphabet: string) {
    [this.#salt, this.#line, this.#alphabet] = [salt, [...order], alphabet];
  }

  /** The tiles in the bag, the next one first. */
  get line(): string {
    return this.#line.join("");
  }

  /** Go on with an event; false if other tiles were drawn than were next. */
  async follow({ event, tiles = "" }: RecordedEvent): Promise<boolean> {
    if (event === "drew") {
      const next = this.#line.splice(0, [...tiles].length).join("");
      this.#drawn = next;
      return sorted(next) === sorted(tiles);
    }
    if (event === "played") this.#drawn = "";
    else if (event === "exchanged") await this.#putBack(tiles);
    else if (event === "challenge_upheld") await this.#putBack(this.#drawn);
    return true;
  }

  /** Stars first, then by the alphabet, each to a place that only the salt and the count of returns decide. */
  async #putBack(tiles: string): Promise<void> {
    for (const tile of [...tiles].sort((one, other) => this.#alphabet.indexOf(one) - this.#alphabet.indexOf(other))) {
      const digest = await sha256(`${PREFIX}:${this.#salt}:${++this.#returned}`);
      this.#line.splice(Number(BigInt(`0x${digest}`) % BigInt(this.#line.length + 1)), 0, tile);
    }
  }
}
