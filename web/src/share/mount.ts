// The part of sharing that is always loaded: the button, and actions that need no dialog.

import type { Store } from "../store.ts";
import { copyText } from "../ui/clipboard.ts";
import { button, fill } from "../ui/dom.ts";
import { siteRoot } from "../ui/site_root.ts";
import { text } from "../ui/text.ts";
import { copyLink, noteLink } from "./given.ts";
import { Share } from "./share.ts";

/** Copies the link at once. If something should be checked first, or there is no link, the dialog opens instead. */
async function shareAtOnce(store: Store): Promise<void> {
  store.perform("keepHistory", "share");
  const share = await Share.of(store.state, siteRoot);
  const link = share.offeredLink;
  if (link === null || share.findings.length > 0 || share.search.files === null) {
    store.perform("share");
    return;
  }
  noteLink(store, link);
  copyLink(link, document.querySelector("#share .primary"));
}

/** Puts the Share button into `root`, and handles sharing without the dialog: Ctrl+S, and copying the command. */
export function mountShare(root: HTMLElement, store: Store): void {
  fill(
    root,
    button({
      label: text("share.title"),
      icon: "share",
      words: true,
      class: "primary spare-words",
      attributes: { "aria-haspopup": "dialog" },
      press: () => store.perform("share"),
    }),
  );
  store.handle("share", () => {
    void import("./dialog.ts").then(({ openShare }) => {
      if (!document.querySelector("dialog[open]")) void openShare(store);
    });
  });
  store.handle("copyCommand", () => {
    const needsPython = store.state.result?.diagnostics.some(({ code }) => code === "python-unavailable") ?? false;
    void Promise.all([Share.of(store.state, siteRoot), import("./command.ts")]).then(([share, { posixCommand }]) => {
      const command = posixCommand(share.given, needsPython ? " --allow-python" : "");
      if (share.open.length > 0) store.perform("share");
      else void copyText(command, text("share.commandCopied"));
    });
  });
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "s") return;
    // For a folder on disk, Ctrl+S saves to the disk.
    if (event.defaultPrevented) return;
    event.preventDefault();
    void shareAtOnce(store);
  });
}
