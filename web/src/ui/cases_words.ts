// The words of expectations, cases and comparisons, which are fetched when they are first used.

import { casesEnglish } from "./text.cases.en.ts";
import { engineText, format, type TextValues } from "./text.ts";

/** A key of the words. */
export type CasesKey = keyof typeof casesEnglish;

/** The words for a key, with its places filled. */
export function words(key: CasesKey, values?: TextValues): string {
  return engineText(format(casesEnglish[key], values));
}
