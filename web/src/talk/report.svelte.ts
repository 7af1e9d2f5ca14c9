/** A report of a player that is being written. */

import { ask, Refusal } from "../server";
import { say, sayNamed } from "../words/language.svelte";

export const REASONS = ["name", "unfair", "stalling"] as const;

export class Report {
  seat = $state(0);
  reason = $state<(typeof REASONS)[number]>("name");
  /** What he who reports adds in his own words. */
  more = $state("");
  isSent = $state(false);
  trouble = $state("");

  readonly #table: string;

  constructor(table: string, seat: number) {
    [this.#table, this.seat] = [table, seat];
  }

  async send(): Promise<void> {
    this.trouble = "";
    const more = this.more.trim();
    // The kind is a code that the moderator's page says in his language.
    const reason = more ? `${this.reason}: ${more}` : this.reason;
    try {
      await ask("/api/reports", { table: this.#table, seat: this.seat, reason });
      this.isSent = true;
    } catch (error) {
      this.trouble = sayNamed(`error.${error instanceof Refusal ? error.code : ""}`, {}, say("error.unreachable"));
    }
  }
}

/** What was reported, as a moderator reads it: the code of its kind, and the words that were added. */
export function reasonText(reason: string): string {
  const [, code = "", more = ""] = /^([a-z]+)(?:: (.*))?$/s.exec(reason) ?? [];
  const kind = sayNamed(`order.reason.${code}`, {}, "");
  return kind ? [`${kind}.`, more].filter(Boolean).join(" ") : reason;
}
