/** What lies before one player: the turn being laid, the cursor, the paper that is open. The table behind it is the server's. */

import { Draft } from "../board/draft.svelte";
import { boardAfter, coveredBy, lastLaid } from "../board/lookback";
import { scorePlay, type Counting } from "../board/scoring";
import * as sketching from "../board/sketch";
import { isWild } from "../board/squares";
import { boardTiles, type BoardTile } from "../board/tiles";
import type { Action, Variant, View } from "../protocol";
import { say } from "../words/language.svelte";
import { spokenNews, spokenTurn } from "../words/sentences";
import { turnsHinted } from "./hinted";
import type { Table } from "./table.svelte";
import { remember, turnReasons, turnWords, type Known, type TurnWord } from "../board/verdicts";

/** The one sheet of paper that may lie open beside the board. */
export type Paper =
  | { kind: "star"; id: number; square: number }
  | { kind: "words"; words: string[] }
  | { kind: "exchange" | "unseen" | "menu" | "seal" | "talk" | "report" | Asked };

/** What is asked once more before it is done. */
export type Asked = "play" | "pass" | "resign" | "agree" | "cancel";

/** A short wait, so that a quick hand asks once. */
const ASK_AFTER_MS = 60;
/** How long the eye is told what could not be done. */
const NOTICE_MS = 3500;
const HINT_MS = 20_000;

export class Desk {
  readonly table: Table;
  readonly variant: Variant;
  readonly draft = new Draft();

  cursor = $state(0);
  across = $state(true);
  /** Is the typing cursor on the board? */
  typing = $state(false);
  /** The tile of the hand that was tapped. */
  picked = $state<number | null>(null);
  /** The square under a dragged tile. */
  over = $state<number | null>(null);
  zoomed = $state(false);
  paper = $state.raw<Paper | null>(null);
  /** The turn looked back at; null is now. */
  looked = $state<number | null>(null);
  spoken = $state("");
  /** What could not be done just now, for the eye; gone at the next thing that can. */
  notice = $state("");

