// The interface between the editors and the language services.

import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { AssistAction } from "../store.ts";

/** Which of the two editors a document is in. */
export type EditorKind = "source" | "expression";

export interface Services {
  /** The extension for documents of an editor. */
  extension(kind: EditorKind): Extension;
  /** Performs an action of the palette in an editor. */
  perform(action: AssistAction, view: EditorView): void;
  /** Reacts to the text typed just now, as if it were being typed. */
  catchUp(view: EditorView): void;
}
