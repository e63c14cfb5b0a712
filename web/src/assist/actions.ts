// The quick fixes of the caret's place, or of what is selected: those of the last run, of a check and of the hints.

import type { EditorView } from "@codemirror/view";
import { announce } from "../ui/announce.ts";
import { openMenu } from "../ui/menu.ts";
import { text } from "../ui/text.ts";
import type { CodeAction } from "./answers.ts";
import type { Context } from "./context.ts";
import { makeEdits } from "./edits.ts";

/** Makes the only fix there is, or lets one be chosen. */
export async function showActions(context: Context, view: EditorView): Promise<void> {
  const { result, revision, resultRevision } = context.store.state;
  const { main } = view.state.selection;
  // Of an empty selection the whole line counts: few know at which of its letters a problem begins.
  const line = view.state.doc.lineAt(main.head);
  const [from, to] = main.empty ? [line.from, line.to] : [main.from, main.to];
  // The places of the last run are those of its text.
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
