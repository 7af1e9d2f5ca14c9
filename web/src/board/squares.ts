/** Where things are on a board: square = row * width + column, from the top left; columns are Latin letters in every language. */

export interface Layout {
  width: number;
  height: number;
  /** One character a square: `. l L w W * +`. */
  premiums: string;
}

export type Premium = "l2" | "l3" | "w2" | "w3" | "st";

const PREMIUM: { [mark: string]: Premium } = { l: "l2", L: "l3", w: "w2", W: "w3", "*": "st", "+": "st" };

export const premiumAt = (layout: Layout, square: number): Premium | null =>
  PREMIUM[layout.premiums[square] ?? ""] ?? null;

export const columnName = (column: number): string => String.fromCharCode(65 + column);

/** "H8": the column's letter, then the row's number. */
export const squareName = (layout: Layout, square: number): string =>
  `${columnName(square % layout.width)}${Math.floor(square / layout.width) + 1}`;

/** The next square along the row or down the column; null at the edge. */
export function neighbour(layout: Layout, square: number, across: boolean, step: 1 | -1 = 1): number | null {
  const { width, height } = layout;
  const column = (square % width) + (across ? step : 0);
  const row = Math.floor(square / width) + (across ? 0 : step);
  return column < 0 || column >= width || row < 0 || row >= height ? null : row * width + column;
}

/** A run of squares from `square` on. */
export const squaresFrom = (layout: Layout, square: number, across: boolean, length: number): number[] =>
  Array.from({ length }, (_, step) => square + step * (across ? 1 : layout.width));

/** A wild tile on a board is written as a small letter. */
export const isWild = (tile: string): boolean => tile !== tile.toUpperCase();

export const isEmpty = (tile: string | undefined): boolean => tile === undefined || tile === ".";

/** The board with the tiles put on their squares, whatever lay there. */
export function boardWith(board: string, placed: readonly (readonly [number, string])[]): string {
  if (placed.length === 0) return board;
  const squares = [...board];
  for (const [square, tile] of placed) squares[square] = tile;
  return squares.join("");
}

/** The whole run through `square` in one direction: its first square and length. */
export function runThrough(
  layout: Layout,
  board: string,
  square: number,
  across: boolean,
): { square: number; length: number } {
  let first = square;
  for (
    let back = neighbour(layout, first, across, -1);
    back !== null && !isEmpty(board[back]);
    back = neighbour(layout, first, across, -1)
  )
    first = back;
  let length = 1;
  for (
    let on = neighbour(layout, square, across);
    on !== null && !isEmpty(board[on]);
    on = neighbour(layout, on, across)
  )
    length++;
  return { square: first, length: length + (square - first) / (across ? 1 : layout.width) };
}
