/** The words a play makes and their points, before the server has said a word; tests/golden/scoring.toml holds both sides to the same sums. */

import type { Play, Rules } from "../protocol";
import { boardWith, isWild, runThrough, squaresFrom, type Layout } from "./squares";

/** All that counting needs to know of a game. */
export interface Counting {
  layout: Layout;
  /** Value of each letter. */
  values: ReadonlyMap<string, number>;
  rules: Rules;
}

export interface ScoredWord {
  /** In capitals. */
  word: string;
  square: number;
  across: boolean;
  squares: number[];
  points: number;
}

export interface Score {
  words: ScoredWord[];
  bonus: number;
  total: number;
}

interface Run {
  square: number;
  across: boolean;
  squares: number[];
}

/** Shares a fresh premium square out: may this run count the premium of this square? */
type Share = (run: Run, square: number) => boolean;

const LETTER_FACTOR: { [mark: string]: number } = { l: 2, L: 3 };
const WORD_FACTOR: { [mark: string]: number } = { w: 2, W: 3, "+": 2 };

/** The score of `play` laid on `board` from a hand of `handSize` tiles. The play need not be legal. */
export function scorePlay(counting: Counting, board: string, play: Play, handSize: number): Score {
  const after = boardWith(boardWith(board, play.swapped), play.laid);
  const fresh = new Set(play.laid.map(([square]) => square));
  const runs = runsHolding(counting.layout, after, fresh);
  const points =
    counting.rules.premium_words === "one"
      ? dearestShares(counting, after, fresh, runs)
      : pointsOfRuns(counting, after, fresh, runs, () => true);
  const words = runs.map((run, index) => ({
    ...run,
    word: run.squares
      .map((square) => after[square])
      .join("")
      .toUpperCase(),
    points: points[index] ?? 0,
  }));
  const bonus = fullRackBonus(counting.rules, play, handSize);
  return { words, bonus, total: points.reduce((sum, each) => sum + each, bonus) };
}

/** Every run of two letters or more with a fresh tile in it, each once: along rows first. */
function runsHolding(layout: Layout, after: string, fresh: ReadonlySet<number>): Run[] {
  const runs: Run[] = [];
  for (const across of [true, false]) {
    const seen = new Set<number>();
    for (const laid of [...fresh].sort((a, b) => a - b)) {
      const { square, length } = runThrough(layout, after, laid, across);
      if (length < 2 || seen.has(square)) continue;
      seen.add(square);
      runs.push({ square, across, squares: squaresFrom(layout, square, across, length) });
    }
  }
  return runs;
}

function pointsOfRuns(
  counting: Counting,
  after: string,
  fresh: ReadonlySet<number>,
  runs: Run[],
  share: Share,
): number[] {
  return runs.map((run) => {
    let letters = 0;
    for (const square of run.squares) {
      const mark = fresh.has(square) && share(run, square) ? markOf(counting, square) : ".";
      letters += tileValue(counting, after[square] ?? ".") * (LETTER_FACTOR[mark] ?? 1);
    }
    return letters * factorOf(counting, fresh, run, share);
  });
}

function markOf({ layout }: Counting, square: number): string {
  return layout.premiums[square] ?? ".";
}

/** What a tile on the board counts; a wild tile as its letter or nothing, as the table has it. */
export function tileValue(counting: Counting, tile: string): number {
  if (isWild(tile) && counting.rules.wild_value !== "letter") return 0;
  return counting.values.get(tile.toUpperCase()) ?? 0;
}

/** What the word premiums that a run has its share of multiply it by. */
function factorOf(counting: Counting, fresh: ReadonlySet<number>, run: Run, share: Share): number {
  const factors = run.squares
    .filter((square) => fresh.has(square) && share(run, square))
    .flatMap((square) => WORD_FACTOR[markOf(counting, square)] ?? []);
  if (factors.length === 0) return 1;
  return factors.reduce((all, factor) => (counting.rules.word_premiums === "add" ? all + factor : all * factor));
}

/** `premium_words = one`: of all ways to share the premiums that two words hold, the dearest. */
function dearestShares(counting: Counting, after: string, fresh: ReadonlySet<number>, runs: Run[]): number[] {
  const held = [...fresh].filter((square) => runs.filter((run) => run.squares.includes(square)).length === 2);
  const contested = held.filter((square) => WORD_FACTOR[markOf(counting, square)]);
  let best: number[] = [];
  let most = -1;
  for (let ways = 0; ways < 1 << contested.length; ways++) {
    const hasWord: Share = (run, square) => {
      const bit = contested.indexOf(square);
      return bit < 0 || run.across === ((ways >> bit) % 2 === 0);
    };
    const factors = new Map(runs.map((run) => [run, factorOf(counting, fresh, run, hasWord)]));
    // What a letter premium adds grows with the factor of its word alone: it goes where that is greatest.
    const share: Share = (run, square) => {
      if (!held.includes(square) || contested.includes(square)) return hasWord(run, square);
      const [across, down] = runs.filter((each) => each.squares.includes(square));
      return run === ((factors.get(down as Run) ?? 0) > (factors.get(across as Run) ?? 0) ? down : across);
    };
    const points = pointsOfRuns(counting, after, fresh, runs, share);
    const sum = points.reduce((all, each) => all + each, 0);
    if (sum > most) [best, most] = [points, sum];
  }
  return best;
}

/** Earned when the hand was full and every tile of it left; a wild tile taken and laid again is not one of them. */
function fullRackBonus(rules: Rules, play: Play, handSize: number): number {
  const wildsLaid = play.laid.filter(([, letter]) => isWild(letter)).length;
  const left = play.laid.length + play.swapped.length - Math.min(wildsLaid, play.swapped.length);
  const full = Number(rules.rack_size);
  return handSize === full && left >= full ? Number(rules.full_rack_bonus) || 0 : 0;
}
