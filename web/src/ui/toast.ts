// Notices with a way back: what was done, and Undo for ten seconds.

import { announce } from "./announce.ts";
import { button, element, fill } from "./dom.ts";
import { text } from "./text.ts";

let place: HTMLElement | null = null;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** Names the element that notices stand in. */
export function startToasts(root: HTMLElement): void {
  place = root;
}

/** Says what was done and offers to undo it; a newer notice replaces an older one. */
export function offerUndo(message: string, undo: () => void): void {
  announce(text("undo.available", { message }));
  if (!place) return;
  const toast = element("div", { class: "toast" });
  const leave = (): void => toast.remove();
  const startLeaving = (): void => {
    clearTimeout(leaving);
    leaving = setTimeout(leave, 10_000);
  };
  fill(
    toast,
    element("span", { dir: "auto" }, message),
    button({
      label: text("undo.press"),
      words: true,
      icon: "undo",
      press: () => {
        clearTimeout(leaving);
        leave();
        undo();
        announce(text("undo.done"));
      },
    }),
    button({ label: text("dialog.close"), icon: "close", class: "quiet", press: leave }),
  );
  // Whoever is about to press it is given all the time they need.
  toast.addEventListener("pointerenter", () => clearTimeout(leaving));
  toast.addEventListener("pointerleave", startLeaving);
  toast.addEventListener("focusin", () => clearTimeout(leaving));
  toast.addEventListener("focusout", startLeaving);
  fill(place, toast);
  startLeaving();
}
