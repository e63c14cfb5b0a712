// The words of the pages' scripts.

import { engineText, format, type TextValues } from "../ui/text.ts";
import { siteEnglish } from "../ui/text.site.en.ts";

/** The words for a key, with its places filled. */
export function words(key: keyof typeof siteEnglish, values?: TextValues): string {
  return engineText(format(siteEnglish[key], values));
}
