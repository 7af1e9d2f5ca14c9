/** Where the next tile of a word goes. */

import { laidAt } from "../board/sketch";
import { isEmpty, neighbour } from "../board/squares";
import type { Desk } from "./desk.svelte";

export const isFree = (desk: Desk, square: number): boolean =>
  isEmpty(desk.view.board[square]) && !laidAt(desk.sketch, square);

/** The first free cell from `from` on along the word; null where there is none. */
export function freeFrom(desk: Desk, from: number): number | null {
  for (let square: number | null = from; square !== null; square = neighbour(desk.variant, square, desk.across)) {
    if (isFree(desk, square)) return square;
  }
  return null;
}

/** After a tile: the cursor stands on the next cell of the word that is free. */
export function goOn(desk: Desk, square: number): void {
  const next = neighbour(desk.variant, square, desk.across);
  desk.cursor = (next === null ? null : freeFrom(desk, next)) ?? next ?? square;
}
