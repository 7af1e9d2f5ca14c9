import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { loadNames } from "../agreement/names";
import type { Pace, Sit } from "../protocol.gathering";
import { Refusal } from "../server";
import { gatheringOf, gatheringSeat } from "../testing/views";
import { variantOf } from "../testing/variants";
import { speak } from "../words/language.svelte";
import { besides, differencesOf, isExpected, maySit, openSeats, whyOver } from "./agreed";
import { comings } from "./comings";
import { paceText } from "./pace";
import { hasSat } from "./sat";
import { Sitting } from "./sitting.svelte";

beforeAll(() => speak("ru"));
beforeEach(() => localStorage.clear());

describe("a pace in plain words", () => {
  test.each<[Pace, string]>([
    [{ kind: "none" }, "без часов"],
    [{ kind: "bank", bank_s: 1200, increment_s: 0 }, "20\u00a0минут каждому на партию"],
    [{ kind: "bank", bank_s: 60, increment_s: 5 }, "1\u00a0минуту каждому на партию и ещё 5\u00a0секунд за каждый ход"],
    [{ kind: "turn", turn_s: 90 }, "90\u00a0секунд на ход"],
    [{ kind: "turn", turn_s: 120 }, "2\u00a0минуты на ход"],
    [{ kind: "days", days: 3 }, "3\u00a0дня на ход"],
  ])("%o", (pace, text) => expect(paceText(pace)).toBe(text));
});

describe("what is agreed", () => {
  test("is only what differs from the box, without what the seats say themselves", () => {
    const differences = { full_rack_bonus: "50", seats: "2-4", seating: "random" };
    expect(differencesOf(differences, variantOf("wordsmith"))).toHaveLength(1);
  });
  test("says nothing where all is as usual", () => expect(besides(gatheringOf())).toEqual([]));
  test("says that anybody may find the table", () =>
    expect(besides(gatheringOf({ listed: true }))).toEqual(["Стол виден в списке открытых: сесть может любой"]));
  test("says what the box says nothing about", () => {
    const unusual = gatheringOf({ group_words: 3, rated: true, talk: false, watching: false, advisers: true });
    expect(besides(unusual)).toHaveLength(5);
    expect(besides(unusual)[0]).toBe("Считаются ещё 3\u00a0слова, принятые в прошлых партиях");
  });
});

describe("a seat", () => {
  test("is free as long as nobody sits there", () => {
    expect(maySit(gatheringOf())).toBe(true);
    expect(maySit(gatheringOf({ seats: [gatheringSeat("Анна"), gatheringSeat("Борис")] }))).toBe(false);
  });
  test("kept for somebody else is not free, kept for the visitor is", () => {
    const kept = gatheringSeat("Вера", { kind: "open" });
    expect(maySit(gatheringOf({ seats: [gatheringSeat("Анна"), kept] }))).toBe(false);
    const mine = gatheringOf({ seats: [gatheringSeat("Анна"), { ...kept, reserved: true }] });
    expect([maySit(mine), isExpected(mine), openSeats(mine)]).toEqual([true, true, 1]);
  });
  test("of a table that was cancelled is none", () => expect(maySit(gatheringOf({ phase: "cancelled" }))).toBe(false));
});

test("a table that nobody came back to is told from one that was called off", () =>
  expect([false, true].map((forsaken) => whyOver(gatheringOf({ phase: "cancelled", forsaken })))).toEqual([
    "gather.was_cancelled",
    "gather.forsaken",
  ]));

describe("sitting down", () => {
  const answers = (...codes: string[]) => {
    const asked: Sit[] = [];
    const ask = vi.fn(async (table: string, wish: Sit) => {
      asked.push(wish);
      const code = codes[asked.length - 1];
      if (code) throw new Refusal(code);
      return { table, seat: 1 };
    });
    return { asked, ask };
  };

  test("sends back the sheet that was read, and keeps the name", async () => {
    const { asked, ask } = answers();
    const sitting = new Sitting();
    sitting.name = " Вера ";
    expect(await sitting.sit(gatheringOf(), "secret", ask)).toBe(true);
    expect(asked).toMatchObject([{ name: "Вера", invite: "secret", sheet: gatheringOf().sheet }]);
    expect(loadNames()[0]).toBe("Вера");
    expect(hasSat(gatheringOf().table)).toBe(true);
    expect(new Sitting().name).toBe("Вера");
  });
  test("without a name is done by a guest", async () => {
    const { asked, ask } = answers();
    await new Sitting().sit(gatheringOf(), null, ask);
    expect(asked[0]?.name).toBe("Гость");
    expect(asked[0]).not.toHaveProperty("invite");
    expect(loadNames()).toEqual([]);
  });
  test("is asked for with the same key while no answer has come, and with another one after a refusal", async () => {
    const { asked, ask } = answers("unreachable", "taken", "");
    const sitting = new Sitting();
    for (let tries = 0; tries < 3; tries++) await sitting.sit(gatheringOf(), null, ask);
    const [first, second, third] = asked.map(({ key }) => key);
    expect(second).toBe(first);
    expect(third).not.toBe(second);
  });
  test("that cannot be says why", async () => {
    const sitting = new Sitting();
    expect(await sitting.sit(gatheringOf(), null, answers("taken").ask)).toBe(false);
    expect([sitting.refusal, sitting.isUnderWay]).toEqual(["Это место уже заняли.", false]);
  });
});

describe("who comes and who goes", () => {
  const withSeats = (...names: string[]) => gatheringOf({ seats: names.map((name) => gatheringSeat(name)), mine: [0] });
  test("is said by name", () => {
    expect(comings(withSeats("Анна", ""), withSeats("Анна", "Борис"))).toBe("За стол садится Борис.");
    expect(comings(withSeats("Анна", "Борис"), withSeats("Анна", "Вера"))).toBe(
      "За стол садится Вера. Из-за стола встаёт Борис.",
    );
  });
  test("is nothing when only the line of somebody comes and goes", () => {
    const away = gatheringOf({ seats: [gatheringSeat("Анна"), gatheringSeat("Борис", { here: false })], mine: [0] });
    expect(comings(withSeats("Анна", "Борис"), away)).toBe("");
  });
});
