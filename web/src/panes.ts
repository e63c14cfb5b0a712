// The parts that are mounted after the first paint. Until then they are prerendered or empty. One line each.

import { mountCases, trackRuns } from "./cases/mount.ts";
import { mountChange } from "./change/mount.ts";
import { mountWritten } from "./files/written.ts";
import { mountInputs } from "./inputs/inputs.ts";
import { mountRepro } from "./repro/mount.ts";
import { mountProblems } from "./results/problems.ts";
import { mountResults } from "./results/results.ts";
import { sayRunning } from "./results/running.ts";
import { drawThread } from "./results/thread.ts";
import { mountShare } from "./share/mount.ts";
import { mountPrint } from "./share/print.ts";
import { openLinks } from "./share/opening.ts";
import type { Store } from "./store.ts";
import { mountTree } from "./tree/tree.ts";
import { breathe } from "./ui/breathe.ts";
import { byId } from "./ui/dom.ts";
import "./inputs/inputs.css";
import "./ui/syntax.css";
import "./results/results.css";
import "./results/problems.css";
import "./results/table.css";
import "./shell/later.css";
import "./share/print.css";
import "./tree/tree.css";

/** In the order in which they are notified of changes. */
const parts: readonly ((store: Store) => void)[] = [
  (store) => mountWritten(byId("editor"), store),
  (store) => mountInputs(byId("inputs"), store),
  mountTree,
  trackRuns,
  mountChange,
  mountResults,
  sayRunning,
  mountCases,
  mountProblems,
  drawThread,
  (store) => mountShare(byId("share"), store),
  (store) => mountRepro(byId("share"), store),
  mountPrint,
];

/**
 * Mounts them one at a time, so that the browser can respond in between. `openDraft` opens a stored draft by its id.
 */
export async function mountPanes(store: Store, openDraft: (id: string) => Promise<boolean>): Promise<void> {
  for (const mount of parts) {
    await breathe();
    mount(store);
  }
  openLinks(store, openDraft);
}
