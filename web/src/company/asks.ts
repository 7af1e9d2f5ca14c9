/** What the players of a table ask of each other, and what can be answered: one line each. */

import type { TableAct, View } from "../protocol";
import { awaitedVoters } from "../table/voting";
import { say, type TextKey } from "../words/language.svelte";
import { seatName } from "../words/sentences";

export interface Ask {
  kind: string;
  text: string;
  /** The answer that can be given here, and the seat that gives it. */
  answer?: { label: TextKey; seat: number; action: TableAct };
}

/** `now` by the server's clock. */
export function asksOf(view: View, now: number): Ask[] {
  if (view.ended || view.cancelled) return [];
  return [...pause(view), ...agreement(view, "cancel", view.cancel_agreed), ...nudge(view, now), ...watching(view)];
}

/** Seats of this page that still play. */
const own = (view: View): number[] => playing(view).filter((seat) => view.seats[seat]?.mine);
/** People who still play; what is asked is asked of them. */
const playing = (view: View): number[] =>
  view.seats.flatMap(({ kind, resigned }, seat) => (kind === "human" && !resigned ? [seat] : []));
const named = (view: View, seats: readonly number[]): string =>
  seats.map((seat) => seatName(view.seats[seat])).join(", ");

function pause(view: View): Ask[] {
  if (!view.clock?.paused) return agreement(view, "pause", view.pause_agreed);
  const [seat] = own(view);
  const paused = { kind: "paused", text: say("ask.paused") };
  return seat === undefined ? [paused] : [{ ...paused, answer: { label: "ask.resume", seat, action: { type: "resume" } } }];
}

/** Something that happens when all agree. */
function agreement(view: View, type: "pause" | "cancel", agreed: readonly number[]): Ask[] {
  if (agreed.length === 0) return [];
  const [mine] = own(view);
  // Whoever holds several seats agrees with one of them.
  const given = own(view).find((seat) => agreed.includes(seat));
  if (mine !== undefined && given === undefined)
    return [
      {
        kind: type,
        text: say(`ask.${type}`, { names: named(view, agreed) }),
        answer: { label: `ask.${type}.go`, seat: mine, action: { type, agree: true } },
      },
    ];
  const awaited = playing(view).filter((seat) => !agreed.includes(seat) && !view.seats[seat]?.mine);
  const text = say(`ask.${type}.waiting`, { names: named(view, awaited) });
  if (given === undefined) return [{ kind: type, text }];
  return [{ kind: type, text, answer: { label: "ask.withdraw", seat: given, action: { type, agree: false } } }];
}

function nudge(view: View, now: number): Ask[] {
  const [seat] = own(view);
  const awaited = view.phase === "voting" ? awaitedVoters(view) : [view.on_turn];
  const people = awaited.filter((each) => view.seats[each]?.kind === "human");
  if (seat === undefined || !view.nudge || people.length === 0) return [];
  if (awaited.some((each) => view.seats[each]?.mine)) return [];
  const name = named(view, people);
  if (view.nudge.done) return [{ kind: "nudge", text: say("ask.nudged", { name }) }];
  if (now < view.nudge.after) return [];
  return [{ kind: "nudge", text: say("ask.nudge", { name }), answer: { label: "ask.nudge.go", seat, action: { type: "nudge" } } }];
}

function watching({ watcher, delayed_s }: View): Ask[] {
  if (!watcher || delayed_s <= 0) return [];
  const minutes = Math.round(delayed_s / 60);
  const delay = minutes >= 1 ? say("n.minutes", { n: minutes }) : say("n.seconds", { n: delayed_s });
  return [{ kind: "watching", text: say("ask.delayed", { delay }) }];
}
