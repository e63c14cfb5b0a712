// A form of sharing, such as a link or a file. The dialog has a tab for each form in its list.

import type { Child } from "../../ui/dom.ts";
import type { Share } from "../share.ts";

export interface Form {
  readonly id: string;
  /** The name on its tab. */
  readonly label: string;
  /** Draws what the share comes to; `redraw` draws this form anew when a choice in it has changed that. */
  draw(share: Share, redraw: () => void): Child[];
}
