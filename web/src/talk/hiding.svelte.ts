/** Whether the visitor wants no talk at his tables. Remembered on this device. */

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
