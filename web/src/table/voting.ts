/** Who is waited for: the one on turn, or, where a word is voted on, those who have not yet. */

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

/** Is somebody at this page waited for? */
export function isAwaited(view: View): boolean {
  if (view.ended || view.cancelled) return false;
  return view.phase === "voting" ? ownVoters(view).length > 0 : view.seats[view.on_turn]?.mine === true;
}
