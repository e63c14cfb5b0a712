// Typing over a selection.

import { EditorView } from "@codemirror/view";

/** The browser's selection as offsets, or null. The editor's own state learns of a new selection a little later. */
function selected(view: EditorView): { from: number; to: number } | null {
  const selection = "getSelection" in view.root ? (view.root as Document).getSelection() : document.getSelection();
  const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0 } = selection ?? {};
  if (!anchorNode || !focusNode || !view.contentDOM.contains(anchorNode) || !view.contentDOM.contains(focusNode)) {
    const { from, to } = view.state.selection.main;
    return from < to ? { from, to } : null;
  }
  const anchor = view.posAtDOM(anchorNode, anchorOffset);
  const head = view.posAtDOM(focusNode, focusOffset);
  return anchor === head ? null : { from: Math.min(anchor, head), to: Math.max(anchor, head) };
}

/**
 * Typing over a selection is done by the editor, not by the browser. The browser would keep the colour of the replaced
 * text as an inline style, which the page's policy forbids.
 */
export const replaceBySelf = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data, isComposing }, view) => {
    if (inputType !== "insertText" || data === null || isComposing) return false;
    if (view.state.readOnly || view.state.selection.ranges.length > 1) return false;
    const range = selected(view);
    if (!range) return false;
    const insert = () => {
      const words = view.state.toText(data);
      return view.state.update({
        changes: { ...range, insert: words },
        selection: { anchor: range.from + words.length },
        userEvent: "input.type",
        scrollIntoView: true,
      });
    };
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, range.from, range.to, data, insert))) view.dispatch(insert());
    return true;
  },
});
