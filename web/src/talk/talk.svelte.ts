/** What is said at one table, as the server lets this visitor hear it, and what he says himself. */

import type { FromServer } from "../protocol";
import type { Channel, Message } from "../protocol.people";
import { ask, Refusal } from "../server";
import { randomKey } from "../table/pending";
import type { Table } from "../table/table.svelte";
import { say, sayNamed } from "../words/language.svelte";
import { momentText } from "../words/moments";
import { isBare, speakerName } from "./company";
import { loadMuted, saveMuted, type Muted } from "./muted";

/** Something that was said here and is not kept yet. */
export interface Outgoing {
  key: string;
  channel: Channel;
  to: number | null;
  text: string;
}

/** So long, and no longer. */
export const MOST_SIGNS = 400;
const FIRST = 1;
const AGAIN_MS = 2000;

const place = (table: string): string => `wordsmith.read.${table}`;

export class Talk {
  messages = $state.raw<readonly Message[]>([]);
  /** Not yet kept by the server; sent again when the line is back. */
  outgoing = $state.raw<readonly Outgoing[]>([]);
  /** What is being written; it outlives the paper. */
  draft = $state("");
  /** Why something could not be done, in words. */
  trouble = $state("");
  hasEarlier = $state(false);
  muted = $state.raw<readonly Muted[]>([]);
  /** Everything up to here has been looked at. */
  #read = $state(0);
  /** Called with what has just been said. */
  onsaid: (message: Message) => void = () => {};

  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
    this.#read = Number(localStorage.getItem(place(table.id))) || 0;
    this.muted = loadMuted(table.id);
    table.ears.add((message) => this.#hear(message));
  }

  /** How much was said that has not been looked at. Counted when asked: whoever made this may be gone before it is. */
  get unread(): number {
    return this.messages.filter((one) => one.n > this.#read && !one.mine && !one.hidden && !isBare(one)).length;
  }

  /** The line is there (again): say what is unsaid, and read what was missed. */
  async resume(): Promise<void> {
    for (const each of this.outgoing) this.#send(each);
    await this.load();
  }

  /** Read the last messages; `anew`: what was known may not be for this visitor any more. */
  async load({ anew = false } = {}): Promise<void> {
    const messages = await this.#history();
    if (!messages) return;
    if (anew) this.messages = [];
    this.#merge(messages);
    this.hasEarlier = (this.messages[0]?.n ?? FIRST) > FIRST;
  }

  async loadEarlier(): Promise<void> {
    const messages = await this.#history(this.messages[0]?.n);
    if (!messages) return;
    this.#merge(messages);
    this.hasEarlier = messages.length > 0 && (this.messages[0]?.n ?? FIRST) > FIRST;
  }

  say(channel: Channel, to: number | null): void {
    const text = this.draft.trim().slice(0, MOST_SIGNS);
    if (!text) return;
    const said: Outgoing = { key: randomKey(), channel, to: channel === "whisper" ? to : null, text };
    this.outgoing = [...this.outgoing, said];
    [this.draft, this.trouble] = ["", ""];
    this.#send(said);
  }

  /** Everything there is has been looked at. */
  markRead(): void {
    const last = this.messages.at(-1)?.n ?? 0;
    if (last <= this.#read) return;
    this.#read = last;
    localStorage.setItem(place(this.#table.id), String(last));
  }

  /** Hear no more of whoever said this; true when it is so. */
  async mute(message: Message): Promise<boolean> {
    const { n } = message;
    if (!(await this.#done("/api/mutes", { message: n }))) return false;
    this.#keepMuted([...this.muted.filter((each) => each.message !== n), { message: n, name: speakerName(message) }]);
    await this.load({ anew: true });
    return true;
  }

  async unmute(one: Muted): Promise<void> {
    if (!(await this.#done("/api/mutes", { message: one.message, remove: true }))) return;
    this.#keepMuted(this.muted.filter((each) => each !== one));
    await this.load({ anew: true });
  }

  /** Tell the moderators of a message; true when they have it. */
  report(message: Message): Promise<boolean> {
    return this.#done("/api/reports", { message: message.n, reason: "talk" });
  }

  async #done(path: string, wish: object): Promise<boolean> {
    this.trouble = "";
    try {
      await ask(path, { table: this.#table.id, ...wish });
      return true;
    } catch (error) {
      this.trouble = sayNamed(`error.${error instanceof Refusal ? error.code : ""}`, {}, say("error.unreachable"));
      return false;
    }
  }

  async #history(before?: number): Promise<Message[] | null> {
    const query = before === undefined ? "" : `?before=${before}`;
    try {
      return (await ask<{ messages: Message[] }>(`/api/tables/${this.#table.id}/talk${query}`)).messages;
    } catch {
      // Read again when the line is back.
      return null;
    }
  }

  #keepMuted(muted: readonly Muted[]): void {
    this.muted = muted;
    saveMuted(this.#table.id, muted);
  }

  #send(said: Outgoing): void {
    this.#table.send({ type: "say", table: this.#table.id, ...said });
  }

  #merge(messages: readonly Message[]): void {
    const known = new Map(this.messages.map((message) => [message.n, message]));
    for (const message of messages) known.set(message.n, message);
    this.messages = [...known.values()].sort((one, other) => one.n - other.n);
  }

  #hear(message: FromServer): void {
    if (message.type === "said") {
      const isNew = !this.messages.some(({ n }) => n === message.message.n);
      this.#merge([message.message]);
      if (message.key) this.#drop(message.key);
      if (isNew && !message.message.mine) this.onsaid(message.message);
    } else if (message.type === "error") {
      const { key, ...detail } = (message.detail ?? {}) as { key?: string; wait_s?: number; until?: string | null };
      const failed = this.outgoing.find((each) => each.key === key);
      if (!failed) return;
      if (message.code === "unavailable") return void setTimeout(() => this.#again(failed), AGAIN_MS);
      this.#drop(failed.key);
      // Nothing is lost that was written.
      if (message.code !== "key_reused" && !this.draft) this.draft = failed.text;
      this.trouble = refusalText(message.code, detail);
    }
  }

  #again(said: Outgoing): void {
    if (this.outgoing.includes(said)) this.#send(said);
  }

  #drop(key: string): void {
    this.outgoing = this.outgoing.filter((each) => each.key !== key);
  }
}

function refusalText(code: string, { wait_s, until }: { wait_s?: number; until?: string | null }): string {
  if (code === "muted")
    return until ? say("talk.muted_until", { until: momentText(until) }) : say("talk.muted_for_good");
  if (code === "too_fast" && wait_s) return say("talk.too_fast", { time: say("n.seconds", { n: Math.ceil(wait_s) }) });
  return sayNamed(`talk.error.${code}`, {}, sayNamed(`error.${code}`, {}, say("talk.error.forbidden")));
}

const talks = new WeakMap<Table, Talk>();

/** The talk of a table; one for all who show it. */
export function talkOf(table: Table): Talk {
  const known = talks.get(table);
  if (known) return known;
  const talk = new Talk(table);
  talks.set(table, talk);
  return talk;
}
