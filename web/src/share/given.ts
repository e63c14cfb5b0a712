// A link that was given away: it is in the address, where it stands for the open draft, and in the clipboard.

import type { Store } from "../store.ts";
import { copyText } from "../ui/clipboard.ts";
import { text } from "../ui/text.ts";

/** Puts the link into the address, where it stands for the open draft. */
export function noteLink(store: Store, link: string): void {
  history.replaceState({ draft: store.state.draft }, "", link);
}

/** Copies it. */
export function copyLink(link: string): void {
  void copyText(link, text("share.copied", { form: text("share.link") }));
}
