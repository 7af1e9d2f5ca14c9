/** The visitor's tables as the front page lists them: how each stands, and which come first. */

import type { TableLine } from "../protocol.gathering";
import { figure } from "../words/catalogue";
import { say } from "../words/language.svelte";
import { seatName } from "../words/sentences";

export interface Status {
  kind: "turn" | "theirs" | "gathering" | "rematch";
  text: string;
  /** Does it wait for the visitor? */
  isAwaited: boolean;
}

const hasOthers = ({ seats, mine }: TableLine): boolean =>
  seats.some(({ kind }, seat) => kind === "human" && !mine.includes(seat));

export function statusOf(line: TableLine): Status {
  if (line.phase === "gathering") {
    if (line.mine.length === 0) return { kind: "gathering", text: say("front.wanted"), isAwaited: true };
    const open = line.seats.filter(({ kind }) => kind === "open").length;
    const text = open > 0 ? say("front.gathering_left", { n: open }) : say("front.gathering");
    return { kind: "gathering", text, isAwaited: false };
  }
  if (line.phase !== "playing") return { kind: "rematch", text: say("front.rematch"), isAwaited: true };
  if (line.mine.includes(line.on_turn)) return { kind: "turn", text: say("front.your_move"), isAwaited: true };
  // Against bots alone it is always one's own turn soon: nobody is waited for.
  if (!hasOthers(line)) return { kind: "theirs", text: say("front.go_on"), isAwaited: false };
  const name = seatName({ ...line.seats[line.on_turn], mine: false } as Parameters<typeof seatName>[0]);
  return { kind: "theirs", text: say("front.theirs", { name }), isAwaited: false };
}

/** What is over and can be looked at, the last played first. */
export const pastLines = (all: readonly TableLine[]): TableLine[] => all.filter(({ phase }) => phase === "ended");

/** Who has how many points. */
export function scoresText({ seats, mine, phase }: TableLine): string {
  return seats
    .map((seat, index) => {
      const isMine = mine.includes(index);
      const name = isMine && mine.length === 1 ? say("seat.you_alone") : seatName({ ...seat, mine: isMine });
      return phase === "gathering" ? name : `${name} ${figure(seat.score)}`;
    })
    .filter((_, index) => seats[index]?.kind !== "open")
    .join(" · ");
}

/** What goes on and what gathers; of what is over only where somebody has asked for another game. */
export function shownLines(all: readonly TableLine[]): TableLine[] {
  const isOn = (line: TableLine): boolean => !line.front && (line.phase === "playing" || line.phase === "gathering");
  const open = new Set(all.filter(isOn).map(({ table }) => table));
  const known = new Set(all.map(({ table }) => table));
  const lines = all.filter(
    (line) => open.has(line.table) || (line.phase === "ended" && line.rematch !== null && !known.has(line.rematch)),
  );
  const rank = (line: TableLine): number => (statusOf(line).isAwaited ? 0 : 1);
  return lines.sort((a, b) => rank(a) - rank(b));
}

/** Tables that a reader could not tell apart: the first stands for all, and the others can be unfolded. */
export interface Alike {
  line: TableLine;
  status: Status;
  more: TableLine[];
}

/** In the order of the first of each. A game whose clock runs stands alone: it has a time of its own. */
export function alikeLines(lines: readonly TableLine[]): Alike[] {
  const found = new Map<string, Alike>();
  for (const line of lines) {
    const status = statusOf(line);
    const own = line.due !== null && line.phase === "playing" ? line.table : "";
    const key = JSON.stringify([line.variant, line.pace, status.text, scoresText(line), own]);
    const first = found.get(key);
    if (first) first.more.push(line);
    else found.set(key, { line, status, more: [] });
  }
  return [...found.values()];
}
