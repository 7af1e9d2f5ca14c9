/** The game that lies ready on the front page: against the easy bot, in the visitor's language, dealt before anybody asked. */

import type { Variant } from "../protocol";
import { refusalText } from "../refusals";
import { loadCatalogue } from "../server";
import { makeFront } from "../server.tables";
import type { Connection } from "../table/connection.svelte";
import { Desk } from "../table/desk.svelte";
import { Table } from "../table/table.svelte";
import type { Language } from "../words/language.svelte";
import { VARIANT } from "./variant";

export class FrontGame {
  variant = $state.raw<Variant | null>(null);
  desk = $state.raw<Desk | null>(null);
  /** Why there is no game. */
  trouble = $state("");

  #connection: Connection;
  #leave: () => void = () => {};
  #wanted = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lay the game of a language ready; the answer clears it away. */
  open(language: Language): () => void {
    void this.#open(VARIANT[language]);
    return () => {
      this.#wanted++;
      this.#leave();
      this.desk = null;
    };
  }

  /** Another game has been dealt. */
  sitAt(id: string): void {
    if (this.variant) this.#sit(id, this.variant);
  }

  async #open(id: string): Promise<void> {
    const wanted = ++this.#wanted;
    try {
      const { variants } = await loadCatalogue();
      const variant = variants.find((each) => each.id === id) ?? null;
      if (wanted !== this.#wanted || !variant) return;
      this.variant = variant;
      const table = await makeFront(id);
      if (wanted === this.#wanted) this.#sit(table, variant);
    } catch (error) {
      if (wanted === this.#wanted) this.trouble = refusalText(error);
    }
  }

  #sit(id: string, variant: Variant): void {
    this.#leave();
    const table = new Table(id, this.#connection);
    table.onview = () => {
      this.desk = new Desk(table, variant);
    };
    this.#leave = table.sit();
  }
}
