// Continues in an editor what the reader began in the text that was shown before: the caret, and what was typed.

import { EditorView } from "@codemirror/view";
import type { TextPlace, Typed } from "evalground/embed";

/** Puts the caret at a place, and carries out what was typed. */
export function continueIn(host: HTMLElement, place: TextPlace | null, typed: readonly Typed[]): void {
  const found = host.shadowRoot?.querySelector<HTMLElement>(".cm-editor");
  const view = found && EditorView.findFromDOM(found);
  if (!view) return;
  const { doc } = view.state;
  if (place) {
    const line = doc.line(Math.max(1, Math.min(doc.lines, place.line + 1)));
    view.dispatch({
      selection: { anchor: Math.min(line.to, line.from + Math.max(0, place.column)) },
      scrollIntoView: true,
    });
  }
  for (const each of typed) {
    if ("text" in each) {
      view.dispatch(view.state.replaceSelection(each.text), { userEvent: "input.type", scrollIntoView: true });
    } else view.contentDOM.dispatchEvent(new KeyboardEvent("keydown", { ...each, bubbles: true, cancelable: true }));
  }
}
