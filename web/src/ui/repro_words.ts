// The words of what makes a draft minimal and asks the original, which are fetched when they are first opened.

import { reproEnglish } from "./text.repro.en.ts";
import { engineText, format, type TextValues } from "./text.ts";

/** A key of the words. */
export type ReproKey = keyof typeof reproEnglish;

/** The words for a key, with its places filled. */
export function reproWords(key: ReproKey, values?: TextValues): string {
  return engineText(format(reproEnglish[key], values));
}
