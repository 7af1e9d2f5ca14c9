/** What the tab is called: whose turn it is comes first, for that is what one looks for. */

import type { View } from "../protocol";
import { say, sayNamed } from "../words/language.svelte";
import { seatName } from "../words/sentences";

export function tableTitle(view: View): string {
  const game = sayNamed(`variant.${view.variant}`);
  if (view.ended) return say("title.over", { game });
  const seat = view.seats[view.on_turn];
  if (!seat?.mine) return say("title.theirs", { name: seatName(seat), game });
  const alone = view.seats.filter(({ mine }) => mine).length === 1;
  return alone ? say("title.yours", { game }) : say("title.theirs", { name: `▸ ${seatName(seat)}`, game });
}
