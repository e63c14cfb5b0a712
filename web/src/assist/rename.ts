// Renames the symbol at the caret in all files. The new name is typed into a field at its place, which also shows the
// engine's objections.

import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, showTooltip, type Tooltip } from "@codemirror/view";
import { announce } from "../ui/announce.ts";
import { element, freshId, setAttribute } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import type { RenamePlace, TextEdit } from "./answers.ts";
import type { Context } from "./context.ts";
import { makeEdits } from "./edits.ts";

const setShown = StateEffect.define<Tooltip | null>();

/** The field for the new name. An edit of the document closes it. */
export const renameField: Extension = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, { docChanged, effects }) {
    let next = docChanged ? null : value;
    for (const effect of effects) if (effect.is(setShown)) next = effect.value;
    return next;
  },
  provide: (field) => showTooltip.from(field),
});

/** Opens the field, or says why nothing can be renamed here. */
export async function rename(context: Context, view: EditorView): Promise<void> {
  const offset = view.state.selection.main.head;
  const answer = await context.ask<RenamePlace>(view, "rename", offset);
  if (!answer) return;
  if (answer.reason !== undefined) {
    announce(answer.reason);
    return;
  }
  const { placeholder, from, to } = answer.value;
  view.dispatch({
    effects: setShown.of({
      pos: from,
      end: to,
      above: false,
      create: () => ({
        dom: field(context, view, offset, placeholder),
        mount: () => view.dom.querySelector<HTMLInputElement>(".assist-rename input")?.select(),
      }),
    }),
  });
}

function field(context: Context, view: EditorView, offset: number, name: string): HTMLElement {
  const note = element("span", { class: "assist-note", id: freshId("rename") }, text("rename.hint"));
  const input = element("input", {
    type: "text",
    class: "cm-textfield",
    "aria-label": text("rename.label", { name }),
    "aria-describedby": note.id,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    dir: "auto",
  });
  input.value = name;
  const leave = (): void => {
    view.dispatch({ effects: setShown.of(null) });
    view.focus();
  };
  async function take(): Promise<void> {
    const newName = input.value.trim();
    if (newName === name) return leave();
    const answer = await context.ask<{ edits: TextEdit[] }>(view, "rename", offset, { newName });
    if (!answer) return;
    if (answer.reason !== undefined) {
      note.textContent = answer.reason;
      setAttribute(input, "aria-invalid", "true");
      announce(answer.reason);
      return;
    }
    leave();
    const { edits } = answer.value;
    const done = text("rename.done", { name, renamed: newName, count: edits.length });
    makeEdits(context.store, edits, (file) => context.viewOf(file), done);
  }
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") void take();
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return element("div", { class: "assist-rename" }, input, note);
}
