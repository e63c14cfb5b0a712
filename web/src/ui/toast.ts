// Notices that offer an action: what was done, and Undo for ten seconds.

import { announce } from "./announce.ts";
import { button, element, fill } from "./dom.ts";
import type { IconName } from "./icons.ts";
import { text } from "./text.ts";

let place: HTMLElement | null = null;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** Sets the element that contains the notices. */
export function startToasts(root: HTMLElement): void {
  place = root;
}

/** Reports what was done and offers to undo it. A newer notice replaces an older one. Returns how to end this one. */
export function offerUndo(message: string, undo: () => void): () => void {
  announce(text("undo.available", { message }));
  const press = (): void => {
    undo();
    announce(text("undo.done"));
  };
  return showToast(message, { label: text("undo.press"), icon: "undo", press });
}

/** Shows a message with an action. */
export function offerAction(message: string, label: string, press: () => void): void {
  announce(message);
  showToast(message, { label, icon: "go", press });
}

/** Removes the notice because its undo belongs to a draft that is no longer open. */
export function endToast(): void {
  clearTimeout(leaving);
  if (place) fill(place);
}

function showToast(message: string, action: { label: string; icon: IconName; press: () => void }): () => void {
  if (!place) return () => {};
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
      label: action.label,
      words: true,
      icon: action.icon,
      press: () => {
        clearTimeout(leaving);
        leave();
        action.press();
      },
    }),
    button({ label: text("dialog.close"), icon: "close", class: "quiet", press: leave }),
  );
  // Do not remove the notice while the pointer is on it.
  toast.addEventListener("pointerenter", () => clearTimeout(leaving));
  toast.addEventListener("pointerleave", startLeaving);
  toast.addEventListener("focusin", () => clearTimeout(leaving));
  toast.addEventListener("focusout", startLeaving);
  fill(place, toast);
  startLeaving();
  return leave;
}
