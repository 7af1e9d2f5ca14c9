/** The paces there are to choose from: a kind, and sane measures of it. The first that is named of a kind is where it begins. */

import type { Pace } from "../protocol.gathering";

export type PaceKind = Pace["kind"];

export const PACE_KINDS: readonly PaceKind[] = ["none", "bank", "turn", "days"];

export const BANKS_S = [300, 600, 900, 1200, 1800, 2700, 3600, 5400, 7200];
export const INCREMENTS_S = [0, 5, 10, 15, 20, 30, 60];
export const TURNS_S = [30, 45, 60, 90, 120, 180, 300, 600];
export const DAYS = [1, 2, 3, 5, 7, 14];

const FIRST: { [kind in PaceKind]: Pace } = {
  none: { kind: "none" },
  bank: { kind: "bank", bank_s: 1200, increment_s: 10 },
  turn: { kind: "turn", turn_s: 120 },
  days: { kind: "days", days: 3 },
};

export const firstOf = (kind: PaceKind): Pace => FIRST[kind];
