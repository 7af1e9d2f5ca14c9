import { expect, test } from "vitest";
import { hrefOf, parseWhere, type Where } from "./router.svelte";

test.each<[string, Where]>([
  ["/", { page: "front" }],
  ["/new", { page: "new" }],
  ["/t/aB-3_x", { page: "table", table: "aB-3_x" }],
  ["/rules", { page: "rules", variant: null }],
  ["/rules/", { page: "rules", variant: null }],
  ["/rules/classic-ru", { page: "rules", variant: "classic-ru" }],
])("%s is a place", (path, where) => {
  expect(parseWhere(path)).toEqual(where);
  expect(parseWhere(hrefOf(where))).toEqual(where);
});

test.each(["/t", "/t/x/y", "/new/x", "/nowhere", "/rules/a/b"])("%s is nowhere", (path) => {
  expect(parseWhere(path)).toEqual({ page: "nowhere" });
});
