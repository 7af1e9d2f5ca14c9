/** What stands in the paper of the turn: a line for each word and each reason, or what there is to say while nothing is laid. */

import { say } from "../words/language.svelte";
import { reasonText, seatName, turnNews } from "../words/sentences";
import type { Desk } from "./desk.svelte";

export interface Line {
  key: string;
  mark: "ok" | "no" | "open";
  /** What readers hear in place of the mark. */
  spoken: string;
  word: string;
  why: string;
  points: string;
}

export function linesOf(desk: Desk): Line[] {
  const plain = (mark: Line["mark"], key: string, why: string, points = ""): Line => ({
    key,
    mark,
    spoken: mark === "no" ? say("turn.no") : "",
    word: "",
    why,
    points,
  });
  const lines = desk.words.map(({ square, across, shown, verdict, reason, points }, index): Line => {
    const isWrong = verdict === "no" && reason !== null;
    const stands = verdict !== "no" || desk.mayStand(desk.words[index] as (typeof desk.words)[number]);
    return {
      key: `${square}/${across}`,
      mark: verdict,
      spoken: say(verdict === "open" && desk.onTrust ? "turn.on_trust" : `turn.${verdict}`),
      word: isWrong ? `${shown}:` : shown,
      why: isWrong ? reasonText(reason, desk.variant) : "",
      points: stands ? String(points) : "—",
    };
  });
  desk.reasons.forEach((reason, index) => lines.push(plain("no", `r${index}`, reasonText(reason, desk.variant))));
  if (desk.owed > 0 && !desk.reasons.some(({ code }) => code === "swap_not_laid"))
    lines.push(plain("no", "owed", say("turn.star_owed", { n: desk.owed })));
  if (lines.length === 0) return lines;
  if (desk.onTrust) lines.push(plain("open", "trust", say("turn.on_trust_why")));
  if (desk.notice) lines.push(plain("no", "notice", desk.notice));
  if (desk.table.move === "stale") lines.push(plain("no", "stale", say("move.stale")));
  if (desk.score.bonus > 0) {
    const all = say("turn.full_rack", { n: Number(desk.view.rules.rack_size) });
    lines.push(plain("ok", "bonus", all, `+${desk.score.bonus}`));
  }
  return lines;
}

/** What cannot be done, else how the last move fares, else what happened and who is next. */
export function asideText(desk: Desk): string {
  const { move, refusal } = desk.table;
  if (desk.notice) return desk.notice;
  if (move === "refused")
    return say("move.refused", { reasons: refusal.map((reason) => reasonText(reason, desk.variant)).join("; ") });
  if (move === "sending" || move === "stale") return say(`move.${move}`);
  if (desk.isHintAwaited) return say("hint.thinking");
  const last = desk.table.turns.at(-1);
  const isSaid = last === desk.withdrawn || (desk.isOut && last?.seat === desk.seat);
  const news = last && !isSaid ? turnNews(desk.view, last) : "";
  return `${news} ${awaitedText(desk)}`.trim();
}

/** Who is waited for. */
function awaitedText({ isMyTurn, isOut, seat: own, view, table }: Desk): string {
  if (isMyTurn) return say("turn.lay_tiles");
  const seat = view.seats[view.on_turn];
  const isAway = seat?.kind === "human" && table.presence?.here.includes(view.on_turn) === false;
  const how = view.watcher ? "watching" : isAway ? "waiting_away" : "waiting";
  const text = say(`turn.${how}`, { name: seatName(seat) });
  if (isOut) {
    const last = table.turns.filter((turn) => turn.seat === own).at(-1);
    return `${say(last?.kind === "time" ? "turn.out_of_time" : "turn.out")} ${text}`;
  }
  // On a sofa no hand is shown while another person is waited for.
  return view.rack !== null && !view.watcher ? `${text} ${say("turn.meanwhile")}` : text;
}
