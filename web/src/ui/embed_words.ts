// The words of embeds, which no other page fetches.

import { embedEnglish } from "./text.embed.en.ts";
import { engineText, format, type TextValues } from "./text.ts";

/** A key of the words. */
export type EmbedKey = keyof typeof embedEnglish;

/** The words for a key, with its places filled. */
export function embedWords(key: EmbedKey, values?: TextValues): string {
  return engineText(format(embedEnglish[key], values));
}
