// The panes that the prerendered page shows as text until they come alive: resources, inputs, results, problems; and
// sharing.

import { mountWritten } from "./files/written.ts";
import { mountInputs } from "./inputs/inputs.ts";
import { mountProblems } from "./results/problems.ts";
import { mountResults } from "./results/results.ts";
import { drawThread } from "./results/thread.ts";
import { mountShare } from "./share/dialog.ts";
import { openLinks } from "./share/opening.ts";
import type { Store } from "./store.ts";
import { mountTree } from "./tree/tree.ts";
import { byId } from "./ui/dom.ts";
import "./results/results.css";
import "./share/share.css";
import "./tree/tree.css";

/** Mounts them; `openDraft` opens a draft of this browser by its id. */
export function mountPanes(store: Store, openDraft: (id: string) => Promise<boolean>): void {
  mountWritten(byId("editor"), store);
  mountInputs(byId("inputs"), store);
  mountTree(byId("resources-head"), byId("resources-body"), store);
  mountResults(byId("results-head"), byId("results-body"), store);
  mountProblems(byId("problems-head"), byId("problems-body"), store);
  drawThread(byId<HTMLElement & SVGSVGElement>("thread"), store);
  mountShare(byId("share"), store);
  openLinks(store, openDraft);
}
