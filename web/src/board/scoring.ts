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
    const factors: number[] = [];
    for (const square of run.squares) {
      const mark = fresh.has(square) && share(run, square) ? (counting.layout.premiums[square] ?? ".") : ".";
      letters += tileValue(counting, after[square] ?? ".") * (LETTER_FACTOR[mark] ?? 1);
      const factor = WORD_FACTOR[mark];
      if (factor) factors.push(factor);
    }
    return letters * wordFactor(counting.rules, factors);
  });
}

/** What a tile on the board counts; a wild tile as its letter or nothing, as the table has it. */
export function tileValue(counting: Counting, tile: string): number {
  if (isWild(tile) && counting.rules.wild_value !== "letter") return 0;
  return counting.values.get(tile.toUpperCase()) ?? 0;
}

function wordFactor(rules: Rules, factors: number[]): number {
  if (factors.length === 0) return 1;
  return factors.reduce((all, factor) => (rules.word_premiums === "add" ? all + factor : all * factor));
}

/** `premium_words = one`: of all ways to share the premiums that two words hold, the dearest. */
function dearestShares(counting: Counting, after: string, fresh: ReadonlySet<number>, runs: Run[]): number[] {
  const { premiums } = counting.layout;
  const contested = [...fresh].filter(
    (square) =>
      /[lLwW+]/.test(premiums[square] ?? "") && runs.filter((run) => run.squares.includes(square)).length === 2,
  );
  let best: number[] = [];
  let most = -1;
  for (let ways = 0; ways < 1 << contested.length; ways++) {
    const share: Share = (run, square) => {
      const bit = contested.indexOf(square);
      return bit < 0 || run.across === ((ways >> bit) % 2 === 0);
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
