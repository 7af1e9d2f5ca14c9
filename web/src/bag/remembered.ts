/** The hash of a bag as this page was shown it while the game went on: the end is held against that, not against what is said then. */

const PLACE = "wordsmith.seals";
/** Of so many tables; the oldest is forgotten. */
const MOST = 200;

type Seals = { [table: string]: string };

function kept(): Seals {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Seals;
  } catch {
    return {};
  }
}

export const rememberedSeal = (table: string): string | null => kept()[table] ?? null;

/** What was seen first stays. */
export function rememberSeal(table: string, hash: string): void {
  const seals = kept();
  if (!hash || seals[table]) return;
  const newest = Object.entries({ ...seals, [table]: hash }).slice(-MOST);
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Without storage the end can only be held against what is said then.
  }
}
