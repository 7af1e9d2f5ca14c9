/** Passkeys: what the server asks for goes to the browser as it wants it, and comes back as JSON. */

import type { Me } from "../protocol.people";
import { ask, Refusal } from "../server";

/** Can this browser have one here? Pages of a home network without https cannot. */
export const hasPasskeys = (): boolean =>
  "PublicKeyCredential" in globalThis && "credentials" in navigator && isSecureContext;

export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

export function base64urlOf(buffer: ArrayBuffer): string {
  const text = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

interface Described {
  id: string;
  type: "public-key";
  transports?: AuthenticatorTransport[];
}

/** As the server writes it: bytes in base64url. */
export interface CreationOptions extends Omit<
  PublicKeyCredentialCreationOptions,
  "challenge" | "user" | "excludeCredentials"
> {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: Described[];
}

export interface RequestOptions extends Omit<PublicKeyCredentialRequestOptions, "challenge" | "allowCredentials"> {
  challenge: string;
  allowCredentials?: Described[];
}

const described = (all: Described[] = []) => all.map((each) => ({ ...each, id: bytesOf(each.id) }));

export const creationOf = (options: CreationOptions): PublicKeyCredentialCreationOptions => ({
  ...options,
  challenge: bytesOf(options.challenge),
  user: { ...options.user, id: bytesOf(options.user.id) },
  excludeCredentials: described(options.excludeCredentials),
});

export const requestOf = (options: RequestOptions): PublicKeyCredentialRequestOptions => ({
  ...options,
  challenge: bytesOf(options.challenge),
  allowCredentials: described(options.allowCredentials),
});

/** A new passkey for this account, or for a guest who wants `login`. */
export async function makePasskey(login: string | null, name: string): Promise<Me> {
  const options = await ask<CreationOptions>("/api/passkeys/options", login === null ? {} : { login });
  const made = await byBrowser(() => navigator.credentials.create({ publicKey: creationOf(options) }));
  const response = made.response as AuthenticatorAttestationResponse;
  return ask<Me>("/api/passkeys", {
    ...named(made),
    name,
    response: {
      clientDataJSON: base64urlOf(response.clientDataJSON),
      attestationObject: base64urlOf(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  });
}

/** Come in with a passkey of this site. */
export async function usePasskey(): Promise<Me> {
  const options = await ask<RequestOptions>("/api/login/passkey/options", {});
  const used = await byBrowser(() => navigator.credentials.get({ publicKey: requestOf(options) }));
  const response = used.response as AuthenticatorAssertionResponse;
  return ask<Me>("/api/login/passkey", {
    ...named(used),
    response: {
      clientDataJSON: base64urlOf(response.clientDataJSON),
      authenticatorData: base64urlOf(response.authenticatorData),
      signature: base64urlOf(response.signature),
      userHandle: response.userHandle ? base64urlOf(response.userHandle) : null,
    },
  });
}

const named = ({ id, rawId, type }: PublicKeyCredential) => ({ id, rawId: base64urlOf(rawId), type });

/** Whoever thinks again, or has no such key here, has done nothing. */
async function byBrowser(work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const made = await work();
    if (made) return made as PublicKeyCredential;
  } catch (error) {
    if ((error as DOMException).name === "InvalidStateError") throw new Refusal("passkey_known");
  }
  throw new Refusal("passkey_none");
}
