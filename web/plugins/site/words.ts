// The words of the prerendered pages, as the page's own are looked up.

import { siteEnglish } from "../../src/ui/text.site.en.ts";
import { format, pseudo, type TextValues } from "../../src/ui/text.ts";

export type SiteKey = keyof typeof siteEnglish;

let isPseudo = false;

/** Shows every word 40 % longer from now on, or not. */
export function setPseudo(pseudoLocale: boolean): void {
  isPseudo = pseudoLocale;
}

export function siteWords(key: SiteKey, values?: TextValues): string {
  const words = format(siteEnglish[key], values);
  return isPseudo ? pseudo(words) : words;
}
