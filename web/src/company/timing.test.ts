import { beforeAll, describe, expect, test } from "vitest";
import type { Clock } from "../protocol";
import { speak } from "../words/language.svelte";
import { isLow, leftMs, nextChangeMs, spokenTime, timeText } from "./timing";

beforeAll(() => speak("ru"));
const clockOf = (change: Partial<Clock> = {}): Clock => ({
  left_ms: [300_000, 120_000],
  running: 0,
  since: 1_000_000,
  deadline: 1_300_000,
  paused: false,
  now: 1_000_000,
  ...change,
});

describe("what is left", () => {
  test("runs down to the deadline for the one on turn", () => expect(leftMs(clockOf(), 0, 1_010_000)).toBe(290_000));
  test("stands until the clock has begun to run", () =>
    expect(leftMs(clockOf({ since: 1_010_000, deadline: 1_310_000 }), 0, 1_003_000)).toBe(300_000));
  test("stands for the others", () => expect(leftMs(clockOf(), 1, 1_010_000)).toBe(120_000));
  test("is never less than nothing", () => expect(leftMs(clockOf(), 0, 9_000_000)).toBe(0));
  test("stands for everybody while the game is paused", () =>
    expect(leftMs(clockOf({ paused: true, deadline: null }), 0, 1_250_000)).toBe(300_000));
  test("is counted from the moment the clock was set where no deadline is said", () =>
    expect(leftMs(clockOf({ deadline: null }), 0, 1_100_000)).toBe(200_000));
  test("is nothing where a seat has no clock", () =>
    expect(leftMs(clockOf({ left_ms: [300_000, null] }), 1, 1_000_000)).toBeNull());
});

describe("time in words", () => {
  test.each([
    [0, "0:00"],
    [1, "0:01"],
    [9_400, "0:10"],
    [59_999, "1:00"],
    [61_000, "1:01"],
    [3_599_000, "59:59"],
    [3_600_000, "1:00:00"],
    [2 * 3_600_000, "2\u00a0ч 0\u00a0мин"],
    [25 * 3_600_000, "1\u00a0дн 1\u00a0ч"],
  ])("%i ms is %s", (left, text) => expect(timeText(left)).toBe(text));
  test("is said in minutes, and in seconds at the end", () => {
    expect(spokenTime(125_000)).toBe("осталось 2\u00a0минуты");
    expect(spokenTime(59_000)).toBe("осталось 59\u00a0секунд");
  });
});

test("what is shown is looked at again just after it has changed", () => {
  for (const left of [400, 61_000, 5 * 3_600_000 + 12_345, 30 * 3_600_000 + 7]) {
    const next = nextChangeMs(left);
    expect(timeText(left - next)).not.toBe(timeText(left));
    expect(timeText(left - next + 2)).toBe(timeText(left));
  }
});

test("a minute is little, and of days an hour", () => {
  expect(isLow({ kind: "bank", bank_s: 600, increment_s: 0 }, 59_000)).toBe(true);
  expect(isLow({ kind: "bank", bank_s: 600, increment_s: 0 }, 61_000)).toBe(false);
  expect(isLow({ kind: "days", days: 1 }, 50 * 60_000)).toBe(true);
});
