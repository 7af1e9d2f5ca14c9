/** Who advises whom, and who would like to: what everybody at the table sees, and what can be answered. */

import type { Adviser, Presence, TableAct, View } from "../protocol";
import { say, type TextKey } from "../words/language.svelte";
import { seatName } from "../words/sentences";

export interface AdvisingLine {
  key: string;
  text: string;
  answers: { label: TextKey; seat: number; action: TableAct }[];
  /** Asked of this player: he can do without. */
  asks?: Adviser;
}

const nameOf = ({ name }: Adviser): string => name || say("talk.somebody");

/** What there is to say of advisers, as this visitor sees it. */
export function advisingLines(view: View, presence: Presence | null): AdvisingLine[] {
  if (!view.advisers || view.ended || view.cancelled) return [];
  const advisers = presence?.advisers ?? [];
  const admitted = advisers.filter((each) => each.admitted).map((each) => admittedLine(view, each));
  const asking = advisers.filter(
    ({ admitted: is, seat }) => !is && view.seats[seat]?.mine && !view.seats[seat]?.resigned,
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

/** Seats that a spectator may ask to advise: people who play on, have nobody yet and have not `declined` him. */
export function mayAdvise(view: View, presence: Presence | null, declined: ReadonlySet<number>): number[] {
  if (!view.advisers || !view.watcher || view.advises !== null || view.ended || view.cancelled) return [];
  const taken = new Set(presence?.advisers.filter(({ admitted }) => admitted).map(({ seat }) => seat));
  const isFree = (seat: number): boolean => !taken.has(seat) && !declined.has(seat);
  return view.seats.flatMap(({ kind, resigned }, seat) =>
    kind === "human" && !resigned && isFree(seat) ? [seat] : [],
  );
}
