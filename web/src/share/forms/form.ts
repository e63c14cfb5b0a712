// What a form of sharing is: the dialog has a tab for each that its list names.

import type { Child } from "../../ui/dom.ts";
import type { Share } from "../share.ts";

export interface Form {
  readonly id: string;
  /** What the tab is called. */
  readonly label: string;
  /** Draws what the share comes to; `redraw` draws this form anew when a choice in it has changed that. */
  draw(share: Share, redraw: () => void): Child[];
}
