import { beforeEach, describe, expect, test, vi } from "vitest";
import source from "../../public/sw.js?raw";

type Heard = (event: { [name: string]: unknown }) => void;

/** The worker as a browser would run it, with the few things of a browser that it touches. */
function started(pages: { url: string; focus: () => string }[] = []) {
  const heard: { [kind: string]: Heard } = {};
  const shown: [string, { [name: string]: unknown }][] = [];
  const opened: string[] = [];
  const told: { path: string; body: unknown }[] = [];
  const subscribe = vi.fn(async () => subscription("https://push.example/new"));
  const run = new Function("addEventListener", "registration", "clients", "location", "fetch", source);
  run(
    (kind: string, hear: Heard) => (heard[kind] = hear),
    {
      showNotification: async (title: string, more: object) => void shown.push([title, { ...more }]),
      pushManager: { subscribe },
    },
    { matchAll: async () => pages, openWindow: async (address: string) => void opened.push(address) },
    new URL("https://site.example/sw.js"),
    async (path: string, request: { body: string }) => void told.push({ path, body: JSON.parse(request.body) }),
  );
  const tell = async (kind: string, event: object) => {
    let done: unknown;
    heard[kind]?.({ ...event, waitUntil: (work: unknown) => (done = work) });
    await done;
  };
  return { tell, shown, opened, told, subscribe };
}
const subscription = (endpoint: string) => ({
  endpoint,
  options: { userVisibleOnly: true },
  toJSON: () => ({ endpoint, keys: { p256dh: "a", auth: "b" } }),
});
const notice = { kind: "turn", title: "Ваш ход", body: "Словодел", url: "/t/abc", tag: "abc" };
const touched = () => ({ notification: { close: vi.fn(), data: { url: "/t/abc" } } });

test("what is pushed is shown as it was sent, a later one of a table in the place of the one before", async () => {
  const { tell, shown } = started();
  await tell("push", { data: { json: () => notice } });
  expect(shown).toEqual([
    ["Ваш ход", expect.objectContaining({ body: "Словодел", tag: "abc", data: { url: "/t/abc" } })],
  ]);
});

describe("a touch", () => {
  let focused: string[];
  beforeEach(() => (focused = []));
  const page = (url: string) => ({ url, focus: () => String(focused.push(url)) });

  test("goes to the page of the table that is open", async () => {
    const { tell, opened } = started([page("https://site.example/"), page("https://site.example/t/abc?zoom#field")]);
    const event = touched();
    await tell("notificationclick", event);
    expect(focused).toEqual(["https://site.example/t/abc?zoom#field"]);
    expect(opened).toEqual([]);
    expect(event.notification.close).toHaveBeenCalled();
  });
  test("opens the table where it is not", async () => {
    const { tell, opened } = started([page("https://site.example/t/abcd")]);
    await tell("notificationclick", touched());
    expect(focused).toEqual([]);
    expect(opened).toEqual(["https://site.example/t/abc"]);
  });
});

describe("another address from the push service", () => {
  const before = subscription("https://push.example/old");
  const news = [
    { path: "/api/me/notices", body: { endpoint: "https://push.example/new", keys: { p256dh: "a", auth: "b" } } },
    { path: "/api/me/notices", body: { endpoint: "https://push.example/old", remove: true } },
  ];
  test("is told to the site, and the old one taken back", async () => {
    const { tell, told, subscribe } = started();
    await tell("pushsubscriptionchange", {
      oldSubscription: before,
      newSubscription: subscription("https://push.example/new"),
    });
    expect(told).toEqual(news);
    expect(subscribe).not.toHaveBeenCalled();
  });
  test("is asked for where the browser gives none", async () => {
    const { tell, told, subscribe } = started();
    await tell("pushsubscriptionchange", { oldSubscription: before, newSubscription: null });
    expect(subscribe).toHaveBeenCalledWith(before.options);
    expect(told).toEqual(news);
  });
});
