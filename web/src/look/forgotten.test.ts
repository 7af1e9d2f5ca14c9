import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isForgotten, noteForgotten, takeForgotten } from "./forgotten";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("is told once on the page where it was asked for", () => {
  expect(takeForgotten()).toBe(false);
  noteForgotten();
  expect([takeForgotten(), takeForgotten()]).toEqual([true, false]);
});

test("is known to every page for a minute", () => {
  expect(isForgotten()).toBe(false);
  noteForgotten();
  vi.advanceTimersByTime(59_000);
  expect(isForgotten()).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(isForgotten()).toBe(false);
});
