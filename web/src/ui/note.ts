// A short message beside the element that was used, such as "Link copied". It leaves after a moment. Screen readers
// hear it from the status line, so it is hidden from them.

import { element } from "./dom.ts";

/** How long a note stays, in milliseconds. */
const stays = 2500;

let shown: HTMLElement | null = null;
let leaving: ReturnType<typeof setTimeout> | undefined;

function end(): void {
  clearTimeout(leaving);
  shown?.remove();
  shown = null;
}

/** Shows a note below an element, or above it if there is no room. */
export function noteBeside(anchor: Element, words: string): void {
  end();
  if (!anchor.isConnected) return;
  const note = element("div", { class: "floating note-beside", "aria-hidden": "true", dir: "auto" }, words);
  shown = note;
  // In an open dialog only its own content is visible.
  (anchor.closest("dialog") ?? document.body).append(note);
  const box = anchor.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const below = box.bottom + 4;
  note.style.left = `${Math.max(4, Math.min(box.left, innerWidth - width - 4))}px`;
  note.style.top = `${below + height > innerHeight - 4 ? box.top - height - 4 : below}px`;
  leaving = setTimeout(end, stays);
}
