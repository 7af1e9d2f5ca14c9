/** Who is at a table as far as talk goes: who may say something where, and who hears it. The server has the last word. */

import type { Adviser, Presence, View } from "../protocol";
import type { Gathering } from "../protocol.gathering";
import type { Channel, Message } from "../protocol.people";
import { say } from "../words/language.svelte";
import { seatName } from "../words/sentences";

export interface Company {
  phase: "gathering" | "playing" | "over";
  /** By seat. */
  names: readonly string[];
  mine: readonly number[];
  /** The seat that the visitor whispers to. */
  advises: number | null;
  advisers: readonly Adviser[];
}

export const companyOf = (view: View, presence: Presence | null): Company => ({
  phase: view.ended || view.cancelled ? "over" : "playing",
  names: view.seats.map((seat) => seatName(seat)),
  mine: view.seats.flatMap(({ mine }, seat) => (mine ? [seat] : [])),
  advises: view.advises,
  advisers: presence?.advisers ?? [],
});

export const companyOfGathering = ({ seats, mine, phase }: Gathering): Company => ({
  phase: phase === "gathering" ? "gathering" : "over",
  names: seats.map((seat, place) => seatName({ ...seat, mine: mine.includes(place) })),
  mine,
  advises: null,
  advisers: [],
});

/** Who said it; whoever sits and has no name is a guest, and else somebody looks on. */
export const speakerName = ({ name, seat }: Pick<Message, "name" | "seat">): string =>
  name || say(seat === null ? "talk.somebody" : "seat.guest");

/** The adviser of one of the visitor's own seats. */
export const ownAdviser = ({ mine, advisers }: Company): Adviser | undefined =>
  advisers.find(({ admitted, seat }) => admitted && mine.includes(seat));

/** Where the visitor may say something, the usual place first. */
export function channelsOf(company: Company): Channel[] {
  if (company.mine.length > 0)
    return company.phase === "playing" && ownAdviser(company) ? ["table", "whisper"] : ["table"];
  if (company.advises !== null) return company.phase === "playing" ? ["whisper"] : [];
  return company.phase === "gathering" ? [] : ["watchers"];
}

/** Whom a whisper goes to: the seat that is advised. */
export const whisperedTo = (company: Company): number | null => company.advises ?? ownAdviser(company)?.seat ?? null;

/** Who hears what is said there, in words. */
export function hearersText(company: Company, channel: Channel): string {
  if (company.phase === "over") return say("talk.heard.over");
  if (channel !== "whisper")
    return say(company.phase === "gathering" ? "talk.heard.gathering" : `talk.heard.${channel}`);
  const name =
    company.advises === null ? ownAdviser(company)?.name || say("talk.somebody") : company.names[company.advises];
  return say("talk.heard.whisper", { name: name ?? "" });
}

/** Only that something was whispered is known here, not what. */
export const isBare = ({ channel, text, mine, hidden }: Message): boolean =>
  channel === "whisper" && text === "" && !mine && !hidden;

/** What is known to everybody of a whisper. */
export function whisperText({ seat, to, name }: Message, { names }: Company): string {
  if (seat === null)
    return say("talk.whispers_to", { name: name || say("talk.somebody"), whom: names[to ?? -1] ?? "" });
  return say("talk.whispers_back", { name: names[seat] ?? name });
}
