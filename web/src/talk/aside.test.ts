import { expect, test } from "vitest";
import { shareAsides } from "./aside";

test("who is put away at a table is known to the other pages of that table alone", async () => {
  const heardElsewhere: number[] = [];
  const elsewhere = shareAsides("another table", (watcher) => heardElsewhere.push(watcher));
  const first = shareAsides("here", () => {});
  const heard = new Promise<number>((told) => {
    const second = shareAsides("here", (watcher) => {
      second.stop();
      told(watcher);
    });
  });
  first.tell(7);
  expect(await heard).toBe(7);
  expect(heardElsewhere).toEqual([]);
  for (const each of [first, elsewhere]) each.stop();
});
