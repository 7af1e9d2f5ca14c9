/** A tile under the finger or the mouse. Less than a few pixels is a tap, and a tap is left alone. */

/** What is dragged, as the ghost shows it. */
export interface Carried {
  letter: string;
  value: number | null;
  wild: boolean;
}

const IS_DRAG_PX = 6;
/** A finger hides what it points at: the tile then floats above it. */
const LIFT_PX = 46;

export class Drag<From, To> {
  carried = $state.raw<(Carried & { x: number; y: number }) | null>(null);

  #find: (x: number, y: number) => To;
  #ondrop: (from: From, to: To) => void;
  #onover: (to: To | null) => void;

  constructor(
    find: (x: number, y: number) => To,
    ondrop: (from: From, to: To) => void,
    onover: (to: To | null) => void = () => {},
  ) {
    this.#find = find;
    this.#ondrop = ondrop;
    this.#onover = onover;
  }

  /** Follow a pointer that went down on a tile. */
  start(event: PointerEvent, from: From, tile: Carried): void {
    if (event.button !== 0) return;
    const origin = { x: event.clientX, y: event.clientY };
    const lift = event.pointerType === "touch" ? LIFT_PX : 0;
    const stop = new AbortController();
    const point = (at: PointerEvent): [number, number] => [at.clientX, at.clientY - lift];
    const mine = (at: PointerEvent): boolean => at.pointerId === event.pointerId;
    const moved = (at: PointerEvent) => {
      if (!mine(at) || (!this.carried && Math.hypot(at.clientX - origin.x, at.clientY - origin.y) < IS_DRAG_PX)) return;
      const [x, y] = point(at);
      this.carried = { ...tile, x, y };
      this.#onover(this.#find(x, y));
    };
    const ended = (at: PointerEvent) => {
      if (!mine(at)) return;
      stop.abort();
      const isDrop = this.carried !== null && at.type === "pointerup";
      this.carried = null;
      this.#onover(null);
      if (!isDrop) return;
      swallowClick();
      this.#ondrop(from, this.#find(...point(at)));
    };
    addEventListener("pointermove", moved, { signal: stop.signal });
    addEventListener("pointerup", ended, { signal: stop.signal });
    addEventListener("pointercancel", ended, { signal: stop.signal });
  }
}

/** A drop is followed by a click, which is no tap. */
function swallowClick(): void {
  const stop = new AbortController();
  addEventListener("click", (event) => event.stopPropagation(), { capture: true, signal: stop.signal });
  setTimeout(() => stop.abort());
}
