/** What each square of the board shows; a square that has not changed keeps the very same value, so nothing is painted again. */

import type { Play } from "../protocol";
import { tileValue, type Counting } from "./scoring";
import type { Sketch } from "./sketch";
import { isEmpty, isWild } from "./squares";

export interface BoardTile {
  /** In capitals. */
  letter: string;
  /** Null where the tile is worth nothing. */
  value: number | null;
  wild: boolean;
  /** settled; laid in this turn; laid in this turn on a star; only suggested. */
  kind: "settled" | "draft" | "took" | "ghost";
  /** Of the last move. */
  last: boolean;
}

export interface Shown {
  board: string;
  last: ReadonlySet<number>;
  /** A hint or a proposal: nothing of it is laid. */
  ghosts: Play | null;
  sketch: Sketch;
  counting: Counting;
}

export function boardTiles(shown: Shown, before: readonly (BoardTile | null)[]): (BoardTile | null)[] {
  const tiles: (BoardTile | null)[] = Array.from(shown.board, (tile, square) =>
    isEmpty(tile) ? null : boardTile(shown.counting, tile, "settled", shown.last.has(square)),
  );
  for (const [square, letter] of [...(shown.ghosts?.swapped ?? []), ...(shown.ghosts?.laid ?? [])]) {
    tiles[square] = boardTile(shown.counting, letter, "ghost");
  }
  for (const { square, letter } of shown.sketch.swapped) tiles[square] = boardTile(shown.counting, letter, "took");
  for (const { square, letter } of shown.sketch.laid) tiles[square] = boardTile(shown.counting, letter, "draft");
  return tiles.map((tile, square) => (isSame(tile, before[square]) ? (before[square] as BoardTile | null) : tile));
}

function boardTile(counting: Counting, tile: string, kind: BoardTile["kind"], last = false): BoardTile {
  return { letter: tile.toUpperCase(), value: tileValue(counting, tile) || null, wild: isWild(tile), kind, last };
}

function isSame(a: BoardTile | null, b: BoardTile | null | undefined): boolean {
  if (!a || !b) return a === b;
  return a.letter === b.letter && a.kind === b.kind && a.last === b.last && a.wild === b.wild && a.value === b.value;
}
