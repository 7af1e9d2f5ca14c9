/** Which letter a key means, by its character and else by its place on the keyboard, so that either layout types either language. */

const RUSSIAN_PLACES: { [code: string]: string } = {
  Backquote: "Ё",
  KeyQ: "Й",
  KeyW: "Ц",
  KeyE: "У",
  KeyR: "К",
  KeyT: "Е",
  KeyY: "Н",
  KeyU: "Г",
  KeyI: "Ш",
  KeyO: "Щ",
  KeyP: "З",
  BracketLeft: "Х",
  BracketRight: "Ъ",
  KeyA: "Ф",
  KeyS: "Ы",
  KeyD: "В",
  KeyF: "А",
  KeyG: "П",
  KeyH: "Р",
  KeyJ: "О",
  KeyK: "Л",
  KeyL: "Д",
  Semicolon: "Ж",
  Quote: "Э",
  KeyZ: "Я",
  KeyX: "Ч",
  KeyC: "С",
  KeyV: "М",
  KeyB: "И",
  KeyN: "Т",
  KeyM: "Ь",
  Comma: "Б",
  Period: "Ю",
};

export interface Key {
  key: string;
  code: string;
  shiftKey?: boolean;
  ctrlKey?: boolean;
  altKey?: boolean;
  metaKey?: boolean;
}

export type KeyMeaning =
  | { means: "letter"; letter: string; star: boolean }
  | { means: "step"; across: boolean; step: 1 | -1 }
  | { means: "tile"; place: number }
  | { means: "turn" | "back" | "commit" | "recall" };

const STEPS: { [key: string]: KeyMeaning } = {
  ArrowLeft: { means: "step", across: true, step: -1 },
  ArrowRight: { means: "step", across: true, step: 1 },
  ArrowUp: { means: "step", across: false, step: -1 },
  ArrowDown: { means: "step", across: false, step: 1 },
};

/** What a key pressed on the board means; null leaves it to the browser, as it must be with Ctrl, Alt and Meta. */
export function meaningOf(key: Key, alphabet: string): KeyMeaning | null {
  if (key.ctrlKey || key.altKey || key.metaKey) return null;
  const step = STEPS[key.key];
  if (step) return step;
  if (key.key === " ") return { means: "turn" };
  if (key.key === "Backspace" || key.key === "Delete") return { means: "back" };
  if (key.key === "Enter") return { means: "commit" };
  if (key.key === "Escape") return { means: "recall" };
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(key.code)?.[1];
  if (digit && !key.shiftKey) return { means: "tile", place: Number(digit) - 1 };
  const letter = letterOf(key, alphabet);
  return letter ? { means: "letter", letter, star: key.shiftKey ?? false } : null;
}

/** The letter of the alphabet a key means; Ё is Е where the alphabet has no Ё. */
export function letterOf(key: Key, alphabet: string): string | null {
  const byPlace = alphabet.includes("Ж") ? RUSSIAN_PLACES[key.code] : /^Key([A-Z])$/.exec(key.code)?.[1];
  for (const letter of [[...key.key].length === 1 ? key.key.toUpperCase() : undefined, byPlace]) {
    if (!letter) continue;
    if (alphabet.includes(letter)) return letter;
    if (letter === "Ё" && alphabet.includes("Е")) return "Е";
  }
  return null;
}
