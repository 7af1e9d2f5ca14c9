/** How we play, before the tiles are dealt: a game, its seats, and what is different from the box. */

import type { Catalogue, Rules, Variant } from "../protocol";
import type { NewSeat, NewTable } from "../protocol.gathering";
import { overridesOf } from "../rules/parameters";

/** A seat being filled; its key stays while others come and go. */
export interface SeatPlan {
  key: number;
  /** A level of bot, or a person. */
  who: string;
  name: string;
}

export const PERSON = "human";
const MOST_SEATS = 4;
const LEAST_SEATS = 2;

export class Agreement {
  readonly catalogue: Catalogue;
  variant = $state.raw<Variant>() as Variant;
  rules = $state.raw<Rules>({});
  seats = $state.raw<readonly SeatPlan[]>([]);
  overrides = $derived.by(() => overridesOf(this.rules, this.variant));
  mayAdd = $derived.by(() => this.seats.length < MOST_SEATS);
  mayRemove = $derived.by(() => this.seats.length > LEAST_SEATS);
  hasPerson = $derived.by(() => this.seats.some(({ who }) => who === PERSON));

  #keys = 0;

  constructor(catalogue: Catalogue, variant: Variant, names: readonly string[], opponents: "bot" | "sofa") {
    this.catalogue = catalogue;
    this.choose(variant);
    const second = opponents === "sofa" ? PERSON : (catalogue.levels[0] ?? PERSON);
    this.seats = [PERSON, second].map((who, place) => ({ key: this.#keys++, who, name: names[place] ?? "" }));
  }

  /** Another game: its own rules; what was changed belonged to the other box. */
  choose(variant: Variant): void {
    this.variant = variant;
    this.rules = { ...variant.defaults };
    this.#fitSeats();
  }

  set(name: string, value: string): void {
    this.rules = { ...this.rules, [name]: value };
  }

  /** As in the box again. */
  takeBack(name: string): void {
    this.set(name, this.variant.defaults[name] ?? "");
  }

  addSeat(): void {
    if (!this.mayAdd) return;
    const hasBot = this.seats.some(({ who }) => who !== PERSON);
    this.seats = [
      ...this.seats,
      { key: this.#keys++, who: hasBot ? (this.catalogue.levels[0] ?? PERSON) : PERSON, name: "" },
    ];
    this.#fitSeats();
  }

  removeSeat(key: number): void {
    if (!this.mayRemove) return;
    this.seats = this.seats.filter((seat) => seat.key !== key);
    this.#fitSeats();
  }

  changeSeat(key: number, change: Partial<SeatPlan>): void {
    this.seats = this.seats.map((seat) => (seat.key === key ? { ...seat, ...change } : seat));
  }

  /** What the server is asked for. Several people without a name are told apart by `nameless`; one alone is simply "you". */
  order(nameless: (place: number) => string): NewTable {
    const isAlone = this.seats.filter(({ who }) => who === PERSON).length === 1;
    const seats = this.seats.map((seat, place): NewSeat =>
      seat.who === PERSON
        ? { kind: "human", name: seat.name.trim() || (isAlone ? "" : nameless(place + 1)) }
        : { kind: "bot", level: seat.who },
    );
    return { variant: this.variant.id, overrides: this.overrides, seats };
  }

  /** More seats than the box is made for is a house rule, and shows as one. */
  #fitSeats(): void {
    const [least, most] = this.variant.seats;
    const fits = this.seats.length >= least && this.seats.length <= most;
    this.set(
      "seats",
      fits || this.seats.length === 0 ? (this.variant.defaults.seats ?? "") : `${LEAST_SEATS}-${MOST_SEATS}`,
    );
  }
}
