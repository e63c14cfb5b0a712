// The words of the parts that are fetched when they are first asked for.

import { guideEnglish } from "./text.guide.en.ts";
import { engineText, format, type TextValues } from "./text.ts";

/** A key of the words. */
export type GuideKey = keyof typeof guideEnglish;

/** The words for a key, with its places filled. */
export function words(key: GuideKey, values?: TextValues): string {
  return engineText(format(guideEnglish[key], values));
}
