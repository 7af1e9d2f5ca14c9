import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { speak } from "../words/language.svelte";
import { reasonText, Report } from "./report.svelte";

beforeAll(() => speak("en"));
let sent: unknown[];
let answer: () => Response;
beforeEach(() => {
  [sent, answer] = [[], () => new Response("{}")];
  vi.stubGlobal("fetch", async (_: string, request: RequestInit) => {
    sent.push(JSON.parse(request.body as string));
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a report says whom, why, and what was added", async () => {
  const report = new Report("here", 1);
  [report.reason, report.more] = ["stalling", " ten minutes a turn "];
  await report.send();
  expect(sent).toEqual([{ table: "here", seat: 1, reason: "stalling: ten minutes a turn" }]);
  expect(report.isSent).toBe(true);
});

test("a report that could not be sent says so, and stays as it is", async () => {
  answer = () => new Response('{"error": "too_fast"}', { status: 429 });
  const report = new Report("here", 1);
  await report.send();
  expect(report.isSent).toBe(false);
  expect(report.trouble).not.toBe("");
});

test("a moderator reads the kind in his language, and the words as they are", () => {
  expect(reasonText("name")).toBe("An offensive name.");
  expect(reasonText("stalling: he sleeps")).toBe("Plays slowly on purpose. he sleeps");
  expect(reasonText("he sleeps: always")).toBe("he sleeps: always");
  expect(reasonText("tomorrow: a kind we do not know")).toBe("tomorrow: a kind we do not know");
});
