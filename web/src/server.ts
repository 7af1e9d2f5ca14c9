/** What is asked of the server once, over HTTP. */

import type { Catalogue, WordEntry } from "./protocol";
import type { NewTable, TableLine } from "./protocol.gathering";

/** The server said no: a code and its particulars, for the page to say in words. */
export class Refusal extends Error {
  readonly code: string;
  readonly detail: { [name: string]: unknown };

  constructor(code: string, detail: { [name: string]: unknown } = {}) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const request: RequestInit = body
    ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
    : {};
  const answer = await fetch(path, request).catch(() => {
    throw new Refusal("unreachable");
  });
  const said: unknown = await answer.json().catch(() => null);
  if (answer.ok && said !== null) return said as Answer;
  const { error, detail } = (said ?? {}) as { error?: string; detail?: { [name: string]: unknown } };
  throw new Refusal(error ?? "unreachable", detail);
}

let catalogue: Promise<Catalogue> | null = null;

/** All variants; asked once, and again only after it could not be had. */
export function loadCatalogue(): Promise<Catalogue> {
  catalogue ??= ask<Catalogue>("/api/catalogue").catch((refusal: unknown) => {
    catalogue = null;
    throw refusal;
  });
  return catalogue;
}

export const loadTables = async (): Promise<TableLine[]> => (await ask<{ tables: TableLine[] }>("/api/tables")).tables;

export const makeTable = async (table: NewTable): Promise<string> =>
  (await ask<{ table: string }>("/api/tables", table)).table;

export const makeFront = async (variant: string, fresh = false): Promise<string> =>
  (await ask<{ table: string }>("/api/front", { variant, fresh })).table;

export const makeRematch = async (table: string): Promise<string> =>
  (await ask<{ table: string }>(`/api/tables/${table}/rematch`, {})).table;

export const loadWord = (variant: string, word: string, table: string): Promise<WordEntry> =>
  ask<WordEntry>(`/api/words/${variant}/${encodeURIComponent(word)}?table=${encodeURIComponent(table)}`);
