// Copies to the clipboard and announces it.

import { alarm, announce } from "./announce.ts";
import { text } from "./text.ts";

/** Copies a text and announces it; true if the browser allowed it. */
export async function copyText(words: string, confirmation: string = text("copy.done")): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words);
    announce(confirmation);
    return true;
  } catch {
    alarm(text("copy.refused"));
    return false;
  }
}
