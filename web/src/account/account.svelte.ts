/** The visitor as the site knows him, and what he asks to be changed: one thing at a time, each with its own answer. */

import type { Me, Session } from "../protocol.people";
import { ask, Refusal } from "../server";
import { loadMe, loadSessions } from "../server.people";
import { refusalText } from "./refusals";

export class Account {
  me = $state.raw<Me | null>(null);
  /** Where he is logged in. */
  sessions = $state.raw<readonly Session[]>([]);
  /** He was logged in when the page was opened, and is not any more: it was ended elsewhere. */
  isOut = $state(false);
  /** Which wish is on its way. */
  under = $state("");
  /** What came of the last wish: which it was, and, where it was refused, why. */
  answer = $state.raw<{ wish: string; refusal: string; code?: string } | null>(null);
  /** Why nothing can be shown at all. */
  failure = $state("");
  #here: string | undefined;

  async load(): Promise<void> {
    try {
      this.#meets(await loadMe());
      this.failure = "";
    } catch (error) {
      this.failure = refusalText(error);
    }
  }

  /** Take the sessions as they are; whoever goes by another one than before may be logged out. */
  async sees(sessions: readonly Session[]): Promise<void> {
    const here = sessions.find((session) => session.here)?.id;
    const isOther = this.#here !== undefined && here !== this.#here;
    [this.sessions, this.#here] = [sessions, here];
    if (isOther) await this.load();
  }

  /** Look once more, unless something is on its way: what comes of it may be another cookie. */
  async lookAgain(): Promise<void> {
    if (!this.under) await this.look();
  }

  async look(): Promise<void> {
    const sessions = await loadSessions().catch(() => null);
    if (sessions) await this.sees(sessions);
  }

  /** Ask for something that is answered with the visitor as he is then; true when it was done. */
  change(wish: string, path: string, body: object): Promise<boolean> {
    return this.attempt(wish, async () => {
      this.#meets(await ask<Me>(path, body));
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

  #meets(me: Me): void {
    this.isOut = !me.login && (this.isOut || Boolean(this.me?.login));
    this.me = me;
  }

  isDone(wish: string): boolean {
    return this.answer?.wish === wish && this.answer.refusal === "";
  }
}
