/** What is agreed at a table, as sentences: only what differs from the box, and what the box says nothing about. */

import type { Rules, Variant } from "../protocol";
import type { Gathering } from "../protocol.gathering";
import { differenceText } from "../rules/parameters";
import { say, type TextKey } from "../words/language.svelte";

/** Who sits and who begins is said beside the seats. */
const ELSEWHERE = ["seats", "seating"];

export const differencesOf = (differences: Rules, variant: Variant): string[] =>
  Object.entries(differences)
    .filter(([name]) => !ELSEWHERE.includes(name))
    .map(([name, value]) => differenceText(name, value, variant));

/** What else there is to know before one sits down; nothing where all is as usual. */
export function besides(gathering: Gathering): string[] {
  const said: string[] = [];
  if (gathering.group_words > 0) said.push(say("gather.group_words", { n: gathering.group_words }));
  if (gathering.listed) said.push(say("gather.listed"));
  if (gathering.rated) said.push(say("gather.rated"));
  if (!gathering.talk) said.push(say("gather.no_talk"));
  if (!gathering.watching) said.push(say("gather.no_watching"));
  if (gathering.advisers) said.push(say("gather.advisers"));
  return said;
}

/** Seats that somebody is still waited for on. */
export const openSeats = ({ seats }: Pick<Gathering, "seats">): number =>
  seats.filter(({ kind }) => kind === "open").length;

/** May the visitor take a seat? One that is kept for somebody else is none. */
export const maySit = ({ seats, phase }: Pick<Gathering, "seats" | "phase">): boolean =>
  phase === "gathering" && seats.some(({ kind, name, reserved }) => kind === "open" && (reserved || !name));

/** Is the seat that waits one kept for the visitor? */
export const isExpected = ({ seats }: Pick<Gathering, "seats">): boolean => seats.some(({ reserved }) => reserved);

/** Why a table that was cancelled gathers no more. */
export const whyOver = ({ forsaken }: Pick<Gathering, "forsaken">): TextKey =>
  forsaken ? "gather.forsaken" : "gather.was_cancelled";
