/** What a letter's link brings along behind the `#`: it is taken once and stands in the address no more. */

export function takeToken(purpose: "confirm" | "reset"): string {
  const token = new URLSearchParams(location.hash.slice(1)).get(purpose) ?? "";
  if (token) history.replaceState(null, "", location.pathname + location.search);
  return token;
}
