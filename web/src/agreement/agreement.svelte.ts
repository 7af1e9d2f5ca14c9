/** How we play, before the tiles are dealt: a game, its seats, the time, and what is different from the box. */

import type { Catalogue, Rules, Variant } from "../protocol";
import type { NewSeat, NewTable, Pace } from "../protocol.gathering";
import { overridesOf } from "../rules/parameters";

/** A seat being filled; its key stays while others come and go. */
export interface SeatPlan {
  key: number;
  /** A level of bot, a person of this device, or a friend who comes by the link. */
  who: string;
  name: string;
}

export const PERSON = "human";
export const FRIEND = "open";
/** The bot one meets first: a child is glad of it, and so is whoever is new. */
const FIRST_LEVEL = "easy";
const MOST_SEATS = 4;
const LEAST_SEATS = 2;

export type Opponents = "bot" | "sofa" | "friends";

export class Agreement {
  readonly catalogue: Catalogue;
  variant = $state.raw<Variant>() as Variant;
  rules = $state.raw<Rules>({});
  seats = $state.raw<readonly SeatPlan[]>([]);
  pace = $state.raw<Pace>({ kind: "none" });
  /** Shown in the lobby, where anybody may sit down. */
  listed = $state(false);
  talk = $state(true);
  watching = $state(true);
  advisers = $state(false);
  rated = $state(false);
  /** Of an earlier table: the words it has let in count here. */
  group = $state<string | null>(null);
  overrides = $derived.by(() => overridesOf(this.rules, this.variant));
  /** What each level scores at a table of so many, where that was measured. */
  averages = $derived.by(() => this.catalogue.averages[this.variant.id]?.[this.seats.length] ?? {});
  mayAdd = $derived.by(() => this.seats.length < MOST_SEATS);
  mayRemove = $derived.by(() => this.seats.length > LEAST_SEATS);
  people = $derived.by(() => this.seats.filter(({ who }) => who === PERSON));
  hasFriends = $derived.by(() => this.seats.some(({ who }) => who === FRIEND));
  /** Rated is a game of people with a clock, one at each page, without anybody's advice. */
  mayBeRated = $derived.by(
    () =>
      this.hasFriends &&
      this.pace.kind !== "none" &&
      !this.advisers &&
      this.people.length === 1 &&
      this.seats.every(({ who }) => who === PERSON || who === FRIEND),
  );

  #keys = 0;

  constructor(catalogue: Catalogue, variant: Variant, names: readonly string[], opponents: Opponents) {
    this.catalogue = catalogue;
    this.choose(variant);
    const second = { sofa: PERSON, friends: FRIEND, bot: this.#firstLevel() }[opponents];
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

  /** One more of the kind there is. */
  addSeat(): void {
    if (!this.mayAdd) return;
    const hasBot = this.seats.some(({ who }) => who !== PERSON && who !== FRIEND);
    const who = this.hasFriends ? FRIEND : hasBot ? this.#firstLevel() : PERSON;
    this.seats = [...this.seats, { key: this.#keys++, who, name: "" }];
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
    const isAlone = this.people.length === 1;
    const seats = this.seats.map((seat, place): NewSeat => {
      if (seat.who === FRIEND) return { kind: "open" };
      if (seat.who !== PERSON) return { kind: "bot", level: seat.who };
      return { kind: "human", name: seat.name.trim() || (isAlone ? "" : nameless(place + 1)) };
    });
    const wanted: NewTable = { variant: this.variant.id, overrides: this.overrides, seats };
    if (this.pace.kind !== "none") wanted.pace = this.pace;
    if (this.group !== null) wanted.group = this.group;
    return this.hasFriends ? { ...wanted, ...this.#amongOthers() } : wanted;
  }

  #firstLevel(): string {
    const { levels } = this.catalogue;
    return levels.includes(FIRST_LEVEL) ? FIRST_LEVEL : (levels[0] ?? PERSON);
  }

  /** What only matters where somebody else comes. */
  #amongOthers(): Partial<NewTable> {
    const { listed, talk, watching, advisers } = this;
    const name = this.people[0]?.name.trim() ?? "";
    return { name, listed, talk, watching, advisers, rated: this.rated && this.mayBeRated };
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
