/** Why the server would not do something, in words. */

import { Refusal } from "./server";
import type { Particulars } from "./words/catalogue";
import { momentText } from "./words/moments";
import { say, sayNamed } from "./words/language.svelte";

/** The sentence for a refusal; whatever else went wrong is thrown on, for it is a fault of the page. */
export function refusalText(error: unknown, particulars?: Particulars): string {
  if (!(error instanceof Refusal)) throw error;
  if (error.code === "banned" && typeof error.detail.until === "string")
    return say("error.banned_until", { until: momentText(error.detail.until) });
  return sayNamed(`error.${error.code}`, particulars, say("error.other"));
}
