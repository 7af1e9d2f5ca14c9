/** What is said of a bag after it was checked: one line each, right or wrong. */

import type { Variant } from "../protocol";
import { ask, Refusal } from "../server";
import { say } from "../words/language.svelte";
import { checkSeal, drawnIn, type Flaw, type SealedRecord } from "./sealed";

export interface Finding {
  ok: boolean;
  text: string;
}

export interface Shown {
  table: string;
  variant: Variant;
  /** The hash as the table shows it now. */
  hash: string;
  /** The hash as this page saw it first, while the game went on. */
  remembered: string | null;
}

/** Read the record and follow every draw; a Refusal where it cannot be had. */
export async function checkBag(shown: Shown): Promise<Finding[]> {
  const record = await ask<SealedRecord>(`/api/tables/${encodeURIComponent(shown.table)}/game.json`);
  const { seal } = record;
  if (!seal) throw new Refusal("not_sealed");
  if (seal.hash !== shown.hash) return [{ ok: false, text: say("seal.other_hash") }];
  const flaw = await checkSeal(record, seal, shown.variant);
  return flaw ? [flawed(flaw), ...memory(shown)] : [...sound(record), ...memory(shown)];
}

function flawed(flaw: Flaw): Finding {
  return {
    ok: false,
    text: flaw.code === "draw" ? say("seal.flaw.draw", { event: flaw.event }) : say(`seal.flaw.${flaw.code}`),
  };
}

const sound = (record: SealedRecord): Finding[] => [
  { ok: true, text: say("seal.same_order") },
  { ok: true, text: say("seal.all_drawn", { n: drawnIn(record) }) },
];

function memory({ hash, remembered }: Shown): Finding[] {
  if (remembered === null) return [];
  return [
    remembered === hash ? { ok: true, text: say("seal.remembered") } : { ok: false, text: say("seal.not_remembered") },
  ];
}
