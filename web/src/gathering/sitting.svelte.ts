/** Taking a seat: the name is asked once, the sheet that was read goes with it, and the same wish twice gives one seat. */

import { loadNames, saveNames } from "../agreement/names";
import type { Gathering, Sit } from "../protocol.gathering";
import { Refusal } from "../server";
import { sitDown } from "../server.tables";
import { randomKey } from "../table/pending";
import { say } from "../words/language.svelte";
import { refusalText } from "../refusals";
import { sitsAt } from "./sat";

export class Sitting {
  name = $state(loadNames()[0] ?? "");
  isUnderWay = $state(false);
  /** Why it could not be done, in words. */
  refusal = $state("");

  /** One for each wish to sit at this table; another one once the server has said no. */
  #key = randomKey();

  /** True when there is a seat. False: `refusal` says why not, and what was shown may be out of date. */
  async sit(gathering: Gathering, invite: string | null, ask: typeof sitDown = sitDown): Promise<boolean> {
    if (this.isUnderWay) return false;
    [this.isUnderWay, this.refusal] = [true, ""];
    const name = this.name.trim();
    if (name) saveNames([name, ...loadNames().slice(1)]);
    const wish: Sit = { name: name || say("gather.guest"), key: this.#key, sheet: gathering.sheet };
    if (invite) wish.invite = invite;
    try {
      await ask(gathering.table, wish);
      sitsAt(gathering.table);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Where no answer came it may have been done all the same: the same key finds out.
      if (error.code !== "unreachable" && error.code !== "unavailable") this.#key = randomKey();
      this.refusal = refusalText(error);
      return false;
    } finally {
      this.isUnderWay = false;
    }
  }
}
