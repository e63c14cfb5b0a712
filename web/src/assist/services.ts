// What the language services give the editors.

import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { AssistAction } from "../store.ts";

/** Which of the two editors a document is in. */
export type EditorKind = "source" | "expression";

export interface Services {
  /** What the documents of an editor have beside. */
  extension(kind: EditorKind): Extension;
  /** Does in an editor what the palette offers. */
  perform(action: AssistAction, view: EditorView): void;
  /** Does for what was just typed what typing does. */
  catchUp(view: EditorView): void;
}
