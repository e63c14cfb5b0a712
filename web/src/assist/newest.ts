// Fetches something about a text repeatedly. Only the newest answer counts, and only if the text has not changed since
// the request.

import type { EditorView } from "@codemirror/view";

/** A function that fetches and passes the answer to `take`, unless it is outdated. */
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
