/** A turn being laid, as a value: the hand in the player's own order, the tiles laid from it, and the stars taken. Every change gives a new sketch. */

import type { Play } from "../protocol";
import { isEmpty, isWild } from "./squares";

export const STAR = "?";

export interface HandTile {
  /** Stays with the place in the hand for the whole life of the sketch. */
  id: number;
  /** A capital, or `?`. */
  letter: string;
  /** Drawn after the last turn and not touched since. */
  fresh: boolean;
}

export interface LaidTile {
  /** The tile of the hand it was laid from. */
  id: number;
  square: number;
  /** As on a board: a small letter is a wild tile standing for it. */
  letter: string;
}

export interface Sketch {
  hand: readonly HandTile[];
  laid: readonly LaidTile[];
  /** Letters laid on stars of the board: the star then lies where the letter lay. */
  swapped: readonly LaidTile[];
}

export const EMPTY: Sketch = { hand: [], laid: [], swapped: [] };

/** What lies in a place of the hand: its letter, the star taken for it, or nothing. */
export function face(sketch: Sketch, id: number): { letter: string; taken: boolean } | null {
  if (sketch.laid.some((tile) => tile.id === id)) return null;
  if (sketch.swapped.some((tile) => tile.id === id)) return { letter: STAR, taken: true };
  const tile = sketch.hand.find((each) => each.id === id);
  return tile ? { letter: tile.letter, taken: false } : null;
}

export const laidAt = (sketch: Sketch, square: number): LaidTile | undefined =>
  sketch.laid.find((tile) => tile.square === square);
export const swappedAt = (sketch: Sketch, square: number): LaidTile | undefined =>
  sketch.swapped.find((tile) => tile.square === square);

/** Is anything on the board that is not yet played? */
export const isBegun = (sketch: Sketch): boolean => sketch.laid.length + sketch.swapped.length > 0;

/** Stars that were taken and lie in the hand still: each must be laid in this turn. */
export const starsOwed = (sketch: Sketch): number =>
  sketch.swapped.filter(({ id }) => face(sketch, id) !== null).length;

/** The place of the hand a letter would be laid from: the letter itself, else (or `star`) a star, a taken one first. */
export function sourceOf(sketch: Sketch, letter: string, star: boolean): number | null {
  const lying = sketch.hand.map(({ id }) => ({ id, face: face(sketch, id) }));
  const real = star ? undefined : lying.find((place) => place.face?.letter === letter);
  const owed = lying.find((place) => place.face?.taken);
  const own = lying.find((place) => place.face?.letter === STAR);
  return (real ?? owed ?? own)?.id ?? null;
}

/** The sketch with the tile `id` on an empty square; a star needs the letter it stands for. Null if it cannot be laid. */
export function withLaid(sketch: Sketch, id: number, square: number, board: string, letter?: string): Sketch | null {
  const lying = face(sketch, id);
  if (!lying || !isEmpty(board[square]) || laidAt(sketch, square)) return null;
  if (lying.letter === STAR && !letter) return null;
  const tile = lying.letter === STAR ? (letter as string).toLowerCase() : lying.letter;
  return touched({ ...sketch, laid: [...sketch.laid, { id, square, letter: tile }] });
}

/** The sketch with the star on `square` taken for the letter `id`; null unless it is the very letter the star stands for. */
export function withSwapped(sketch: Sketch, id: number, square: number, board: string): Sketch | null {
  const lying = face(sketch, id);
  const there = board[square];
  if (!lying || !there || isEmpty(there) || !isWild(there) || swappedAt(sketch, square)) return null;
  if (lying.taken || lying.letter !== there.toUpperCase()) return null;
  return touched({ ...sketch, swapped: [...sketch.swapped, { id, square, letter: lying.letter }] });
}

/** The sketch with what was laid on `square` back in the hand, and with a taken star the tile it became. */
export function withoutTile(sketch: Sketch, square: number): Sketch {
  const swap = swappedAt(sketch, square);
  if (!swap) return { ...sketch, laid: sketch.laid.filter((tile) => tile.square !== square) };
  return {
    ...sketch,
    laid: sketch.laid.filter((tile) => tile.id !== swap.id),
    swapped: sketch.swapped.filter((tile) => tile !== swap),
  };
}

/** The sketch with a laid tile moved to another empty square. */
export function withMoved(sketch: Sketch, from: number, to: number, board: string): Sketch | null {
  if (!laidAt(sketch, from) || !isEmpty(board[to]) || laidAt(sketch, to)) return null;
  return { ...sketch, laid: sketch.laid.map((tile) => (tile.square === from ? { ...tile, square: to } : tile)) };
}

