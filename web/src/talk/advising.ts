/** Who advises whom, and who would like to: what everybody at the table sees, and what can be answered. */

import type { Adviser, Presence, TableAct, View } from "../protocol";
import { say, type TextKey } from "../words/language.svelte";
import { seatName } from "../words/sentences";

export interface AdvisingLine {
  key: string;
  text: string;
  answers: { label: TextKey; seat: number; action: TableAct }[];
  /** Asked of this player: it can be put away for now. */
  asks?: Adviser;
}

const nameOf = ({ name }: Adviser): string => name || say("talk.somebody");

/** What there is to say of advisers, as this visitor sees it. `aside`: askers who were put away. */
export function advisingLines(view: View, presence: Presence | null, aside: ReadonlySet<number>): AdvisingLine[] {
  if (!view.advisers || view.ended || view.cancelled) return [];
  const advisers = presence?.advisers ?? [];
  const admitted = advisers.filter((each) => each.admitted).map((each) => admittedLine(view, each));
  const asking = advisers.filter(
    ({ admitted: is, seat, watcher }) =>
      !is && view.seats[seat]?.mine && !view.seats[seat]?.resigned && !aside.has(watcher),
  );
  return [...admitted, ...asking.map((each) => askingLine(view, each))];
}

function admittedLine(view: View, adviser: Adviser): AdvisingLine {
  const { watcher, seat } = adviser;
  const player = view.seats[seat];
  const key = `${watcher}-${seat}`;
  if (view.advises === seat) return { key, text: say("advise.you_do", { name: seatName(player) }), answers: [] };
  if (!player?.mine)
    return { key, text: say("advise.does", { name: seatName(player), adviser: nameOf(adviser) }), answers: [] };
  const action: TableAct = { type: "admit", watcher, admit: false };
  return {
    key,
    text: say("advise.to_you", { adviser: nameOf(adviser) }),
    answers: [{ label: "advise.enough", seat, action }],
  };
}

function askingLine(view: View, adviser: Adviser): AdvisingLine {
  const { watcher, seat } = adviser;
  return {
    key: `${watcher}-${seat}`,
    text: say("advise.asks", { adviser: nameOf(adviser) }),
    answers: [{ label: "advise.admit", seat, action: { type: "admit", watcher, admit: true } }],
    asks: adviser,
  };
}

/** Seats that a spectator may ask to advise: people who play on and have nobody yet. */
export function mayAdvise(view: View, presence: Presence | null): number[] {
  if (!view.advisers || !view.watcher || view.advises !== null || view.ended || view.cancelled) return [];
  const taken = new Set(presence?.advisers.filter(({ admitted }) => admitted).map(({ seat }) => seat));
  return view.seats.flatMap(({ kind, resigned }, seat) =>
    kind === "human" && !resigned && !taken.has(seat) ? [seat] : [],
  );
}
