/** Who votes on a word, and who has not yet. */

import type { View } from "../protocol";

/** Seats still playing that have not voted; who laid the word does not. */
export function awaitedVoters({ proposal, seats }: View): number[] {
  if (!proposal) return [];
  return seats
    .map(({ resigned }, seat) => (resigned || seat === proposal.seat || seat in proposal.votes ? -1 : seat))
    .filter((seat) => seat >= 0);
}

/** Those of them that are asked at this page. */
export const ownVoters = (view: View): number[] => awaitedVoters(view).filter((seat) => view.seats[seat]?.mine);
