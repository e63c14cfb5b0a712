// The first rows of a first visit: the build has evaluated the example that the page opens with, by the same engine,
// and keeps the result as a file of its own. It stands until this browser's engine gives its own, and never for another
// text.

import type { RunResult } from "evalground";
import type { Store } from "../store.ts";

/** Shows the result that the build has made of an example, as long as there is none and the text is still that one. */
export function showBuilt(store: Store, example: string, result: RunResult): void {
  const { state } = store;
  if (state.example !== example || state.edited || state.paused || state.result) return;
  store.writer("run")({
    result,
    lastGood: result,
    resultRevision: state.revision,
    outline: result.outline ?? [],
    ...(state.freshness === "empty" && { freshness: "built" }),
  });
}
