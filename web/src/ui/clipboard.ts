// Copies to the clipboard, announces it, and says it beside the button.

import { alarm, announce } from "./announce.ts";
import { noteBeside } from "./note.ts";
import { text } from "./text.ts";

/** Copies a text and announces it; true if the browser allowed it. `beside`: the button that was pressed. */
export async function copyText(
  words: string,
  confirmation: string = text("copy.done"),
  beside: Element | null = null,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words);
    announce(confirmation);
    if (beside) noteBeside(beside, confirmation);
    return true;
  } catch {
    alarm(text("copy.refused"));
    return false;
  }
}
