// Shows one sensitive value in the clear. The engine redacts sensitive values before an answer leaves it, so the page
// never holds them. To show one, the same workspace is evaluated again with that path revealed, with the clock and the
// seed of the run that redacted it. The revealed value is kept apart from the results and hidden at the next edit or
// run, after a minute, or when the page is no longer visible.

import type { Path } from "evalground";
import type { Store } from "../store.ts";
import type { Evaluator } from "./evaluator.ts";
import { runLimits } from "./limits.ts";

const revealedFor = 60_000;

/** Handles `reveal` and `hide`. Returns a function that hides the revealed value. */
export function startRevealing(store: Store, evaluator: Evaluator): () => void {
  const write = store.writer("run");
  let hiding: ReturnType<typeof setTimeout> | undefined;

  function hide(): void {
    clearTimeout(hiding);
    if (store.state.revealed) write({ revealed: null });
  }

  function reveal(path: Path): void {
    const { workspace, result, revision, settings } = store.state;
    if (!result) return;
    const { clock, seed } = result.stats;
    const {
      timeMs,
      limits,
      workspace: asked,
    } = runLimits({ ...workspace, ...(clock && { clock }), seed }, settings.limits, { factor: 1, cautious: false });
    evaluator
      .evaluate(asked, { timeMs, limits, reveal: path, signal: new AbortController().signal })
      .then((answer) => {
        // A newer run or edit came first, so the revealed value may be wrong.
        if (store.state.revision !== revision || store.state.result !== result) return;
        write({ revealed: { path, result: answer } });
        clearTimeout(hiding);
        hiding = setTimeout(hide, revealedFor);
      })
      .catch(() => write({ revealed: null }));
  }

  store.handle("reveal", reveal);
  store.handle("hide", hide);
  globalThis.document?.addEventListener("visibilitychange", () => {
    if (document.hidden) hide();
  });
  return hide;
}
