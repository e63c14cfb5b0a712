// The words of a folder of the machine, which only a page that `evalground serve` serves has.

import { folderEnglish } from "./text.folder.en.ts";
import { engineText, format, type TextValues } from "./text.ts";

/** A key of the words. */
export type FolderKey = keyof typeof folderEnglish;

/** The words for a key, with its places filled. */
export function folderWords(key: FolderKey, values?: TextValues): string {
  return engineText(format(folderEnglish[key], values));
}
