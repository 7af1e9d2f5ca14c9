/** The word that was shown, laid as if by hand. */

import { cleared, sourceOf, withLaid, withSwapped, type Sketch } from "../board/sketch";
import { isWild } from "../board/squares";
import type { Placed } from "../protocol";
import type { Desk } from "../table/desk.svelte";

export function layHint(desk: Desk): boolean {
  const play = desk.hintTurn?.play;
  if (!play) return false;
  const place =
    (how: typeof withLaid) =>
    (sketch: Sketch | null, [square, letter]: Placed): Sketch | null => {
      const id = sketch && sourceOf(sketch, letter.toUpperCase(), isWild(letter));
      return sketch && id !== null ? how(sketch, id, square, desk.view.board, letter) : null;
    };
  const taken = play.swapped.reduce<Sketch | null>(place(withSwapped), cleared(desk.sketch));
  return desk.change(play.laid.reduce(place(withLaid), taken));
}
