/** Taps and drops: tap a tile and tap a cell, or drag; both ways do the same. */

import { face, laidAt, reordered, STAR, swappedAt, withMoved, withoutTile } from "../board/sketch";
import { isEmpty, runThrough, squaresFrom } from "../board/squares";
import { say } from "../words/language.svelte";
import { goOn, isFree } from "./cursor";
import type { Desk } from "./desk.svelte";

/** Where a tile was taken from, or dropped. */
export type Place = { kind: "board"; square: number } | { kind: "hand"; place: number } | { kind: "away" };

/** A cell was touched. `zoomIn` is there where cells are too small to be sure of: it shows them larger first. */
export function tapCell(desk: Desk, square: number, zoomIn?: (square: number) => void): void {
  const isTaken = !isEmpty(desk.view.board[square]);
  if (laidAt(desk.sketch, square) || swappedAt(desk.sketch, square)) {
    desk.change(withoutTile(desk.sketch, square));
    return;
  }
  if (desk.picked !== null && desk.mayLay) {
    if (zoomIn) return zoomIn(square);
    if (!desk.lay(desk.picked, square)) desk.notify(say("board.taken"));
    return;
  }
  if (isTaken || desk.looked !== null) return openWordsAt(desk, square);
  moveCursor(desk, square);
}

/** First touch: the cursor runs along the row; second: down; third: it leaves. */
function moveCursor(desk: Desk, square: number): void {
  const isAgain = desk.typing && desk.cursor === square;
  desk.cursor = square;
  if (isAgain && !desk.across) [desk.typing, desk.across] = [false, true];
  else if (isAgain) desk.across = false;
  else desk.typing = true;
}

/** A tile of the hand was touched: it lies down at the cursor if there is one, else it is picked up. */
export function tapTile(desk: Desk, id: number): void {
  const lying = face(desk.sketch, id);
  if (!lying || !desk.mayLay) return;
  if (desk.typing && isFree(desk, desk.cursor)) {
    const square = desk.cursor;
    if (desk.lay(id, square) && lying.letter !== STAR) goOn(desk, square);
    return;
  }
  desk.picked = desk.picked === id ? null : id;
}

/** A tile was dragged from one place to another. */
export function drop(desk: Desk, from: Place, to: Place): void {
  if (from.kind === "board" && to.kind === "board")
    desk.change(withMoved(desk.sketch, from.square, to.square, desk.view.board));
  else if (from.kind === "board") desk.change(withoutTile(desk.sketch, from.square));
  else if (from.kind === "hand" && to.kind === "hand") desk.change(reordered(desk.sketch, from.place, to.place));
  else if (from.kind === "hand" && to.kind === "board") {
    const id = desk.sketch.hand[from.place]?.id;
    if (id !== undefined) desk.lay(id, to.square);
  }
}

/** Open the meaning of the words that run through a square. */
export function openWordsAt(desk: Desk, square: number): void {
  const board = desk.tiles.map((tile) => (tile && tile.kind === "settled" ? tile.letter : ".")).join("");
  if (isEmpty(board[square])) return;
  const words = [true, false]
    .map((across) => ({ across, ...runThrough(desk.variant, board, square, across) }))
    .filter(({ length }) => length > 1)
    .map((run) =>
      squaresFrom(desk.variant, run.square, run.across, run.length)
        .map((each) => board[each])
        .join(""),
    );
  if (words.length > 0) desk.open({ kind: "words", words });
}

/** What lies at a point of the screen. */
export function placeAt(x: number, y: number): Place {
  const element = document.elementFromPoint(x, y);
  const cell = element?.closest<HTMLElement>("[data-square]");
  if (cell) return { kind: "board", square: Number(cell.dataset.square) };
  const slot = element?.closest<HTMLElement>("[data-place]");
  if (slot) return { kind: "hand", place: Number(slot.dataset.place) };
  // Beside the slots, but in the hand: the end of it.
  return element?.closest("[data-hand]") ? { kind: "hand", place: Infinity } : { kind: "away" };
}
