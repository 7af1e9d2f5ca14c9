import { expect, test } from "vitest";
import { hrefOf, parseWhere, type Page } from "./router.svelte";

test.each<[string, Page, string]>([
  ["/", "front", ""],
  ["/new", "new", ""],
  ["/lobby", "lobby", ""],
  ["/me", "me", ""],
  ["/t/aB-3_x", "table", "aB-3_x"],
  ["/i/aB-3_x", "invitation", "aB-3_x"],
  ["/p/anna", "player", "anna"],
  ["/words/g1", "words", "g1"],
  ["/rules", "rules", ""],
  ["/rules/", "rules", ""],
  ["/rules/classic-ru", "rules", "classic-ru"],
])("%s is a place", (path, page, id) => {
  expect(parseWhere(path)).toEqual({ page, id });
  expect(parseWhere(hrefOf(page, id))).toEqual({ page, id });
});

test.each(["/t", "/i/", "/t/x/y", "/new/x", "/nowhere", "/rules/a/b", "/me/too"])("%s is nowhere", (path) => {
  expect(parseWhere(path)).toEqual({ page: "nowhere", id: "" });
});
