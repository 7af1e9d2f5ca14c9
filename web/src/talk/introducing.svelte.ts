/** Whoever would see another's hand says first who he is: asked once, and kept for every table. */

import { loadNames, saveNames } from "../agreement/names";
import type { Me } from "../protocol.people";
import { refusalText } from "../account/refusals";
import { ask } from "../server";
import { loadMe } from "../server.people";

export class Introducing {
  name = $state(loadNames()[0] ?? "");
  isUnderWay = $state(false);
  /** Why the name cannot be had, in words. */
  refusal = $state("");

  /** Does the site know what to call him? Where it does not answer he is not kept from asking. */
  async isKnown(): Promise<boolean> {
    return (await loadMe().catch(() => null))?.name !== "";
  }

  /** True when he has a name now. */
  async keep(): Promise<boolean> {
    const name = this.name.trim();
    if (!name || this.isUnderWay) return false;
    [this.isUnderWay, this.refusal] = [true, ""];
    try {
      this.name = (await ask<Me>("/api/me", { name })).name;
      if (this.name) saveNames([this.name, ...loadNames().slice(1)]);
      return this.name !== "";
    } catch (error) {
      this.refusal = refusalText(error);
      return false;
    } finally {
      this.isUnderWay = false;
    }
  }
}
