import { afterEach, describe, expect, test, vi } from "vitest";
import golden from "../../../tests/golden/sealed_bags.json";
import { variantOf } from "../testing/variants";
import { checkSeal, drawnIn, SealedBag, sealHash, type SealedRecord, type SealOf } from "./sealed";
import { sha256 } from "./sha256";

interface Case {
  game: string;
  what: string;
  seal: SealOf;
  flaw: string | null;
  event: number | null;
}
const games = golden.games as { [name: string]: SealedRecord };
const cases = golden.cases as Case[];
const SALT = "0123456789abcdef".repeat(4);

afterEach(() => vi.unstubAllGlobals());

describe("the golden bags, shared with the server", () => {
  test("there are many of them", () => expect(cases.length).toBeGreaterThan(20));

  test.each(cases.map((each) => [`${each.game}: ${each.what}`, each] as const))("%s", async (_, each) => {
    const record = games[each.game] as SealedRecord;
    const flaw = await checkSeal(record, each.seal, variantOf(record.variant));
    const expected = each.flaw === "draw" ? { code: "draw", event: each.event } : each.flaw && { code: each.flaw };
    expect(flaw).toEqual(expected);
  });
});

test("the hash is what sha256sum says of the text", async () => {
  // printf %s wordsmith:1:SALT:КОТ?Ё | sha256sum
  const said = "9dbb4b2b4e0093c3d935c1e103de3666df1559964cf26e0e74638be7da7392ec";
  expect(await sealHash({ salt: SALT, order: "КОТ?Ё" })).toBe(said);
});

test("tiles that come back go where the salt says, by the alphabet", async () => {
  const bag = new SealedBag({ salt: SALT, order: "КОТЁ" }, variantOf("classic-ru").alphabet);
  await bag.follow({ event: "exchanged", tiles: "ВАБ" });
  expect(bag.line).toBe("КВБОАТЁ");
});

test("a page of the home network counts the same without the browser's help", async () => {
  const text = "wordsmith:1:соль:КОТ?Ё";
  const byBrowser = await sha256(text);
  vi.stubGlobal("crypto", {});
  expect(await sha256(text)).toBe(byBrowser);
});

test("a tile drawn out of turn is found where it was drawn", async () => {
  const [name = "", record] = Object.entries(games)[0] as [string, SealedRecord];
  const seal = cases.find(({ game, flaw }) => game === name && flaw === null)?.seal as SealOf;
  const box = variantOf(record.variant);
  for (const [index, event] of record.events.entries()) {
    if (event.event !== "drew") continue;
    const other = [...box.alphabet].find((letter) => !event.tiles?.includes(letter)) as string;
    const spoilt = { ...event, tiles: other + (event.tiles ?? "").slice(1) };
    const events = record.events.map((each, at) => (at === index ? spoilt : each));
    expect(await checkSeal({ ...record, events }, seal, box)).toEqual({ code: "draw", event: index + 1 });
  }
});

test("more tiles than there are cannot have been drawn", async () => {
  const bag = new SealedBag({ salt: SALT, order: "КОТ" }, "КОТ");
  expect(await bag.follow({ event: "drew", tiles: "КОТК" })).toBe(false);
});

test("what was drawn is counted over all draws", () => {
  const events = [{ event: "drew", tiles: "КОТ?" }, { event: "played" }, { event: "drew", tiles: "Я" }];
  expect(drawnIn({ events })).toBe(5);
});
