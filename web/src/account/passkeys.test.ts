import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Refusal } from "../server";
import { base64urlOf, bytesOf, creationOf, makePasskey, requestOf, usePasskey } from "./passkeys";

const bytes = (...values: number[]): ArrayBuffer => Uint8Array.from(values).buffer;

describe("bytes as text", () => {
  test.each([[[]], [[0]], [[255, 254]], [[251, 255, 191, 62, 63]]])("%j read back", (values: number[]) => {
    const text = base64urlOf(bytes(...values));
    expect(text).toMatch(/^[\w-]*$/);
    expect([...bytesOf(text)]).toEqual(values);
  });
  test("with padding, as some write it", () => expect([...bytesOf("_w==")]).toEqual([255]));
});

test("what the server asks for becomes bytes for the browser, and nothing else is changed", () => {
  const made = creationOf({
    challenge: "AQI",
    rp: { name: "Wordsmith", id: "localhost" },
    user: { id: "Aw", name: "ann", displayName: "ann" },
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    excludeCredentials: [{ id: "BA", type: "public-key" }],
  });
  expect([...(made.challenge as Uint8Array)]).toEqual([1, 2]);
  expect([...(made.user.id as Uint8Array)]).toEqual([3]);
  expect([...(made.excludeCredentials?.[0]?.id as Uint8Array)]).toEqual([4]);
  expect(made.pubKeyCredParams).toEqual([{ type: "public-key", alg: -7 }]);
  expect(requestOf({ challenge: "AQ" }).allowCredentials).toEqual([]);
});

describe("with a browser", () => {
  let sent: { path: string; body: unknown }[];
  let key: (() => Promise<unknown>) & { mock?: unknown };
  beforeEach(() => {
    sent = [];
    vi.stubGlobal("fetch", async (path: string, request: RequestInit) => {
      sent.push({ path, body: JSON.parse(request.body as string) });
      return new Response(JSON.stringify({ challenge: "AQ", user: { id: "Ag" }, name: "Ann" }));
    });
    vi.stubGlobal("navigator", { credentials: { create: () => key(), get: () => key() } });
  });
  afterEach(() => vi.unstubAllGlobals());

  test("a passkey is sent as the browser made it", async () => {
    key = async () => ({
      id: "BQ",
      rawId: bytes(5),
      type: "public-key",
      response: { clientDataJSON: bytes(6), attestationObject: bytes(7), getTransports: () => ["internal"] },
    });
    await makePasskey("ann", "Chrome, Android");
    expect(sent).toEqual([
      { path: "/api/passkeys/options", body: { login: "ann" } },
      {
        path: "/api/passkeys",
        body: {
          id: "BQ",
          rawId: "BQ",
          type: "public-key",
          name: "Chrome, Android",
          response: { clientDataJSON: "Bg", attestationObject: "Bw", transports: ["internal"] },
        },
      },
    ]);
  });
  test("whoever thinks again has done nothing", async () => {
    key = async () => Promise.reject(new DOMException("no", "NotAllowedError"));
    await expect(usePasskey()).rejects.toEqual(new Refusal("passkey_none"));
    expect(sent.map(({ path }) => path)).toEqual(["/api/login/passkey/options"]);
  });
  test("a device that has one already says so", async () => {
    key = async () => Promise.reject(new DOMException("again", "InvalidStateError"));
    await expect(makePasskey(null, "")).rejects.toEqual(new Refusal("passkey_known"));
  });
});
