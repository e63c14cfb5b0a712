// Keys in every editor of the page: those reserved for the page, and typing over a selection.

import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

/**
 * Replaces a selection by the typed text itself. The browser's own editing would keep the colours of the replaced text
 * in a style attribute, which the site's policy forbids.
 */
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { main } = view.state.selection;
    if (event.inputType !== "insertText" || event.data === null || event.isComposing || main.empty || view.composing)
      return false;
    const typed = event.data;
    const insert = () =>
      view.state.update(view.state.replaceSelection(typed), { userEvent: "input.type", scrollIntoView: true });
    const taken = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, main.from, main.to, typed, insert));
    if (!taken) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});

const pageOwn = Prec.highest(
  keymap.of([
    { key: "Mod-Enter", run: () => true },
    { key: "Ctrl-m", mac: "Shift-Alt-m", run: () => true },
  ]),
);

/**
 * Keys reserved for the page lose their usual meaning in CodeMirror. Typing over a selection complies with the policy.
 */
export const pageKeys: Extension = [pageOwn, typeOverSelection];
