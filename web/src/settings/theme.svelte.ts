/** Light, dark, or as the system has it; `theme.js` shows it before the first paint and when the system changes. */

const PLACE = "wordsmith.theme";
export const THEMES = ["light", "dark", "system"] as const;
export type ThemeChoice = (typeof THEMES)[number];

const chosen = (): ThemeChoice => {
  const kept = localStorage.getItem(PLACE);
  return kept === "light" || kept === "dark" ? kept : "system";
};

class Theme {
  #choice = $state<ThemeChoice>(chosen());

  get choice(): ThemeChoice {
    return this.#choice;
  }
  set choice(choice: ThemeChoice) {
    this.#choice = choice;
    if (choice === "system") localStorage.removeItem(PLACE);
    else localStorage.setItem(PLACE, choice);
    const isDark = choice === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : choice === "dark";
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
  }
}

export const theme = new Theme();
