/** Each parameter of the rules in words: what it is about, and what a value of it means. */

import type { Parameter, Rules, Variant } from "../protocol";
import { hasText, say, sayNamed } from "../words/language.svelte";

export const parameterTitle = (name: string): string => sayNamed(`rule.${name}`);

/** A word group in words; a group the catalogue has no word for is called by its name. */
export const groupTitle = (group: string): string => sayNamed(`group.${group}`);
export const groupExample = (group: string, language: string): string =>
  sayNamed(`group.${group}.example.${language}`, {}, "");

const groupsOf = (value: string): string[] =>
  value
    .split("+")
    .map((group) => group.trim())
    .filter(Boolean);

/** What a value means, as a short phrase. */
export function valueText(name: string, value: string, variant: Variant): string {
  if (name === "word_groups") return groupsOf(value).map(groupTitle).join(", ");
  if (hasText(`rule.${name}.${value}`)) return sayNamed(`rule.${name}.${value}`);
  return sayNamed(`rule.${name}.n`, { n: Number(value), rack: Number(variant.defaults.rack_size) }, value);
}

/** "остаток на руках вычитается": title and value as one clause; of word groups only what was added and left out. */
export function differenceText(name: string, value: string, variant: Variant): string {
  if (name !== "word_groups") return `${lowered(parameterTitle(name))} — ${valueText(name, value, variant)}`;
  const [now, preset] = [groupsOf(value), groupsOf(variant.defaults.word_groups ?? "")];
  const added = now.filter((group) => !preset.includes(group)).map(groupTitle);
  const left = preset.filter((group) => !now.includes(group)).map(groupTitle);
  const parts = [];
  if (added.length > 0) parts.push(say("rule.word_groups.added", { groups: added.join(", ") }));
  if (left.length > 0) parts.push(say("rule.word_groups.left", { groups: left.join(", ") }));
  return parts.join("; ");
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The choices of a parameter: its words, or null where any number between its bounds will do. */
export const choicesOf = (parameter: Parameter): string[] | null =>
  parameter.choices?.length ? parameter.choices : null;

export const isOn = (rules: Rules, group: string): boolean =>
  groupsOf(rules.word_groups ?? "").includes(group) || rules.word_groups === "all";

/** The value of word_groups with one group switched, in the order of the variant's list. */
export function withGroup(rules: Rules, variant: Variant, group: string, on: boolean): string {
  return variant.groups.filter((each) => (each === group ? on : isOn(rules, each))).join("+");
}

/** Those that are not the preset's. */
export const overridesOf = (rules: Rules, variant: Variant): Rules =>
  Object.fromEntries(Object.entries(rules).filter(([name, value]) => value !== variant.defaults[name]));
