// Changes of a document that nobody typed: each is a step of its own in the history of edits.

import { isolateHistory } from "@codemirror/commands";
import { Annotation, type ChangeSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** Marks a change that brings a text of the workspace into a view; what follows edits must not take it for one. */
export const fromWorkspace = Annotation.define<boolean>();

/** The smallest change that turns one text into another, so that the caret and the undo steps stay meaningful. */
export function smallestChange(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  let from = 0;
  const shorter = Math.min(before.length, after.length);
  while (from < shorter && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < shorter - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/** Edits the document of a view as one step of its history, even right after a key press. */
export function edit(view: EditorView, changes: ChangeSpec): void {
  view.dispatch({ changes, userEvent: "input.assist", annotations: isolateHistory.of("full"), scrollIntoView: true });
}

/** Takes up a text of the workspace that another part has changed; that can be undone like any other change. */
export function takeUp(view: EditorView, text: string): void {
  const changes = smallestChange(view.state.doc.toString(), text);
  if (changes) view.dispatch({ changes, annotations: [isolateHistory.of("full"), fromWorkspace.of(true)] });
}
