import { beforeEach, expect, test, vi } from "vitest";

let isSystemDark = false;
beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
  vi.stubGlobal("matchMedia", () => ({ matches: isSystemDark, addEventListener: () => {} }));
});
const load = async () => (await import("./theme.svelte")).theme;
const shown = () => document.documentElement.dataset.theme;

test("what is chosen is shown at once, and kept", async () => {
  const theme = await load();
  expect(theme.choice).toBe("system");
  theme.choice = "dark";
  expect(shown()).toBe("dark");
  vi.resetModules();
  expect((await load()).choice).toBe("dark");
});

test("as the system has it: nothing is kept", async () => {
  localStorage.setItem("wordsmith.theme", "light");
  isSystemDark = true;
  const theme = await load();
  theme.choice = "system";
  expect(shown()).toBe("dark");
  expect(localStorage.getItem("wordsmith.theme")).toBeNull();
});
