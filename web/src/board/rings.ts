/** The pencil rings: one round each word of the turn, one round each group of tiles that touches nothing. */

import type { TurnWord } from "./verdicts";
import { islands } from "./verdicts";
import type { Reason } from "../protocol";
import type { Layout } from "./squares";

export interface Ring {
  row: number;
  column: number;
  rows: number;
  columns: number;
  verdict: "ok" | "no" | "open";
  /** Points of the word; null where there is no word. */
  points: number | null;
}

export function ringsOf(layout: Layout, words: readonly TurnWord[], reasons: readonly Reason[]): Ring[] {
  const loose = reasons.filter(({ code }) => code === "not_joined").flatMap(({ squares }) => squares);
  return [
    ...words.map((word) => ({ ...boxOf(layout, word.squares), verdict: word.verdict, points: word.points })),
    ...islands(loose, layout.width).map((group) => ({ ...boxOf(layout, group), verdict: "no" as const, points: null })),
  ];
}

function boxOf(layout: Layout, squares: readonly number[]) {
  const rows = squares.map((square) => Math.floor(square / layout.width));
  const columns = squares.map((square) => square % layout.width);
  const [row, column] = [Math.min(...rows), Math.min(...columns)];
  return { row, column, rows: Math.max(...rows) - row + 1, columns: Math.max(...columns) - column + 1 };
}
