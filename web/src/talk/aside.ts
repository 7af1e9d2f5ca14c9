/** Askers who were put away for now: every page that the player has open in this browser knows of it. */

const CHANNEL = "wordsmith.aside";

interface Aside {
  table: string;
  watcher: number;
}

/** Hear who is put away at a table on another page, and tell the others of one's own. */
export function shareAsides(table: string, heard: (watcher: number) => void): {
  tell: (watcher: number) => void;
  stop: () => void;
} {
  if (!("BroadcastChannel" in globalThis)) return { tell: () => {}, stop: () => {} };
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Aside>) => {
    if (data.table === table) heard(data.watcher);
  };
  return {
    tell: (watcher) => channel.postMessage({ table, watcher } satisfies Aside),
    stop: () => channel.close(),
  };
}
