// The first rows of a first visit. At build time the example that the page opens with is evaluated by the same engine,
// and the result is saved as a file. The page shows it until this browser's engine has its own result. It is never
// shown for a different text.

import type { RunResult } from "evalground";
import type { Store } from "../store.ts";

/** Shows the prerendered result of an example, unless there is a result already or the text has been edited. */
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
