// Keys that every editor of the page shares.

import { Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";

/** Keys that belong to the page and not to an editor: their usual meaning in CodeMirror is taken away. */
export const pageKeys = Prec.highest(
  keymap.of([
    { key: "Mod-Enter", run: () => true },
    { key: "Ctrl-m", mac: "Shift-Alt-m", run: () => true },
  ]),
);
