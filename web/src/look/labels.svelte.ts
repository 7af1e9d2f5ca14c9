/** Shall the premiums carry ×2 ×3 whatever the size of the board? Remembered on this device. */

const PLACE = "wordsmith.labels";

class Labels {
  #shown = $state(localStorage.getItem(PLACE) === "yes");

  get shown(): boolean {
    return this.#shown;
  }
  set shown(value: boolean) {
    this.#shown = value;
    localStorage.setItem(PLACE, value ? "yes" : "no");
  }
}

export const labels = new Labels();
