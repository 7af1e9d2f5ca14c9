/** What is asked of the server once, over HTTP. */

import type { Catalogue } from "./protocol";

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

/** Ask for something, or, with a body, for something to be done; throws a Refusal. */
export async function ask<Answer>(path: string, body?: object): Promise<Answer> {
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