  view = $derived.by(() => this.table.view as View);
  /** The seat that is played here now; an adviser is shown a hand and plays none. */
  seat = $derived.by(() => (this.view.watcher ? null : this.view.viewer));
  isOver = $derived.by(() => this.view.ended !== null || this.view.cancelled);
  /** Has the player left a game that goes on, or run out of time? */
  isOut = $derived.by(() => !this.isOver && this.seat !== null && this.view.seats[this.seat]?.resigned === true);
  /** Is anybody else a person, or does a clock run? Then there is more beside the board than the game. */
  hasCompany = $derived.by(
    () => this.view.clock !== null || this.view.seats.some(({ kind, mine }) => kind === "human" && !mine),
  );
  sketch = $derived.by(() => this.draft.sketch);
  counting = $derived.by((): Counting => ({ layout: this.variant, values: this.#values, rules: this.view.rules }));
  isMyTurn = $derived.by(
    () => this.seat === this.view.on_turn && !this.isOver && ["playing", "challengeable"].includes(this.view.phase),
  );
  mayLay = $derived.by(() => this.looked === null && this.view.rack !== null && !this.view.watcher && !this.isOver && !this.isOut);
  maySwap = $derived.by(() => this.view.rules.wild_swap !== "no");
  /** The turn that is being played; of an ended game the last that was. */
  lastTurn = $derived.by(() => (this.isOver ? this.table.turns.length : this.view.turn));
  isSending = $derived.by(() => this.table.move === "sending");
  score = $derived.by(() =>
    scorePlay(this.counting, this.view.board, sketching.playOf(this.sketch), this.view.rack?.length ?? 0),
  );
  tried = $derived.by(() => (this.table.tried?.id === this.#asked && this.#asked > 0 ? this.table.tried : null));
  /** A turn stands until it is challenged: nobody is told before whether its words count. */
  onTrust = $derived.by(() => this.view.rules.check?.startsWith("challenge") ?? false);
  words = $derived.by(() => turnWords(this.score, this.tried, this.table.refusal, this.#known, this.onTrust));
  reasons = $derived.by(() =>
    turnReasons(this.table.refusal.length > 0 ? this.table.refusal : (this.tried?.reasons ?? []), this.words),
  );
  /** What the turn earns, without the words that cannot stand. */
  total = $derived.by(() =>
    this.words.reduce((sum, word) => sum + (this.mayStand(word) ? word.points : 0), this.score.bonus),
  );
  owed = $derived.by(() => sketching.starsOwed(this.sketch));
  /** Nothing is known to be wrong. */
  isSound = $derived.by(
    () => this.owed === 0 && this.reasons.length === 0 && this.words.every((word) => this.mayStand(word)),
  );
  canCommit = $derived.by(
    () => this.isMyTurn && this.mayLay && !this.isSending && sketching.isBegun(this.sketch) && this.isSound,
  );
  /** My last turn, if it was voted down or challenged off: said until the tiles are changed. */
  withdrawn = $derived.by(() => {
    const mine = this.table.turns.filter(({ seat }) => seat === this.seat).at(-1);
    return mine?.kind === "withdrawn" && mine.n !== this.#heeded ? mine : null;
  });
  hint = $derived.by(() => (this.table.hinted?.id === this.#hintAsked ? this.table.hinted : null));
  isHintAwaited = $derived.by(() => this.#hintAsked !== 0 && this.hint === null);
  hintTurns = $derived.by(() => turnsHinted(this.hint));
  /** The one of them that lies on the board. */
  hintTurn = $derived.by(() => this.hintTurns[this.hintPicked] ?? null);
  hintPicked = $state(0);
  tiles = $derived.by((): (BoardTile | null)[] => (this.#tiles = boardTiles(this.#shown(), this.#tiles)));

  #values: ReadonlyMap<string, number>;
  #known: Known = new Map();
  #asked = $state(0);
  #hintAsked = $state(0);
  #heeded = $state(0);
  #tiles: (BoardTile | null)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: Table, variant: Variant) {
    this.table = table;
    this.variant = variant;
    this.#values = new Map(variant.tiles.map(([letter, , value]) => [letter, value]));
    this.cursor = Math.floor(variant.height / 2) * variant.width + Math.floor(variant.width / 2);
    table.onview = (view, before) => this.#follow(view, before);
    table.ontried = (tried) => {
      remember(this.#known, tried);
      if (tried.id === this.#asked) this.announce(spokenTurn(this));
    };
    table.onrefused = () => this.announce(spokenTurn(this));
    if (table.view) this.#follow(table.view, null);
  }

  /** Where the table votes, or the next seat may doubt, a word outside the list can be played all the same. */
  mayStand({ verdict, reason }: TurnWord): boolean {
    return verdict !== "no" || (this.view.rules.check !== "refuse" && reason?.code === "not_a_word");
  }

  announce(text: string): void {
    // The same words twice are news twice: a reader only hears what changes.
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
  }

  /** Say that something cannot be done, to the ear and to the eye. */
  notify(text: string): void {
    this.announce(text);
    this.notice = text;
    setTimeout(() => (this.notice = this.notice === text ? "" : this.notice), NOTICE_MS);
  }

  /** Change the turn being laid; null is a change that cannot be. */
  change(next: sketching.Sketch | null): boolean {
    if (!this.mayLay || !this.draft.change(next)) return false;
    this.picked = null;
    this.notice = "";
    this.#hintAsked = 0;
    this.#heeded = this.withdrawn?.n ?? this.#heeded;
    // Who lays a tile wants to see what it makes; what is in the bag may stay open beside it.
    if (this.paper?.kind === "words") this.paper = null;
    this.table.forgetRefusal();
    this.#askSoon();
    return true;
  }

  /** Lay the tile `id` of the hand on a square: on a star of the board it takes the star; a star of the hand asks for its letter. */
  lay(id: number, square: number, letter?: string): boolean {
    const { board } = this.view;
    const there = board[square] ?? ".";
    if (there !== "." && this.maySwap && isWild(there))
      return this.change(sketching.withSwapped(this.sketch, id, square, board));
    const isFree = there === "." && !sketching.laidAt(this.sketch, square);
    if (isFree && !letter && sketching.face(this.sketch, id)?.letter === sketching.STAR) {
      this.paper = { kind: "star", id, square };
      return true;
    }
    return this.change(sketching.withLaid(this.sketch, id, square, board, letter));
  }

  recall(): void {
    if (sketching.isBegun(this.sketch)) this.change(sketching.cleared(this.sketch));
    this.picked = null;
  }

  commit(): void {
    if (this.seat === null || !this.canCommit) return this.sayWhyNot();
    clearTimeout(this.#timer);
    this.table.act(this.seat, { type: "play", ...sketching.playOf(this.sketch) });
  }

  /** Ask for anything else than a play. */
  act(action: Action): void {
    if (this.seat === null || this.isSending) return;
    this.paper = null;
    this.table.act(this.seat, action);
  }

  /** Spend the one turn of the tile bag: the paper stays open for what is in it. */
  openBag(): void {
    if (this.seat !== null && !this.isSending) this.table.act(this.seat, { type: "open_bag" });
  }

  /** Say why the turn cannot be played now; what is wrong with a turn stands in its paper already. */
  sayWhyNot(): void {
    if (this.isSending) this.announce(say("move.sending"));
    else if (!this.isMyTurn) this.notify(say("turn.not_yours"));
    else if (sketching.isBegun(this.sketch)) this.announce(spokenTurn(this));
    else this.notify(say("turn.nothing_laid"));
  }

  askHint(): void {
    if (this.seat === null) return;
    this.recall();
    this.paper = null;
    // The whole board is looked at: the word may lie anywhere.
    this.zoomed = false;
    this.hintPicked = 0;
    const asked = this.table.askHint(this.seat);
    this.#hintAsked = asked;
    this.announce(say("hint.thinking"));
    // An answer can be lost with the line: then it may be asked for again.
    setTimeout(() => {
      if (this.isHintAwaited && this.#hintAsked === asked) this.#hintAsked = 0;
    }, HINT_MS);
  }

  lookAt(n: number | null): void {
    this.looked = n === null || n >= (this.table.turns.at(-1)?.n ?? 0) + 1 ? null : Math.max(0, n);
    // The whole board is looked at, or else the turn may lie outside the window.
    this.zoomed = false;
    this.paper = null;
  }

  open(paper: Paper | null): void {
    this.paper = paper;
  }

  /** Another tab has laid something. */
  reread(key: string | null): void {
    this.draft.reread(key, this.table.view);
    this.#askSoon();
  }

  #shown() {
    const looked = this.looked;
    const { turns } = this.table;
    const board = looked === null ? this.view.board : boardAfter(this.view.start, turns, looked);
    const last = coveredBy(looked === null ? lastLaid(turns) : turns.find((turn) => turn.n === looked));
    const ghosts = looked !== null ? null : (this.view.proposal?.play ?? this.hintTurn?.play ?? null);
    return { board, last, ghosts, sketch: this.mayLay ? this.sketch : sketching.EMPTY, counting: this.counting };
  }

  #follow(view: View, before: View | null): void {
    this.draft.follow(view, this.table.version);
    if (this.isOver) this.draft.forget();
    if (before && (before.turn !== view.turn || before.phase !== view.phase || before.cancelled !== view.cancelled)) {
      [this.looked, this.picked, this.zoomed, this.#hintAsked] = [null, null, false, 0];
      // Who is writing goes on, unless there is something to decide or to see.
      if (this.paper?.kind !== "talk" || view.phase === "voting" || this.isOver) this.paper = null;
      this.announce(spokenNews(view, this.table.turns));
    }
    this.#askSoon();
  }

  #askSoon(): void {
    clearTimeout(this.#timer);
    this.#asked = 0;
    this.#timer = setTimeout(() => {
      if (this.seat !== null && sketching.isBegun(this.sketch))
        this.#asked = this.table.tryPlay(this.seat, sketching.playOf(this.sketch));
    }, ASK_AFTER_MS);
  }
}
