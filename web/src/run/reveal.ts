// One sensitive value in the clear. The engine redacts what is sensitive before an answer leaves it, so that nothing of
// it is in the page; to show one, the same workspace is evaluated again with that one path revealed, by the clock and
// the seed of the run that hid it. The answer is kept apart from the results, and only until something else happens: an
// edit, a run, a minute, or the page going out of sight.

import type { Path } from "evalground";
import type { Store } from "../store.ts";
import type { Evaluator } from "./evaluator.ts";
import { runLimits } from "./limits.ts";

const revealedFor = 60_000;

/** Handles `reveal` and `hide`; gives the function that hides what is shown. */
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
        // A newer run or edit came first: what would be shown is no longer true.
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
