import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { isBegun } from "../board/sketch";
import type { Action, ToServer } from "../protocol";
import { type Asked, Desk } from "../table/desk.svelte";
import type { Connection } from "../table/connection.svelte";
import { Table } from "../table/table.svelte";
import { viewOf } from "../testing/views";
import { variantOf } from "../testing/variants";
import { speak } from "../words/language.svelte";
import Confirm from "./Confirm.svelte";

beforeAll(() => speak("en"));
beforeEach(() => localStorage.clear());
afterEach(() => document.body.replaceChildren());

/** Ask for `kind` with a tile on the board, and say yes: what was sent, and whether the tile still lies there. */
function confirmed(kind: Asked): { sent: (Action | undefined)[]; lies: boolean } {
  const sent: ToServer[] = [];
  const table = new Table("here", { send: (message: ToServer) => sent.push(message) > 0 } as unknown as Connection);
  table.receive({ type: "state", table: "here", version: 3, view: viewOf(), turns: [], from: 0 });
  const desk = new Desk(table, variantOf("friends"));
  desk.lay(desk.sketch.hand[0]?.id ?? -1, 112);
  const paper = mount(Confirm, { target: document.body, props: { desk, kind, onclose: () => {} } });
  flushSync();
  document.querySelector<HTMLButtonElement>(".choice .main")?.click();
  void unmount(paper);
  return {
    sent: sent.map((message) => (message.type === "act" ? message.action : undefined)).filter(Boolean),
    lies: isBegun(desk.sketch),
  };
}

test.each<Asked>(["cancel", "agree"])("an offer to %s leaves what is laid where it lies", (kind) =>
  expect(confirmed(kind)).toMatchObject({ sent: [{ type: kind }], lies: true }),
);
test.each<Asked>(["pass", "resign"])("whoever says %s lays nothing", (kind) =>
  expect(confirmed(kind)).toMatchObject({ sent: [{ type: kind }], lies: false }),
);
