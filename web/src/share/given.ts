// What happens to a link when it is shared: it is copied, and it becomes the page's address for the open draft.

import type { Store } from "../store.ts";
import { copyText } from "../ui/clipboard.ts";
import { text } from "../ui/text.ts";

/** Puts the link into the address bar. The history entry still belongs to the open draft. */
export function noteLink(store: Store, link: string): void {
  history.replaceState({ draft: store.state.draft }, "", link);
}

/** Copies the link, and says so beside a button. */
export function copyLink(link: string, beside: Element | null): void {
  void copyText(link, text("share.copied", { form: text("share.link") }), beside);
}
