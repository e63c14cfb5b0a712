// What the page needs of expectations, cases and comparisons before one of them is used: earlier results to compare
// with, the menu, and when to load the rest.

import type { RunResult } from "evalground";
import type { Store } from "../store.ts";
import { byId } from "../ui/dom.ts";
import { menuButton } from "../ui/menu.ts";
import { text } from "../ui/text.ts";

/** A result that was replaced sooner than this, in milliseconds, belongs to text that was being typed. */
const seenAfter = 1000;

function contentOf({ json, text: written, outputsJson, variablesJson, reports, resourcesJson }: RunResult): string {
  return JSON.stringify([json, written, outputsJson, variablesJson, reports, resourcesJson]);
}

/** Remembers the last result that was different. Must be notified of a result before it is shown. */
export function trackRuns(store: Store): void {
  const write = store.writer("cases");
  let changedAt = -Infinity;
  store.watch(["lastGood", "draft"], ({ lastGood, draft }, before) => {
    if (draft !== before.draft) write({ former: null, pinned: null });
    if (draft !== before.draft || !lastGood || !before.lastGood) {
      changedAt = -Infinity;
      return;
    }
    if (contentOf(lastGood) === contentOf(before.lastGood)) return;
    const now = performance.now();
    if (now - changedAt > seenAfter) write({ former: before.lastGood });
    changedAt = now;
  });
}

/** Adds the menu above the results. Loads the rest for a draft with an expectation. */
export function mountCases(store: Store): void {
  const load = () => import("./cases.ts").then(({ casesOn }) => casesOn(store));
  byId("results-head").lastElementChild?.prepend(
    menuButton({
      label: text("cases.menu"),
      icon: "check",
      words: text("cases.menuWord"),
      class: "quiet spare-words",
      items: async () => (await load()).menu(),
    }),
  );
  store.handle("cases", (action) => void load().then((cases) => cases.perform(action)));
  store.handle("expectPart", (part) => void load().then((cases) => cases.expectPart(part)));
  store.handle("drawDiff", (place) => void load().then((cases) => cases.drawDiff(place)));
  store.watch(["workspace"], ({ workspace }) => {
    if (workspace.expect || "cases" in workspace) void load();
  });
}
