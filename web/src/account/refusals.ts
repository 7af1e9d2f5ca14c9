/** Why something with an account could not be done, in words. */

import { Refusal } from "../server";
import { say, sayNamed } from "../words/language.svelte";

export function refusalText(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  const { code, detail } = error;
  if (code === "weak_password" || code === "bad_name") {
    const particulars = { least: Number(detail.least), most: Number(detail.most) };
    return sayNamed(`account.${code}.${String(detail.why)}`, particulars, say(`account.${code}`));
  }
  if (code === "too_fast" && typeof detail.wait_s === "number") {
    const n = Math.ceil(detail.wait_s / 60);
    return say("account.too_fast", { time: say("n.minutes", { n: Math.max(1, n) }) });
  }
  return sayNamed(`account.error.${code}`, {}, sayNamed(`error.${code}`, {}, say("error.unreachable")));
}
