/** Whether the visitor wants no talk at his tables, remembered on this device, and whether there is any. */

import type { View } from "../protocol";

const PLACE = "wordsmith.hide_talk";

class Hiding {
  #on = $state(localStorage.getItem(PLACE) === "yes");

  get on(): boolean {
    return this.#on;
  }
  set on(value: boolean) {
    this.#on = value;
    localStorage.setItem(PLACE, value ? "yes" : "no");
  }
}

export const hiding = new Hiding();

/** Is there somebody to talk to, and does the visitor want to? */
export const isTalkShown = ({ talk, watcher, seats }: View): boolean =>
  talk && (watcher || seats.some(({ kind, mine }) => kind === "human" && !mine)) && !hiding.on;
