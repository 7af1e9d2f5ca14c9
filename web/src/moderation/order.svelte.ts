/** What lies before a moderator: nothing without the role, and nothing without the second factor, which holds for half an hour. */

import type { Moderation, ModeratorAct } from "../protocol.moderation";
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
  /** The act that is on its way, or was done or refused last. */
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
    if (this.under) return false;
    [this.under, this.refusal] = [key, null];
    try {
      this.desk = await ask<Moderation>("/api/moderation/acts", act);
      return true;
    } catch (error) {
      const isOver = error instanceof Refusal && error.code === "forbidden" && !(await this.#isStrong());
      if (isOver) this.standing = "weak";
      else this.refusal = { act: key, text: refusalText(error) };
      return false;
    } finally {
      this.under = "";
    }
  }

  refusalOf(key: string): string {
    return this.refusal?.act === key ? this.refusal.text : "";
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
