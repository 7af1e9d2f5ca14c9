/** Reminders in this browser: asked for by a touch, never by itself. */

import { ask, Refusal } from "../server";
import { bytesOf } from "./passkeys";

/** `never`: this browser, or a page without https, cannot. `refused`: the visitor has told the browser so. */
export type Reminding = "on" | "off" | "refused" | "never";

const can = (): boolean =>
  isSecureContext && "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

export async function howReminding(): Promise<Reminding> {
  if (!can()) return "never";
  if (Notification.permission === "denied") return "refused";
  return (await subscription()) ? "on" : "off";
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Ask the visitor, then the browser, then tell the site. */
export async function remindHere(): Promise<Reminding> {
  if ((await Notification.requestPermission()) !== "granted") return howReminding();
  const { key } = await ask<{ key: string }>("/api/notices/key");
  await navigator.serviceWorker.register("/sw.js");
  const registration = await navigator.serviceWorker.ready;
  let made: PushSubscription;
  try {
    made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  } catch {
    throw new Refusal("no_push");
  }
  const { endpoint, keys } = made.toJSON();
  try {
    await ask("/api/me/notices", { endpoint, keys });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  return "on";
}

/** No more in this browser: also when whoever used it goes. */
export async function remindHereNoMore(): Promise<Reminding> {
  if (!can()) return "never";
  const made = await subscription();
  if (!made) return howReminding();
  await ask("/api/me/notices", { endpoint: made.endpoint, remove: true });
  await made.unsubscribe();
  return "off";
}
