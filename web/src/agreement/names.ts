/** The names given on this device, by seat: nobody types them twice. */

const PLACE = "wordsmith.names";

export function loadNames(): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(names) ? names.filter((name): name is string => typeof name === "string") : [];
  } catch {
    return [];
  }
}

export function saveNames(names: readonly string[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(names));
  } catch {
    // Then they are typed again.
  }
}
