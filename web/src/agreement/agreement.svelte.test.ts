import { describe, expect, test } from "vitest";
import type { Catalogue } from "../protocol";
import { variantOf, variants } from "../testing/variants";
import { Agreement, FRIEND, PERSON, type Opponents } from "./agreement.svelte";
import { Intent } from "./intent";

const catalogue: Catalogue = {
  version: "1",
  compiled: true,
  levels: ["child", "easy", "good"],
  averages: {},
  variants,
  parameters: [],
};
const agreed = (id = "wordsmith", opponents: Opponents = "bot") =>
  new Agreement(catalogue, variantOf(id), [], opponents);
const nameless = (place: number) => `P${place}`;

test("nothing changed is a game as in the box, against the easy bot", () => {
  expect(agreed().order(nameless)).toEqual({
    variant: "wordsmith",
    overrides: {},
    seats: [
      { kind: "human", name: "" },
      { kind: "bot", level: "easy" },
    ],
  });
});

test("only what is different is asked for, and can be taken back", () => {
  const agreement = agreed();
  agreement.set("full_rack_bonus", "50");
  expect(agreement.order(nameless).overrides).toEqual({ full_rack_bonus: "50" });
  agreement.takeBack("full_rack_bonus");
  expect(agreement.overrides).toEqual({});
});

test("what a bot scores is told for a table of so many, or not at all", () => {
  const measured = { wordsmith: { 2: { easy: 350 }, 3: { easy: 240 } } };
  const agreement = new Agreement({ ...catalogue, averages: measured }, variantOf("wordsmith"), [], "bot");
  const told = [agreement.averages.easy];
  agreement.addSeat();
  told.push(agreement.averages.easy);
  agreement.addSeat();
  told.push(agreement.averages.easy);
  expect(told).toEqual([350, 240, undefined]);
});

test("people without a name are told apart where there are several", () => {
  const agreement = agreed("wordsmith", "sofa");
  expect(agreement.order(nameless).seats).toEqual([
    { kind: "human", name: "P1" },
    { kind: "human", name: "P2" },
  ]);
});

test("more seats than the box is made for is a house rule, and goes when they go", () => {
  const agreement = agreed("friends");
  agreement.addSeat();
  expect(agreement.overrides).toEqual({ seats: "2-4" });
  agreement.removeSeat(agreement.seats.at(-1)?.key ?? -1);
  expect(agreement.overrides).toEqual({});
});

test("there are never fewer than two seats nor more than four", () => {
  const agreement = agreed();
  agreement.removeSeat(agreement.seats[0]?.key ?? -1);
  expect(agreement.seats).toHaveLength(2);
  for (let more = 0; more < 4; more++) agreement.addSeat();
  expect(agreement.seats).toHaveLength(4);
});

test("another game begins with its own rules and keeps the seats", () => {
  const agreement = agreed("wordsmith", "sofa");
  agreement.set("repeat_words", "no");
  agreement.choose(variantOf("classic"));
  expect(agreement.overrides).toEqual({});
  expect(agreement.seats.map(({ who }) => who)).toEqual([PERSON, PERSON]);
});

test("a table of bots alone is seen as such", () => {
  const agreement = agreed();
  agreement.changeSeat(agreement.seats[0]?.key ?? -1, { who: "good" });
  expect(agreement.people).toEqual([]);
});

describe("with a friend by link", () => {
  test("a table gathers, open to whoever has the link", () => {
    const agreement = new Agreement(catalogue, variantOf("wordsmith"), ["Анна"], "friends");
    expect(agreement.order(nameless)).toEqual({
      variant: "wordsmith",
      overrides: {},
      seats: [{ kind: "human", name: "Анна" }, { kind: "open" }],
      name: "Анна",
      listed: false,
      talk: true,
      watching: true,
      advisers: false,
      rated: false,
    });
  });
  test("another seat is for another friend", () => {
    const agreement = agreed("wordsmith", "friends");
    agreement.addSeat();
    expect(agreement.seats.at(-1)?.who).toBe(FRIEND);
  });
  test("the time is asked for, and so is who begins", () => {
    const agreement = agreed("wordsmith", "friends");
    agreement.pace = { kind: "days", days: 3 };
    agreement.set("seating", "random");
    expect(agreement.order(nameless)).toMatchObject({
      pace: { kind: "days", days: 3 },
      overrides: { seating: "random" },
    });
  });
});

describe("a rated game", () => {
  const rated = (change: (agreement: Agreement) => void = () => {}): boolean => {
    const agreement = agreed("wordsmith", "friends");
    agreement.pace = { kind: "bank", bank_s: 600, increment_s: 0 };
    agreement.rated = true;
    change(agreement);
    return agreement.order(nameless).rated ?? false;
  };
  test("is one of people with a clock", () => expect(rated()).toBe(true));
  test.each<[string, (agreement: Agreement) => void]>([
    ["without a clock", (agreement) => (agreement.pace = { kind: "none" })],
    ["with advisers", (agreement) => (agreement.advisers = true)],
    [
      "with a bot",
      (agreement) => {
        agreement.addSeat();
        agreement.changeSeat(agreement.seats.at(-1)?.key ?? -1, { who: "easy" });
      },
    ],
    [
      "with two at one screen",
      (agreement) => {
        agreement.addSeat();
        agreement.changeSeat(agreement.seats.at(-1)?.key ?? -1, { who: PERSON });
      },
    ],
  ])("is none %s", (_, change) => expect(rated(change)).toBe(false));
});

test("what is wanted twice has one key, what is wanted otherwise another one", () => {
  const intent = new Intent();
  const first = intent.keyOf({ variant: "wordsmith" });
  expect(intent.keyOf({ variant: "wordsmith" })).toBe(first);
  expect(intent.keyOf({ variant: "friends" })).not.toBe(first);
});
