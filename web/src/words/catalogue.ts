/** How a line of the text catalogue becomes a sentence: plural forms by Intl.PluralRules of `n`, then `{word}` by its particular. */

export type Line = string | { [form: string]: string };
export type Lines = { [key: string]: Line };
export type Particulars = { [name: string]: string | number };

export function sentence(lines: Lines, language: string, key: string, particulars: Particulars = {}): string {
  const line = lines[key];
  if (line === undefined) return key;
  return filled(typeof line === "string" ? line : pluralForm(line, language, Number(particulars.n ?? 0)), particulars);
}

function pluralForm(forms: { [form: string]: string }, language: string, n: number): string {
  return forms[new Intl.PluralRules(language).select(n)] ?? forms.other ?? "";
}

function filled(text: string, particulars: Particulars): string {
  // A number and its noun stay in one line.
  return text.replace(/\{(\w+)\}( (?=\p{L}))?/gu, (whole, name: string, space = "") => {
    const value = particulars[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? figure(value) + (space && "\u00a0") : value + space;
  });
}

/** A number with the minus sign of print. */
export const figure = (value: number): string => String(value).replace("-", "−");
