import { beforeAll, describe, expect, test } from "vitest";
import type { Adviser, Presence } from "../protocol";
import type { Message } from "../protocol.people";
import { gatheringOf, gatheringSeat, viewOf } from "../testing/views";
import { speak } from "../words/language.svelte";
import {
  channelsOf,
  companyOf,
  companyOfGathering,
  hearersText,
  isBare,
  speakerName,
  whisperedTo,
  whisperText,
} from "./company";

beforeAll(() => speak("en"));
const two = viewOf().seats.map((seat, index) => ({
  ...seat,
  kind: "human" as const,
  level: null,
  name: ["Ann", "Bob"][index] ?? "",
}));
const view = (change = {}) => viewOf({ seats: two, advisers: true, ...change });
const spectator = (change = {}) =>
  view({ watcher: true, viewer: null, seats: two.map((seat) => ({ ...seat, mine: false })), ...change });
const presence = (...advisers: Adviser[]): Presence => ({
  type: "presence",
  table: "here",
  here: [],
  watching: 1,
  advisers,
});
const adviser: Adviser = { watcher: 7, name: "Cid", seat: 0, admitted: true };
const ended = { reason: "out" as const, winners: [0], rows: [] };

describe("where something may be said", () => {
  test("a player talks to the players", () => expect(channelsOf(companyOf(view(), null))).toEqual(["table"]));
  test("and whispers to his adviser, if he has one", () =>
    expect(channelsOf(companyOf(view(), presence(adviser)))).toEqual(["table", "whisper"]));
  test("but not to one who only asks, nor to another's", () => {
    expect(channelsOf(companyOf(view(), presence({ ...adviser, admitted: false })))).toEqual(["table"]);
    expect(channelsOf(companyOf(view(), presence({ ...adviser, seat: 1 })))).toEqual(["table"]);
  });
  test("a spectator talks to the spectators", () =>
    expect(channelsOf(companyOf(spectator(), null))).toEqual(["watchers"]));
  test("an adviser only whispers, and after the game nothing more", () => {
    expect(channelsOf(companyOf(spectator({ advises: 0 }), null))).toEqual(["whisper"]);
    expect(channelsOf(companyOf(spectator({ advises: 0, ended }), null))).toEqual([]);
  });
  test("before a game those who sit talk, and nobody else", () => {
    const gathering = gatheringOf({ mine: [0] });
    expect(channelsOf(companyOfGathering(gathering))).toEqual(["table"]);
    expect(channelsOf(companyOfGathering({ ...gathering, mine: [] }))).toEqual([]);
  });
});

test("a whisper goes to the seat that is advised, from either side", () => {
  expect(whisperedTo(companyOf(spectator({ advises: 1 }), null))).toBe(1);
  expect(whisperedTo(companyOf(view(), presence(adviser)))).toBe(0);
  expect(whisperedTo(companyOf(view(), null))).toBeNull();
});

test("who hears it is said: during the game only one's own side, after it everybody", () => {
  expect(hearersText(companyOf(view(), null), "table")).toContain("The players hear it");
  expect(hearersText(companyOf(view({ ended }), null), "table")).toContain("everybody hears it");
  expect(hearersText(companyOf(spectator({ advises: 1 }), null), "whisper")).toContain("Only Bob hears it");
  expect(hearersText(companyOf(view(), presence(adviser)), "whisper")).toContain("Only Cid hears it");
  expect(hearersText(companyOfGathering(gatheringOf({ mine: [0] })), "table")).toContain("All who sit");
});

describe("of a whisper of others", () => {
  const whisper: Message = {
    n: 1, at: "", seat: null, name: "Cid", channel: "whisper", to: 0, text: "", mine: false, hidden: false,
  }; // prettier-ignore
  test("only that it was is known", () => {
    expect(isBare(whisper)).toBe(true);
    expect(isBare({ ...whisper, text: "AA" })).toBe(false);
    expect(isBare({ ...whisper, mine: true })).toBe(false);
    expect(isBare({ ...whisper, hidden: true })).toBe(false);
  });
  test("and who whispers to whom", () => {
    const company = companyOf(view(), null);
    expect(whisperText(whisper, company)).toBe("Cid whispers advice to Ann.");
    expect(whisperText({ ...whisper, seat: 1, to: null, name: "Bob" }, company)).toBe("Bob whispers to an adviser.");
  });
});

test("whoever sits and has no name is a guest, whoever looks on a spectator", () => {
  expect(speakerName({ name: "", seat: 0 })).toBe("Guest");
  expect(speakerName({ name: "", seat: null })).toBe("Spectator");
  expect(speakerName({ name: "Cid", seat: null })).toBe("Cid");
});

test("a table where nobody else has come yet knows its own people by name", () => {
  const seats = [gatheringSeat("Ann"), gatheringSeat("", { kind: "bot", level: "easy" })];
  expect(companyOfGathering(gatheringOf({ seats, mine: [0] })).names).toEqual(["Ann", "Neighbour bot"]);
});
