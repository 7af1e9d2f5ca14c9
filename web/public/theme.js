// Before the first paint: the theme that was chosen here, else the system's. A file of its own, for the page allows no inline script.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("wordsmith.theme");
  } catch {
    // Storage is forbidden: the system decides.
  }
  const isDark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
})();
