import { expect, test } from "vitest";
import { speak } from "./language.svelte";
import { dayText, decimal, momentText } from "./moments";

const now = new Date(2026, 4, 3, 18, 0);
const iso = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

test("of today only the hour is said, of another day the day as well, of another year the year", async () => {
  await speak("ru");
  expect(momentText(iso(2026, 4, 3, 14, 5), now)).toBe("14:05");
  expect(momentText(iso(2026, 3, 30, 9, 0), now)).toBe("30 апр., 9:00");
  expect(momentText(iso(2025, 3, 30, 9, 0), now)).toContain("2025");
});

test("a day and a number are written as the language does", async () => {
  await speak("ru");
  expect(dayText(iso(2026, 4, 3, 12, 0))).toBe("3 мая 2026\u00a0г.");
  expect(decimal(312.25)).toBe("312,3");
  await speak("en");
  expect(dayText(iso(2026, 4, 3, 12, 0))).toBe("3 May 2026");
  expect(decimal(312)).toBe("312");
});
