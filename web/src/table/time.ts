/** The server's clock as nearly as it can be known here: only that one counts. */

/** How many of the last signs are compared: the one that was least on its way is the truest. */
const SIGNS = 8;

export class ServerTime {
  /** How far the server's clock was ahead of this page's, by each of the last signs; each is late by its way. */
  #ahead: number[] = [];
  #roundTrip: number | null = null;

  /** The server has just said what time it is. */
  heard(now: number): void {
    this.#ahead = [...this.#ahead, now - performance.now()].slice(-SIGNS);
  }

  /** A question was on its way there and back for so many ms. */
  measured(ms: number): void {
    this.#roundTrip = this.#roundTrip === null ? ms : Math.min(ms, (this.#roundTrip + ms) / 2);
  }

  /** In ms since 1970, half a round trip later than it was said. */
  now(): number {
    if (this.#ahead.length === 0) return Date.now();
    return performance.now() + Math.max(...this.#ahead) + (this.#roundTrip ?? 0) / 2;
  }
}
