/** Boards and plays as they are written in files: docs/notation.md. Enough of it for the golden cases. */

import type { Placed, Play } from "../protocol";
import { boardWith, isEmpty, type Layout } from "../board/squares";

/** `15/7CATS4/...`: rows joined by "/", a number is a run of empty cells. */
export const parseBoard = (field: string): string =>
  field
    .split("/")
    .map((row) => row.replace(/\d+/g, (run) => ".".repeat(Number(run))))
    .join("");

/** `8H CATS`, `G6;K5 СО.;ТЕМ.`, `*I5;J8 К;.ОНИк`. */
export function parsePlay(layout: Layout, board: string, text: string): Play {
  const [places, tiles] = text.split(" ").map((part) => part.split(";"));
  if (!places || !tiles || places.length !== tiles.length) throw new Error(`unreadable play ${text}`);
  const play: Play = { laid: [], swapped: [] };
  let after = board;
  places.forEach((place, part) => {
    const letters = [...(tiles[part] ?? "")];
    const { square, step } = parsePlace(layout, place.replace("*", ""));
    if (place.startsWith("*")) return void play.swapped.push([square, letters[0] ?? ""]);
    const laid = letters
      .map((letter, index): Placed => [square + index * step, letter])
      .filter(([, letter]) => letter !== ".");
    for (const [at] of laid) if (!isEmpty(after[at])) throw new Error(`${text}: a tile lies there already`);
    play.laid.push(...laid);
    after = boardWith(after, laid);
  });
  return play;
}

function parsePlace(layout: Layout, place: string): { square: number; step: number } {
  const [, row, columnAfter, columnBefore, rowAfter] = /^(?:(\d+)([A-Z])|([A-Z])(\d+))$/.exec(place) ?? [];
  const column = (columnAfter ?? columnBefore ?? "A").charCodeAt(0) - 65;
  return { square: (Number(row ?? rowAfter) - 1) * layout.width + column, step: row ? 1 : layout.width };
}
