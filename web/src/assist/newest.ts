// What is shown of a text again and again, fetched each time: only the newest answer counts, and only as long as the
// text is the one that it was asked of.

import type { EditorView } from "@codemirror/view";

/** A function that fetches and takes what has come, unless it came late. */
export function newest<Value>(
  view: EditorView,
  fetch: () => Promise<Value>,
  take: (value: Value) => void,
): () => Promise<void> {
  let asked = 0;
  return async () => {
    asked += 1;
    const mine = asked;
    const { doc } = view.state;
    const value = await fetch();
    if (mine === asked && view.state.doc === doc) take(value);
  };
}
