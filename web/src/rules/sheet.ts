/** The rules of a game as sentences, made from the variant's own values: no number is written down twice. */

import type { Variant } from "../protocol";
import { say, sayNamed, type TextKey } from "../words/language.svelte";
import { groupTitle } from "./parameters";
import { isUnlikeScrabble } from "./scrabble";

export interface Line {
  text: string;
  /** Not as in Scrabble. */
  differs: boolean;
}

export interface Section {
  heading: TextKey;
  lines: Line[];
}

/** Groups that are the ordinary words of a list, and need no mention. */
const ORDINARY = ["nouns", "words"];

export function rulesSheet(variant: Variant): Section[] {
  const { defaults } = variant;
  const number = (name: string): number => Number(defaults[name]);
  const line = (text: string, ...from: string[]): Line => ({
    text,
    differs: from.some((name) => isUnlikeScrabble(name, defaults)),
  });
  return [
    { heading: "rules.aim", lines: aim(variant).map((text) => line(text)) },
    {
      heading: "rules.turn",
      lines: [
        line(say("rules.turn.hand", { n: number("rack_size") }), "rack_size"),
        line(sayNamed(`rules.turn.${defaults.opening}`), "opening"),
        line(sayNamed(`rules.turn.${defaults.lines_per_turn}`), "lines_per_turn"),
        line(say("rules.turn.reading")),
        defaults.exchange_none === "pass"
          ? line(say("rules.turn.exchange_pass"), "exchange_minimum")
          : line(say("rules.turn.exchange", { n: number("exchange_minimum") }), "exchange_minimum"),
      ],
    },
    { heading: "rules.stars", lines: stars(variant, line) },
    {
      heading: "rules.score",
      lines: [
        line(say("rules.score.sum")),
        line(sayNamed(`rules.score.${defaults.word_premiums}`), "word_premiums"),
        ...(defaults.premium_words === "one" ? [line(say("rules.score.one"), "premium_words")] : []),
        line(
          say("rules.score.full_rack", { n: number("rack_size"), bonus: number("full_rack_bonus") }),
          "full_rack_bonus",
        ),
      ],
    },
    { heading: "rules.words", lines: words(variant, line) },
    { heading: "rules.bag", lines: [bag(variant, line)] },
    { heading: "rules.end", lines: end(variant, line) },
  ];
}

type MakeLine = (text: string, ...from: string[]) => Line;

function aim(variant: Variant): string[] {
  const [least, most] = variant.seats;
  const count = variant.tiles.reduce((sum, [, each]) => sum + each, 0);
  const players =
    least === most ? say("rules.aim.seats_exact", { n: most }) : say("rules.aim.seats", { least, n: most });
  return [`${say("rules.aim.text", { width: variant.width, height: variant.height, n: count })} ${players}`];
}

function stars({ tiles, defaults }: Variant, line: MakeLine): Line[] {
  const count = tiles.find(([letter]) => letter === "?")?.[1] ?? 0;
  const lines = [
    line(say("rules.stars.count", { n: count })),
    line(sayNamed(`rules.stars.${defaults.wild_value}`), "wild_value"),
  ];
  return defaults.wild_swap === "no"
    ? lines
    : [...lines, line(sayNamed(`rules.stars.${defaults.wild_swap}`), "wild_swap")];
}

function words(variant: Variant, line: MakeLine): Line[] {
  const { defaults, language, alphabet } = variant;
  const groups = (defaults.word_groups ?? "").split("+").filter((group) => group && !ORDINARY.includes(group));
  const what = line(
    say(language === "en" ? "rules.words.en" : alphabet.includes("Ё") ? "rules.words.ru_yo" : "rules.words.ru"),
  );
  const check = defaults.check?.startsWith("challenge") ? "challenge" : defaults.check;
  return [
    what,
    ...(groups.length > 0 ? [line(say("rules.words.groups", { groups: groups.map(groupTitle).join(", ") }))] : []),
    line(sayNamed(`rules.words.${check}`)),
    ...(defaults.repeat_words === "no" ? [line(say("rules.words.no_repeats"), "repeat_words")] : []),
  ];
}

function bag({ defaults }: Variant, line: MakeLine): Line {
  const turns = defaults.tile_bag_turns ?? "always";
  const text = /^\d+$/.test(turns) ? say("rules.bag.n", { n: Number(turns) }) : sayNamed(`rules.bag.${turns}`);
  return line(text, "tile_bag_turns");
}

function end({ defaults }: Variant, line: MakeLine): Line[] {
  const limit = Number(defaults.scoreless_limit);
  const atZero = Number(defaults.scoreless_limit_at_zero);
  const stall = say(defaults.scoreless_per === "seat" ? "rules.end.stall_seat" : "rules.end.stall_table", { n: limit });
  return [
    line(say("rules.end.out")),
    line(stall, "scoreless_limit"),
    ...(atZero === limit ? [] : [line(say("rules.end.at_zero", { n: atZero }), "scoreless_limit_at_zero")]),
    line(sayNamed(`rules.end.${defaults.reckoning_out}`), "reckoning_out"),
    ...(defaults.target_score === "none"
      ? []
      : [line(say("rules.end.target", { n: Number(defaults.target_score) }), "target_score")]),
    line(say("rules.end.resign")),
  ];
}
