// A form of sharing, such as a link or a file. The dialog has a tab for each form in its list.

import type { Child } from "../../ui/dom.ts";
import type { Share } from "../share.ts";

export interface Form {
  readonly id: string;
  /** The name on its tab. */
  readonly label: string;
  /** Draws the share in this form. `redraw` draws it again when one of its options changed. */
  draw(share: Share, redraw: () => void): Child[];
}
