/** What happens at the table, said in sentences: for the papers beside the board and for the live region alike. */

import { squareName, type Layout } from "../board/squares";
import type { TurnWord } from "../board/verdicts";
import type { Reason, Seat, Turn, View, WhyNot } from "../protocol";
import { say, sayNamed } from "./language.svelte";

/** Why a word does not count: a noun phrase with its lemma, "множественное число от ДОМ". */
export function whyText(why: WhyNot | null): string {
  if (!why) return say("why.unknown");
  return sayNamed(`why.${why.code}`, { lemma: why.lemma, detail: detailText(why.detail) }, say("why.unknown"));
}

/** A detail is the name of a case, of a part of speech or of a word group, where the catalogue knows it. */
const detailText = (detail: string): string =>
  sayNamed(`detail.${detail}`, {}, sayNamed(`group.${detail}`, {}, detail));

/** What is wrong, for the line of a word or of the whole turn. */
export function reasonText(reason: Reason, layout: Layout): string {
  if (reason.code === "not_a_word") return whyText(reason.why);
  const squares = reason.squares.map((square) => squareName(layout, square)).join(", ");
  return sayNamed(`reason.${reason.code}`, { word: reason.word, squares, n: reason.squares.length });
}

/** The turn being laid. */
export interface LaidTurn {
  words: readonly TurnWord[];
  reasons: readonly Reason[];
  owed: number;
  total: number;
  isSound: boolean;
  variant: Layout;
}

/** The turn being laid, as one breath: words, points, what is wrong, the sum. */
export function spokenTurn(turn: LaidTurn): string {
  const parts = turn.words.map((word) =>
    word.verdict === "no" && word.reason
      ? say("turn.spoken_no", { word: word.shown, why: reasonText(word.reason, turn.variant) })
      : say("turn.spoken_word", { word: word.shown, n: word.points }),
  );
  parts.push(...turn.reasons.map((reason) => reasonText(reason, turn.variant)));
  if (turn.owed > 0) parts.push(say("turn.star_owed", { n: turn.owed }));
  if (turn.words.length > 0) parts.push(`${say(turn.isSound ? "turn.total" : "turn.total_if_mended")}: ${turn.total}`);
  return parts.map((part) => `${part}.`).join(" ");
}

/** A seat by its name; without one a bot is called by what it is, somebody else a guest, and the only person simply "you". */
export const seatName = (seat: (Pick<Seat, "name"> & { level?: string | null; mine?: boolean }) | undefined): string => {
  if (!seat) return "";
  if (seat.name) return seat.name;
  return seat.level ? capitalised(sayNamed(`level.${seat.level}`)) : say(seat.mine === false ? "seat.guest" : "seat.you_alone");
};

/** A seat as it is called to this visitor: whoever plays one alone is simply "you", with a name or without. */
export const calledName = ({ seats }: View, seat: number): string =>
  seats[seat]?.mine && seats.filter(({ mine }) => mine).length === 1 ? say("seat.you_alone") : seatName(seats[seat]);

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a turn was, for its row: its words, or "обмен 3 фишек". */
export function turnText(turn: Turn): string {
  switch (turn.kind) {
    case "play":
      return turn.words.map(({ shown, word }) => shown || word).join(", ");
    case "exchange":
      return say("log.exchange", { n: turn.count });
    case "withdrawn": {
      const words = turn.words.map(({ word }) => word).join(", ");
      return words ? say("log.withdrawn", { words }) : say("log.withdrawn_alone");
    }
    default:
      return say(`log.${turn.kind}`);
  }
}

/** One turn as news: who, what, how many points; one that was taken off has none. */
export function turnNews(view: View, turn: Turn): string {
  const name = calledName(view, turn.seat);
  const words = turn.words.map(({ word }) => word).join(", ");
  if (turn.kind === "withdrawn") return say(words ? "news.withdrawn" : "news.withdrawn_alone", { name, words });
  return say("news.turn", { name, what: turnText(turn), points: say("n.points", { n: turn.points }) });
}

/** Why a turn of mine does not lie on the board; who said no is known where only one other could. */
export function withdrawnText({ rules, seats }: View, turn: Turn): string {
  const words = turn.words.map(({ word }) => word).join(", ");
  if (rules.check !== "vote") return say("withdrawn.challenged", { words });
  const others = seats.filter(({ resigned }, seat) => !resigned && seat !== turn.seat);
  return say(others.length > 1 ? "withdrawn.voted" : "withdrawn.voted_by", { words, name: seatName(others[0]) });
}

/** What has just happened and whose turn it is. */
export function spokenNews(view: View, turns: readonly Turn[]): string {
  const last = turns.at(-1);
  const parts: string[] = [];
  if (last) parts.push(turnNews(view, last));
  if (view.cancelled) parts.push(say("over.cancelled"));
  else if (view.phase === "ended") parts.push(say("news.over"));
  else if (view.phase === "voting") parts.push(say("vote.heading"));
  else if (view.seats[view.on_turn]?.mine) parts.push(say("news.your_turn"));
  else parts.push(say("news.their_turn", { name: seatName(view.seats[view.on_turn]) }));
  return parts.join(" ");
}
