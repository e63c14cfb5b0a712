// The button beside Share, and the commands that open the two dialogs. The dialogs are loaded when they are first
// needed.

import type { Store } from "../store.ts";
import { isBlank } from "../ui/blank.ts";
import { button } from "../ui/dom.ts";
import { text } from "../ui/text.ts";

/** Adds the button to `root`, before Share, and handles the commands. */
export function mountRepro(root: HTMLElement, store: Store): void {
  root.prepend(
    button({
      label: text("minimal.start"),
      words: true,
      class: "quiet repro-minimal",
      attributes: { "aria-haspopup": "dialog", "aria-label": text("repro.minimal"), title: text("repro.minimal") },
      press: () => store.perform("makeMinimal"),
    }),
  );
  const isFree = (): boolean => !document.querySelector("dialog[open]");
  store.handle("makeMinimal", () => {
    void import("./dialogs.ts").then(({ openMinimal }) => {
      if (isFree()) openMinimal(store, isBlank(store.state.workspace));
    });
  });
  store.handle("compareOriginal", () => {
    void import("./dialogs.ts").then(({ openOriginal }) => {
      if (isFree()) openOriginal(store);
    });
  });
}
