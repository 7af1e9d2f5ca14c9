/** The visitor as the site knows him, and what he asks to be changed: one thing at a time, each with its own answer. */

import type { Me } from "../protocol.people";
import { ask, Refusal } from "../server";
import { loadMe } from "../server.people";
import { refusalText } from "./refusals";

export class Account {
  me = $state.raw<Me | null>(null);
  /** Which wish is on its way. */
  under = $state("");
  /** What came of the last wish: which it was, and, where it was refused, why. */
  answer = $state.raw<{ wish: string; refusal: string; code?: string } | null>(null);
  /** Why nothing can be shown at all. */
  failure = $state("");

  async load(): Promise<void> {
    try {
      [this.me, this.failure] = [await loadMe(), ""];
    } catch (error) {
      this.failure = refusalText(error);
    }
  }

  /** Ask for something that is answered with the visitor as he is then; true when it was done. */
  change(wish: string, path: string, body: object): Promise<boolean> {
    return this.attempt(wish, async () => {
      this.me = await ask<Me>(path, body);
    });
  }

  /** Do something; true when it was done. A wish that is on its way is not begun again. */
  async attempt(wish: string, work: () => Promise<void>): Promise<boolean> {
    if (this.under) return false;
    [this.under, this.answer] = [wish, null];
    try {
      await work();
      this.answer = { wish, refusal: "" };
    } catch (error) {
      this.answer = { wish, refusal: refusalText(error), code: error instanceof Refusal ? error.code : "" };
    } finally {
      this.under = "";
    }
    return this.answer.refusal === "";
  }

  /** Why a wish was refused; `codes`: only if for one of these reasons. */
  refusalOf(wish: string, codes?: readonly string[]): string {
    if (this.answer?.wish !== wish || (codes && !codes.includes(this.answer.code ?? ""))) return "";
    return this.answer.refusal;
  }

  isDone(wish: string): boolean {
    return this.answer?.wish === wish && this.answer.refusal === "";
  }
}
