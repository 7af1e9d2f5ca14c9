import { beforeAll, expect, test } from "vitest";
import { lineOf } from "../testing/views";
import { variants } from "../testing/variants";
import { speak } from "../words/language.svelte";
import { groupsOf } from "./groups";

beforeAll(() => speak("ru"));
const seat = (name: string, kind = "human") => ({ name, kind, score: 0, level: null });

test("each group is named once, by those who play with the visitor, the last one first", () => {
  const lines = [
    lineOf({ table: "c", group: "g2", seats: [seat("Анна"), seat("Вера")] }),
    lineOf({ table: "b", group: "g1", seats: [seat("Анна"), seat("Борис"), seat("", "bot")] }),
    lineOf({ table: "a", group: "g1", seats: [seat("Анна"), seat("Борис")] }),
  ];
  expect(groupsOf(lines, variants)).toEqual([
    { group: "g2", language: "ru", names: "Вера" },
    { group: "g1", language: "ru", names: "Борис" },
  ]);
});

test("a table without a group has none, nor has one of a game that is gone", () => {
  expect(groupsOf([lineOf(), lineOf({ group: "g", variant: "gone" })], variants)).toEqual([]);
});
