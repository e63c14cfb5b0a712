// The words of the prerendered pages. The build makes these pages itself, so it looks up the catalogue.

import { messages } from "../../src/ui/messages.ts";
import { format, pseudo, type TextKey, type TextValues } from "../../src/ui/text.ts";

let isPseudo = false;

/** Shows every word 40 % longer from now on, or not. */
export function setPseudo(pseudoLocale: boolean): void {
  isPseudo = pseudoLocale;
}

export function siteWords(key: TextKey, values?: TextValues): string {
  const words = format(messages[key], values);
  return isPseudo ? pseudo(words) : words;
}
