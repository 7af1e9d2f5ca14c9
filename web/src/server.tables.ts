/** What is asked of the server about tables; a page that only shows one has no need of it. */

import type { WordEntry } from "./protocol";
import type { Invitation, LobbyLine, NewTable, Sit, TableLine } from "./protocol.gathering";
import { ask } from "./server";

export const loadTables = async (): Promise<TableLine[]> => (await ask<{ tables: TableLine[] }>("/api/tables")).tables;

export const makeTable = async (table: NewTable): Promise<string> =>
  (await ask<{ table: string }>("/api/tables", table)).table;

export const makeFront = async (variant: string, fresh = false): Promise<string> =>
  (await ask<{ table: string }>("/api/front", { variant, fresh })).table;

export const makeRematch = async (table: string): Promise<string> =>
  (await ask<{ table: string }>(`/api/tables/${table}/rematch`, {})).table;

export const loadWord = (variant: string, word: string, table: string): Promise<WordEntry> =>
  ask<WordEntry>(`/api/words/${variant}/${encodeURIComponent(word)}?table=${encodeURIComponent(table)}`);

/** Open tables; an empty filter lets everything through. */
export const loadLobby = async (filters: { variant: string; pace: string; seats: string }): Promise<LobbyLine[]> => {
  const asked = new URLSearchParams(Object.entries(filters).filter(([, value]) => value));
  return (await ask<{ tables: LobbyLine[] }>(`/api/lobby?${asked}`)).tables;
};

export const loadInvitation = (invite: string): Promise<Invitation> =>
  ask<Invitation>(`/api/invitations/${encodeURIComponent(invite)}`);

export const sitDown = (table: string, sit: Sit): Promise<{ table: string; seat: number }> =>
  ask<{ table: string; seat: number }>(`/api/tables/${table}/sit`, sit);

/** The visitor's table that has waited longest for him, other than this one. */
export const loadNext = async (after: string): Promise<string | null> =>
  (await ask<{ table: string | null }>(`/api/next?after=${encodeURIComponent(after)}`)).table;
