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
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = particulars[name];
    return value === undefined ? whole : typeof value === "number" ? figure(value) : value;
  });
}

/** A number with the minus sign of print. */
export const figure = (value: number): string => String(value).replace("-", "−");
