/** SHA-256 in hexadecimal digits: by the browser, or, where a page of the home network has no such thing, by a library. */

export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  // Browsers have it only where the line is safe.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  const digest = subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : await byLibrary(bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function byLibrary(bytes: Uint8Array): Promise<Uint8Array> {
  const library = await import("@noble/hashes/sha2.js");
  return library.sha256(bytes);
}
