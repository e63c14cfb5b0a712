// The words of the language services and of the trace, which are fetched when they are first used.

import { assistEnglish } from "./text.assist.en.ts";
import { engineText, format, type TextValues } from "./text.ts";

/** A key of the words. */
export type AssistKey = keyof typeof assistEnglish;

/** The words for a key, with its places filled. */
export function words(key: AssistKey, values?: TextValues): string {
  return engineText(format(assistEnglish[key], values));
}
