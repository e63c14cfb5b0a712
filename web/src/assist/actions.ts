// The quick fixes at the caret or in the selection. They come from the last run, from a check and from the hints.

import type { EditorView } from "@codemirror/view";
import { announce } from "../ui/announce.ts";
import { openMenu } from "../ui/menu.ts";
import { text } from "../ui/text.ts";
import type { CodeAction } from "./answers.ts";
import type { Context } from "./context.ts";
import { makeEdits } from "./edits.ts";

/** Applies the fix if there is only one, else lets the user choose. */
export async function showActions(context: Context, view: EditorView): Promise<void> {
  const { result, revision, resultRevision } = context.store.state;
  const { main } = view.state.selection;
  // Without a selection the whole line counts, because users rarely know where exactly a problem begins.
  const line = view.state.doc.lineAt(main.head);
  const [from, to] = main.empty ? [line.from, line.to] : [main.from, main.to];
  // The diagnostics of the last run have positions in the text of that run.
  const outcome = result && revision === resultRevision ? { outcome: { diagnostics: result.diagnostics } } : {};
  const answer = await context.ask<CodeAction[]>(view, "code_actions", from, { to, ...outcome });
  if (!answer) return;
  const actions = (answer.value ?? []).filter(({ edits }) => edits.length > 0);
  const make = ({ title, edits }: CodeAction): void =>
    makeEdits(context.store, edits, (file) => context.viewOf(file), text("actions.done", { title }));
  const [first, ...others] = actions;
  if (!first) {
    announce(text("actions.none"));
    return;
  }
  if (others.length === 0) {
    make(first);
    return;
  }
  const at = view.coordsAtPos(main.head);
  const items = actions.map((action) => ({ label: action.title, choose: () => make(action) }));
  openMenu(view.dom, text("actions.title"), items, at ? { x: at.left, y: at.bottom + 2 } : undefined);
}
