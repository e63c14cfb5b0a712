// Changes of a document that the user did not type. Each is a separate undo step.

import { isolateHistory } from "@codemirror/commands";
import { Annotation, type ChangeSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** Marks a change that copies a text of the workspace into a view. Listeners for the user's edits must ignore it. */
export const fromWorkspace = Annotation.define<boolean>();

/** The smallest change from one text to another, so that the caret and the undo steps stay meaningful. */
export function smallestChange(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  let from = 0;
  const shorter = Math.min(before.length, after.length);
  while (from < shorter && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < shorter - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/** Edits the document of a view as a separate undo step, even right after a key press. */
export function edit(view: EditorView, changes: ChangeSpec): void {
  view.dispatch({ changes, userEvent: "input.assist", annotations: isolateHistory.of("full"), scrollIntoView: true });
}

/**
 * Shows a text that another part of the page changed in the workspace. It can be undone like any other change. If all
 * of it was selected, as by a paste over it, the caret is behind it then: a key must not replace what has just arrived.
 */
export function replaceText(view: EditorView, text: string): void {
  const { doc, selection } = view.state;
  const changes = smallestChange(doc.toString(), text);
  if (!changes) return;
  const wasAll = doc.length > 0 && selection.main.from === 0 && selection.main.to === doc.length;
  view.dispatch({
    changes,
    ...(wasAll && { selection: { anchor: text.length } }),
    annotations: [isolateHistory.of("full"), fromWorkspace.of(true)],
  });
}
