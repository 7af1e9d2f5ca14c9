/** Whom the visitor does not want to hear, as far as this page has been told so: the server keeps it for the persons, the page for the way back. */

export interface Muted {
  /** A message of his. */
  message: number;
  name: string;
}

const place = (table: string): string => `wordsmith.muted.${table}`;

export function loadMuted(table: string): Muted[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place(table)) ?? "[]");
    return Array.isArray(kept) ? (kept as Muted[]) : [];
  } catch {
    return [];
  }
}

export function saveMuted(table: string, muted: readonly Muted[]): void {
  try {
    if (muted.length > 0) localStorage.setItem(place(table), JSON.stringify(muted));
    else localStorage.removeItem(place(table));
  } catch {
    // Without storage the way back lives as long as the page.
  }
}
