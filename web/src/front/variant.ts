/** What is played by whoever has not chosen, in his language. */

import type { Language } from "../words/language.svelte";

export const VARIANT: { [language in Language]: string } = { ru: "wordsmith", en: "friends" };
