import { expect, test } from "vitest";
import type { Catalogue } from "../protocol";
import { variantOf, variants } from "../testing/variants";
import { Agreement, PERSON } from "./agreement.svelte";

const catalogue: Catalogue = {
  version: "1",
  compiled: true,
  levels: ["easy", "good", "all"],
  variants,
  parameters: [],
};
const agreed = (id = "wordsmith", opponents: "bot" | "sofa" = "bot") =>
  new Agreement(catalogue, variantOf(id), [], opponents);
const nameless = (place: number) => `P${place}`;

test("nothing changed is a game as in the box, against the easiest bot", () => {
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
  expect(agreement.hasPerson).toBe(false);
});
