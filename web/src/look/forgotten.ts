/** Whoever was forgotten at his own wish is told so: on the page where he asked, and on every other that he had open. */

const PLACE = "wordsmith.forgotten";
/** So long pages that were open may find out by themselves. */
const LATELY_MS = 60_000;

/** To be called after everything else of this browser was cleared. */
export function noteForgotten(): void {
  localStorage.setItem(PLACE, String(Date.now()));
  sessionStorage.setItem(PLACE, "here");
}

/** Was the visitor forgotten a moment ago, on whatever page? */
export function isForgotten(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(PLACE)) < LATELY_MS;
  } catch {
    return false;
  }
}

/** Is this the page that comes after it? It is told once. */
export function takeForgotten(): boolean {
  try {
    const isHere = sessionStorage.getItem(PLACE) !== null;
    sessionStorage.removeItem(PLACE);
    return isHere;
  } catch {
    return false;
  }
}
