/** The board larger than its window, on a screen where a cell is too small to be sure of. */

/** A cell in the zoom: as large as a finger. */
export const ZOOMED_CELL_PX = 44;
const SURE_CELL_PX = 30;

/** The part of the board that is seen, in cells. */
export interface Seen {
  row: number;
  column: number;
  rows: number;
  columns: number;
  /** The corner farthest from the finger. */
  corner: "left" | "right";
}

export class Zoom {
  seen = $state.raw<Seen | null>(null);
  #pan: HTMLElement;
  #columns: number;

  constructor(pan: HTMLElement, columns: number) {
    this.#pan = pan;
    this.#columns = columns;
  }

  /** Are cells too small here to be touched with certainty? */
  get isNeeded(): boolean {
    return this.#pan.clientWidth / this.#columns < SURE_CELL_PX;
  }

  /** Bring a square to the middle of the window. */
  centre(square: number): void {
    const cell = this.#pan.querySelector<HTMLElement>(`[data-square="${square}"]`);
    if (!cell) return;
    this.#pan.scrollLeft = cell.offsetLeft + cell.offsetWidth / 2 - this.#pan.clientWidth / 2;
    this.#pan.scrollTop = cell.offsetTop + cell.offsetHeight / 2 - this.#pan.clientHeight / 2;
    this.look();
  }

  /** See what the window shows now. */
  look(): void {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.#pan;
    const [column, columns] = [scrollLeft / ZOOMED_CELL_PX, clientWidth / ZOOMED_CELL_PX];
    const isRight = column + columns / 2 > this.#columns / 2;
    this.seen = {
      row: scrollTop / ZOOMED_CELL_PX,
      column,
      rows: clientHeight / ZOOMED_CELL_PX,
      columns,
      corner: isRight ? "left" : "right",
    };
  }

  /** A tile dragged to the edge pulls the board along. */
  pull(x: number, y: number): void {
    const box = this.#pan.getBoundingClientRect();
    const by = (at: number, from: number, to: number) => (at < from + 28 ? -9 : at > to - 28 ? 9 : 0);
    if (y > box.bottom + 20) return;
    this.#pan.scrollBy(by(x, box.left, box.right), by(y, box.top, box.bottom));
  }
}

/** Two fingers: spread them to see larger, pinch to see all. The middle between them is where one looks. */
export function watchPinch(node: HTMLElement, onpinch: (larger: boolean, x: number, y: number) => void): () => void {
  let start = 0;
  const between = ([a, b]: Touch[]) => (a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0);
  const stop = new AbortController();
  const { signal } = stop;
  node.addEventListener(
    "touchstart",
    (event) => (start = event.touches.length === 2 ? between([...event.touches]) : 0),
    { passive: true, signal },
  );
  node.addEventListener(
    "touchmove",
    (event) => {
      if (!start || event.touches.length !== 2) return;
      event.preventDefault();
      const [a, b] = [...event.touches] as [Touch, Touch];
      const ratio = between([a, b]) / start;
      if (ratio > 0.87 && ratio < 1.15) return;
      start = 0;
      onpinch(ratio > 1, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
    },
    { passive: false, signal },
  );
  return () => stop.abort();
}
