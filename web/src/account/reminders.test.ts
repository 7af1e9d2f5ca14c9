import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "../server";
import { howReminding, remindHere, remindHereNoMore } from "./reminders";

/** A browser with a push service, or one that lacks some of it. */
let permission: NotificationPermission;
let made: { endpoint: string; unsubscribe: () => Promise<boolean>; toJSON: () => object } | null;
let subscribes: () => Promise<void>;
let sent: { path: string; body: unknown }[];
let refusal: object | null;
const push = {
  getSubscription: async () => made,
  subscribe: async (options: { applicationServerKey: Uint8Array }) => {
    await subscribes();
    expect([...options.applicationServerKey]).toEqual([1, 2, 3]);
    made = {
      endpoint: "https://push.example/1",
      unsubscribe: async () => ((made = null), true),
      toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "a", auth: "b" } }),
    };
    return made;
  },
};
beforeEach(() => {
  [permission, made, sent, refusal, subscribes] = ["default", null, [], null, async () => {}];
  const registration = { pushManager: push };
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", {
    get permission() {
      return permission;
    },
    requestPermission: async () => (permission = permission === "default" ? "granted" : permission),
  });
  vi.stubGlobal("navigator", {
    serviceWorker: {
      getRegistration: async () => registration,
      register: async () => registration,
      ready: Promise.resolve(registration),
    },
  });
  vi.stubGlobal("fetch", async (path: string, request: RequestInit) => {
    if (path === "/api/notices/key") return new Response('{"key": "AQID"}');
    sent.push({ path, body: JSON.parse(request.body as string) });
    return new Response(JSON.stringify(refusal ?? {}), { status: refusal ? 422 : 200 });
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a browser that cannot says so, and one whose visitor has refused", async () => {
  permission = "denied";
  expect(await howReminding()).toBe("refused");
  vi.stubGlobal("isSecureContext", false);
  expect(await howReminding()).toBe("never");
});

test("after a touch the visitor is asked, and the site knows where to remind him", async () => {
  expect(await howReminding()).toBe("off");
  expect(await remindHere()).toBe("on");
  expect(sent).toEqual([
    { path: "/api/me/notices", body: { endpoint: "https://push.example/1", keys: { p256dh: "a", auth: "b" } } },
  ]);
  expect(await howReminding()).toBe("on");
});

test("who says no to the browser is not subscribed", async () => {
  permission = "denied";
  expect(await remindHere()).toBe("refused");
  expect(sent).toEqual([]);
});

test("without a push service it is said", async () => {
  subscribes = async () => Promise.reject(new DOMException("no", "AbortError"));
  await expect(remindHere()).rejects.toEqual(new Refusal("no_push"));
});

test("where the site does not take it nothing is left behind", async () => {
  refusal = { error: "bad_subscription" };
  await expect(remindHere()).rejects.toEqual(new Refusal("bad_subscription"));
  expect(made).toBeNull();
});

test("no more reminders: the site is told, and the browser", async () => {
  await remindHere();
  expect(await remindHereNoMore()).toBe("off");
  expect(sent.at(-1)?.body).toEqual({ endpoint: "https://push.example/1", remove: true });
  expect(made).toBeNull();
});
