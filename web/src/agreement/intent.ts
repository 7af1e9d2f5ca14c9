/** One key for each thing that is wanted: asked for twice because no answer came, it is done once. */

import { randomKey } from "../table/pending";

export class Intent {
  #wanted = "";
  #key = "";

  keyOf(wanted: object): string {
    const now = JSON.stringify(wanted);
    if (now !== this.#wanted) [this.#wanted, this.#key] = [now, randomKey()];
    return this.#key;
  }
}
