// The button beside Share, and the commands by which other parts have a draft made minimal or the original asked. What
// does it is fetched when it is first asked for.

import type { Store } from "../store.ts";
import { isBlank } from "../ui/blank.ts";
import { button } from "../ui/dom.ts";
import { text } from "../ui/text.ts";

/** Puts the button before Share, into `root`, and carries out the commands. */
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
