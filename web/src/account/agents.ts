/** Which browser on which machine, of what a browser says of itself. */

const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bYaBrowser\//, "Яндекс"],
  [/\bSamsungBrowser\//, "Samsung"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const MACHINES: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bLinux\b/, "Linux"],
];

const found = (list: [RegExp, string][], agent: string): string => list.find(([sign]) => sign.test(agent))?.[1] ?? "";

/** "Firefox, Windows"; empty where nothing is known. */
export const agentText = (agent: string): string =>
  [found(BROWSERS, agent), found(MACHINES, agent)].filter(Boolean).join(", ");
