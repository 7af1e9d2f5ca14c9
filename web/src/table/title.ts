/** What the tab is called: whose turn it is comes first, for that is what one looks for. */

import type { View } from "../protocol";
import { say, sayNamed } from "../words/language.svelte";
import { seatName } from "../words/sentences";
import { isAwaited } from "./voting";

export function tableTitle(view: View): string {
  const game = sayNamed(`variant.${view.variant}`);
  if (view.ended || view.cancelled) return say("title.over", { game });
  const name = seatName(view.seats[view.on_turn]);
  if (!isAwaited(view)) return say("title.theirs", { name, game });
  if (view.phase === "voting") return say("title.vote", { game });
  const alone = view.seats.filter(({ mine }) => mine).length === 1;
  return alone ? say("title.yours", { game }) : say("title.theirs", { name: `▸ ${name}`, game });
}
