// Before the first paint: the theme that was chosen here, else the system's, now and when it changes. A file of its own, for the page allows no inline script.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem("wordsmith.theme");
    } catch {
      // Storage is forbidden: the system decides.
    }
    const isDark = chosen ? chosen === "dark" : system.matches;
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
  };
  show();
  system.addEventListener("change", show);
  addEventListener("storage", show);
})();
