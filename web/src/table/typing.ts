/** The keyboard on the board: arrows, letters of either layout, and nothing that a bare letter might do by surprise. */

import { meaningOf, type Key, type KeyMeaning } from "../board/keys";
import { face, isBegun, laidAt, sourceOf, STAR, swappedAt, withoutTile } from "../board/sketch";
import { isEmpty, isWild, neighbour } from "../board/squares";
import { say } from "../words/language.svelte";
import { freeFrom, goOn, isFree } from "./cursor";
import type { Desk } from "./desk.svelte";
import { openWordsAt } from "./taps";

/** Take a key pressed on the board; false leaves it to the browser. */
export function press(desk: Desk, key: Key): boolean {
  const meaning = meaningOf(key, desk.variant.alphabet);
  if (!meaning) return false;
  desk.typing = true;
  switch (meaning.means) {
    case "step":
      step(desk, meaning);
      return true;
    case "turn":
      desk.across = !desk.across;
      desk.announce(say(desk.across ? "cursor.across" : "cursor.down"));
      return true;
    case "letter":
      type(desk, meaning.letter, meaning.star);
      return true;
    case "tile":
      typeTile(desk, meaning.place);
      return true;
    case "back":
      back(desk);
      return true;
    case "commit":
      enter(desk);
      return true;
    case "recall":
      return escape(desk);
  }
}

function step(desk: Desk, { across, step: by }: Extract<KeyMeaning, { means: "step" }>): void {
  desk.cursor = neighbour(desk.variant, desk.cursor, across, by) ?? desk.cursor;
}

/** Lay a letter at the cursor, past tiles that lie there already, and go on to the next free cell. */
function type(desk: Desk, letter: string, star: boolean): void {
  const square = landing(desk, letter, star);
  const id = square === null ? null : sourceOf(desk.sketch, letter, star);
  if (square === null || !desk.mayLay) return;
  if (id === null) return desk.notify(say("hand.no_such_tile", { letter }));
  if (desk.lay(id, square, letter)) goOn(desk, square);
}

function typeTile(desk: Desk, place: number): void {
  const id = desk.sketch.hand[place]?.id;
  const lying = id === undefined ? null : face(desk.sketch, id);
  if (id === undefined || !lying || !desk.mayLay) return;
  const square = landing(desk, lying.letter, lying.letter === STAR);
  if (square !== null && desk.lay(id, square) && lying.letter !== STAR) goOn(desk, square);
}

/** Where a letter typed at the cursor lands: on the very star it stands for, else on the first free cell. */
function landing(desk: Desk, letter: string, star: boolean): number | null {
  const there = desk.view.board[desk.cursor] ?? ".";
  const isTheStar = desk.maySwap && !star && isWild(there) && there.toUpperCase() === letter;
  if (isTheStar && !swappedAt(desk.sketch, desk.cursor) && isInHand(desk, letter)) return desk.cursor;
  return freeFrom(desk, desk.cursor);
}

const isInHand = (desk: Desk, letter: string): boolean =>
  desk.sketch.hand.some(({ id }) => face(desk.sketch, id)?.letter === letter);

/** Take back the tile at the cursor, else the nearest one laid before it. */
function back(desk: Desk): void {
  for (
    let square: number | null = desk.cursor;
    square !== null;
    square = neighbour(desk.variant, square, desk.across, -1)
  ) {
    if (laidAt(desk.sketch, square) || swappedAt(desk.sketch, square)) {
      desk.change(withoutTile(desk.sketch, square));
      desk.cursor = square;
      return;
    }
    if (square !== desk.cursor && isFree(desk, square)) break;
  }
  desk.cursor = neighbour(desk.variant, desk.cursor, desk.across, -1) ?? desk.cursor;
}

function enter(desk: Desk): void {
  if (desk.picked !== null) {
    desk.lay(desk.picked, desk.cursor);
    return;
  }
  if (!isBegun(desk.sketch) && !isEmpty(desk.view.board[desk.cursor])) return openWordsAt(desk, desk.cursor);
  // Where a turn may take days, a key pressed by mistake is asked about.
  if (desk.view.pace.kind === "days" && desk.canCommit) desk.open({ kind: "play" });
  else desk.commit();
}

/** Once takes everything back; with nothing left to take back it leaves the board. */
function escape(desk: Desk): boolean {
  if (desk.picked !== null || isBegun(desk.sketch)) {
    desk.recall();
    return true;
  }
  desk.typing = false;
  document.querySelector<HTMLElement>("[data-hand] button")?.focus();
  return true;
}
