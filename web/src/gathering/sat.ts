/** Tables that gather where the visitor sat: whoever loses his seat meanwhile is told so, also when his page was shut. */

const PLACE = "wordsmith.sat";
const MOST = 20;

const tables = (): string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(kept) ? kept.filter((table): table is string => typeof table === "string") : [];
  } catch {
    return [];
  }
};

function keep(kept: string[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept.slice(0, MOST)));
  } catch {
    // Then nobody is told.
  }
}

export const hasSat = (table: string): boolean => tables().includes(table);

export function sitsAt(table: string): void {
  if (tables()[0] !== table) keep([table, ...tables().filter((each) => each !== table)]);
}

/** He leaves by himself: there is nothing to tell him. */
export const leaves = (table: string): void => keep(tables().filter((each) => each !== table));
