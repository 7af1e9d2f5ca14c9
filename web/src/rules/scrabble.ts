/** Scrabble as most people know it, to say what is different here: the rules of rules.md's `classic`. */

import type { Rules } from "../protocol";

const SCRABBLE: Rules = {
  rack_size: "7",
  opening: "one_start_cell",
  lines_per_turn: "one",
  full_rack_bonus: "50",
  premium_words: "every",
  word_premiums: "multiply",
  wild_value: "zero",
  wild_swap: "no",
  exchange_minimum: "7",
  repeat_words: "yes",
  scoreless_limit: "6",
  scoreless_limit_at_zero: "6",
  reckoning_out: "award",
  reckoning_stall: "deduct",
  tile_bag_turns: "always",
  target_score: "none",
};

/** Does this rule differ from Scrabble's? A rule Scrabble has nothing to say about does not. */
export const isUnlikeScrabble = (name: string, rules: Rules): boolean =>
  name in SCRABBLE && SCRABBLE[name] !== rules[name];
