/** The end of a game in sentences. */

import type { View } from "../protocol";
import { say } from "../words/language.svelte";
import { seatName } from "../words/sentences";

/** "Победила Аня" cannot be known of a name, so the name comes first. */
export function winnersText(view: View): string {
  if (view.cancelled) return say("over.cancelled");
  const winners = view.ended?.winners ?? [];
  const names = winners.map((seat) => seatName(view.seats[seat])).join(", ");
  if (winners.length === 0) return say("over.nobody");
  const [first] = winners.map((seat) => view.seats[seat]);
  // On a sofa, where one device plays several, the winner is named.
  const isAlone = view.seats.filter(({ mine }) => mine).length === 1;
  if (winners.length === 1 && first?.mine && (isAlone || !first.name)) return say("over.you_won");
  if (winners.length === 1) return say("over.won", { name: names });
  return say(winners.length === view.seats.length ? "over.drawn" : "over.shared", { names });
}

/** Why the game is over. Of two, one has resigned: it is said who, as the visitor sees it. */
export function endText({ ended, seats, cancelled }: View): string {
  if (cancelled) return say("over.reason.cancelled");
  if (!ended) return "";
  const gone = seats.filter(({ resigned }) => resigned);
  if (ended.reason !== "resigned" || gone.length !== 1) return say(`over.reason.${ended.reason}`);
  const isMine = gone[0]?.mine && seats.filter(({ mine }) => mine).length === 1;
  return say(isMine ? "over.reason.resigned_you" : "over.reason.resigned_one");
}
