/** The key of the talk: `/`, or the key that has it where the layout is Russian; never while something is written. */

const WRITTEN_IN = "input, textarea, select, [contenteditable]";

export function isTalkKey({ key, code, ctrlKey, altKey, metaKey, shiftKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey) return false;
  if (key !== "/" && (code !== "Slash" || shiftKey)) return false;
  return !(target instanceof Element && target.closest(WRITTEN_IN));
}
