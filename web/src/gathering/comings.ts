/** Who has come to a table that gathers, and who has gone, in a sentence for ears. */

import type { Gathering, GatheringSeat } from "../protocol.gathering";
import { say } from "../words/language.svelte";

export function comings(before: Gathering, now: Gathering): string {
  const people = ({ seats, mine }: Gathering): GatheringSeat[] =>
    seats.filter(({ kind }, seat) => kind === "human" && !mine.includes(seat));
  const names = (gathering: Gathering): string[] => people(gathering).map(({ name }) => name || say("seat.guest"));
  const [were, are] = [names(before), names(now)];
  return [
    ...are.filter((name) => !were.includes(name)).map((name) => say("gather.sat", { name })),
    ...were.filter((name) => !are.includes(name)).map((name) => say("gather.rose", { name })),
  ].join(" ");
}
