// The texts of the prerendered pages. The build itself creates these pages, so it looks up the messages directly.

import { messages } from "../../src/ui/messages.ts";
import { format, pseudo, type TextKey, type TextValues } from "../../src/ui/text.ts";

let isPseudo = false;

/** Turns the pseudo-translation on or off, which makes every text 40 % longer. */
export function setPseudo(pseudoLocale: boolean): void {
  isPseudo = pseudoLocale;
}

export function siteWords(key: TextKey, values?: TextValues): string {
  const words = format(messages[key], values);
  return isPseudo ? pseudo(words) : words;
}