/** Everything back in the hand, which keeps its order. */
export const cleared = (sketch: Sketch): Sketch => ({ hand: sketch.hand, laid: [], swapped: [] });

/** The hand with one tile moved to another place. */
export function reordered(sketch: Sketch, from: number, to: number): Sketch {
  const hand = [...sketch.hand];
  const [tile] = hand.splice(from, 1);
  if (!tile) return sketch;
  hand.splice(to, 0, tile);
  return touched({ ...sketch, hand });
}

export function shuffled(sketch: Sketch, random: () => number = Math.random): Sketch {
  const hand = [...sketch.hand];
  for (let place = hand.length - 1; place > 0; place--) {
    const other = Math.floor(random() * (place + 1));
    [hand[place], hand[other]] = [hand[other] as HandTile, hand[place] as HandTile];
  }
  return touched({ ...sketch, hand });
}

/** The hand in the order of the alphabet, stars last. */
export function sorted(sketch: Sketch, alphabet: string): Sketch {
  const rank = ({ letter }: HandTile) => (letter === STAR ? alphabet.length : alphabet.indexOf(letter));
  return touched({ ...sketch, hand: [...sketch.hand].sort((a, b) => rank(a) - rank(b)) });
}

/** The marks of newly drawn tiles go at the first touch. */
function touched(sketch: Sketch): Sketch {
  if (!sketch.hand.some((tile) => tile.fresh)) return sketch;
  return { ...sketch, hand: sketch.hand.map((tile) => ({ ...tile, fresh: false })) };
}

/** The play as the server takes it. */
export function playOf(sketch: Sketch): Play {
  const placed = (tiles: readonly LaidTile[]): [number, string][] =>
    tiles.map(({ square, letter }) => [square, letter]);
  return { laid: placed(sketch.laid), swapped: placed(sketch.swapped) };
}

/**
 * The sketch made to fit a board and a hand that may have changed: what still fits keeps its place,
 * the rest goes back to the hand, and new tiles fill the places of those that left.
 */
export function fitted(sketch: Sketch, board: string, rack: string, fresh: string): Sketch {
  const swapped = sketch.swapped.filter(
    (tile) => isWild(board[tile.square] ?? ".") && board[tile.square]?.toUpperCase() === tile.letter,
  );
  const taken = new Set(swapped.map((tile) => tile.id));
  const laid = sketch.laid.filter((tile) => isEmpty(board[tile.square]) && comesFrom(sketch, tile, taken));
  const lost = new Set(
    [...sketch.laid, ...sketch.swapped]
      .filter((tile) => !laid.includes(tile) && !swapped.includes(tile))
      .map((tile) => tile.id),
  );
  const hand = refilled(sketch.hand, lost, rack, fresh);
  const kept = new Set(hand.filter((tile) => sketch.hand.includes(tile)).map((tile) => tile.id));
  return { hand, laid: laid.filter(({ id }) => kept.has(id)), swapped: swapped.filter(({ id }) => kept.has(id)) };
}

/** A star laid from the place of a letter holds only as long as its swap does. */
function comesFrom(sketch: Sketch, tile: LaidTile, taken: ReadonlySet<number>): boolean {
  const source = sketch.hand.find((each) => each.id === tile.id);
  return source?.letter === (isWild(tile.letter) ? STAR : tile.letter) || taken.has(tile.id);
}

/** The hand with `rack` in it: tiles whose marks were lost from the board are the first to have left. */
function refilled(hand: readonly HandTile[], lost: ReadonlySet<number>, rack: string, fresh: string): HandTile[] {
  const left = [...rack];
  const take = (letter: string) => {
    const place = left.indexOf(letter);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  };
  const staying = new Set<HandTile>();
  for (const tile of [...hand.filter((each) => !lost.has(each.id)), ...hand.filter((each) => lost.has(each.id))]) {
    if (take(tile.letter)) staying.add(tile);
  }
  const drawn = [...fresh];
  let id = Math.max(-1, ...hand.map((tile) => tile.id));
  const next = (): HandTile | null => {
    const letter = left.shift();
    if (letter === undefined) return null;
    const place = drawn.indexOf(letter);
    if (place >= 0) drawn.splice(place, 1);
    return { id: ++id, letter, fresh: place >= 0 };
  };
  const filled = hand.map((tile) => (staying.has(tile) ? tile : next())).filter((tile) => tile !== null);
  for (let tile = next(); tile; tile = next()) filled.push(tile);
  return filled;
}
