/** Light or dark: what was chosen here, else what the system says. The first paint is the business of theme.js. */

const PLACE = "wordsmith.theme";
const system = matchMedia("(prefers-color-scheme: dark)");

class Theme {
  isDark = $state(document.documentElement.dataset.theme === "dark");

  constructor() {
    system.addEventListener("change", () => {
      if (!localStorage.getItem(PLACE)) this.#show(system.matches);
    });
  }

  turn(): void {
    this.#show(!this.isDark);
    localStorage.setItem(PLACE, this.isDark ? "dark" : "light");
  }

  #show(isDark: boolean): void {
    this.isDark = isDark;
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
  }
}

export const theme = new Theme();
