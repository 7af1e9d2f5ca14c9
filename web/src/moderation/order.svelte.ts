/** What lies before a moderator: nothing without the role, and nothing without the second factor, which holds for half an hour. */

import type { Conduct, Moderation, ModeratorAct, Whom } from "../protocol.moderation";
import { ask, Refusal } from "../server";
import { loadMe } from "../server.people";
import { say, sayNamed } from "../words/language.svelte";

/** `stranger`: not a moderator. `weak`: the second factor is to be shown. */
export type Standing = "unknown" | "stranger" | "weak" | "strong";

export class Order {
  standing = $state<Standing>("unknown");
  desk = $state.raw<Moderation | null>(null);
  /** Why the page cannot be shown, or a code was no good. */
  trouble = $state("");
  /** What is on its way, by its key; empty: nothing. */
  under = $state("");
  refusal = $state.raw<{ act: string; text: string } | null>(null);

  async load(): Promise<void> {
    try {
      const me = await loadMe();
      if (me.role !== "moderator") this.standing = "stranger";
      else if (!me.strong) this.standing = "weak";
      else await this.#read();
    } catch (error) {
      this.trouble = refusalText(error);
    }
  }

  async prove(code: string): Promise<void> {
    this.trouble = "";
    try {
      await ask("/api/moderation/factor", { code });
      await this.#read();
    } catch (error) {
      this.trouble = refusalText(error);
    }
  }

  /** Do something; `key` tells apart what else stands on the page. True when it was done. */
  async act(key: string, act: ModeratorAct): Promise<boolean> {
    const desk = await this.#asked<Moderation>(key, "/api/moderation/acts", act);
    if (desk) this.desk = desk;
    return desk !== null;
  }

  /** How somebody plays; null if that is refused. */
  look(key: string, whom: Whom): Promise<Conduct | null> {
    return this.#asked<Conduct>(key, "/api/moderation/looks", whom);
  }

  refusalOf(key: string): string {
    return this.refusal?.act === key ? this.refusal.text : "";
  }

  async #asked<T>(key: string, path: string, body: object): Promise<T | null> {
    if (this.under) return null;
    [this.under, this.refusal] = [key, null];
    try {
      return await ask<T>(path, body);
    } catch (error) {
      const isOver = error instanceof Refusal && error.code === "forbidden" && !(await this.#isStrong());
      if (isOver) this.standing = "weak";
      else this.refusal = { act: key, text: refusalText(error) };
      return null;
    } finally {
      this.under = "";
    }
  }

  async #isStrong(): Promise<boolean> {
    return loadMe().then(
      ({ strong }) => strong,
      () => true,
    );
  }

  async #read(): Promise<void> {
    this.desk = await ask<Moderation>("/api/moderation");
    this.standing = "strong";
  }
}

function refusalText(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  if (error.code === "too_fast" && typeof error.detail.wait_s === "number")
    return say("talk.too_fast", { time: say("n.seconds", { n: Math.ceil(error.detail.wait_s) }) });
  return sayNamed(`order.error.${error.code}`, {}, sayNamed(`error.${error.code}`, {}, say("error.unreachable")));
}
