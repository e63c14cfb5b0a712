// The words of this part, which are fetched with it.

import { guideEnglish } from "../ui/text.guide.en.ts";
import { engineText, format, type TextValues } from "../ui/text.ts";

/** A key of the words. */
export type GuideKey = keyof typeof guideEnglish;

/** The words for a key, with its places filled. */
export function words(key: GuideKey, values?: TextValues): string {
  return engineText(format(guideEnglish[key], values));
}
