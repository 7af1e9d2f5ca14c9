/** The few shapes that are drawn in more than one place, in a box of 24 by 24. */

export const STAR_PATH = "M12 1.4l3.1 6.9 7.5.8-5.6 5 1.6 7.4L12 17.7l-6.6 3.8L7 14.1 1.4 9.1l7.5-.8z";

/** Outlines, drawn with a pen of 2.2. */
export const ICONS = {
  back: "M9 5L4 10l5 5M4.5 10H14a5 5 0 010 10h-3",
  shuffle: "M3 7h4l9 10h5M3 17h4l2.6-2.9M13.4 9.9L16 7h5M18 4l3 3-3 3M18 14l3 3-3 3",
  exchange: "M4 9V8a3 3 0 013-3h12M16 2l3 3-3 3M20 15v1a3 3 0 01-3 3H5M8 22l-3-3 3-3",
  pass: "M5 5l8 7-8 7zM17 5v14",
  larger: "M10 3.5a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15 15l6 6M10 7v6M7 10h6",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 00-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0012 3z",
  menu: "M4 6h16M4 12h16M4 18h16",
  settings: "M13 7a3 3 0 106 0 3 3 0 10-6 0M5 17a3 3 0 106 0 3 3 0 10-6 0M4 7h9M19 7h1M4 17h1M11 17h9",
  talk: "M4 4.5h16v11.5H11l-5 4.5V16H4z",
  ok: "M3.5 12.5l5.5 6L20.5 5",
  no: "M5 5l14 14M19 5L5 19",
  open: "M12 6v7M12 16.5v2",
  down: "M4 8l8 8 8-8",
  on: "M8 3l9 9-9 9",
  before: "M16 3l-9 9 9 9",
} as const;

export type IconName = keyof typeof ICONS;
