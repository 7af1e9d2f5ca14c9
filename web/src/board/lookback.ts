/** The board as it stood after any turn, rebuilt from the board the game began with and the rows of the score sheet. */

import type { Turn } from "../protocol";
import { boardWith } from "./squares";

/** The board after turn `n`; 0 is the start. A word voted down or challenged off never stays. */
export function boardAfter(start: string, turns: readonly Turn[], n: number): string {
  return turns
    .filter((turn) => turn.n <= n && turn.kind === "play")
    .reduce((board, turn) => boardWith(boardWith(board, turn.swapped), turn.laid), start);
}

/** The squares the turn covered. */
export const coveredBy = (turn: Turn | undefined): Set<number> =>
  new Set(turn?.kind === "play" ? [...turn.laid, ...turn.swapped].map(([square]) => square) : []);

/** The last turn that laid tiles, up to turn `n`. */
export const lastLaid = (turns: readonly Turn[], n: number = Infinity): Turn | undefined =>
  turns.filter((turn) => turn.n <= n && turn.kind === "play" && turn.laid.length > 0).at(-1);
