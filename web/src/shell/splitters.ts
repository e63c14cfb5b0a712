// The dividers between the panes: what each one resizes, and which size of a pane applies in which layout.

import type { Store } from "../store.ts";
import { byId } from "../ui/dom.ts";
import { split } from "../ui/split.ts";
import { text } from "../ui/text.ts";

/** Mounts the four dividers of the page. */
export function mountSplitters(store: Store): void {
  const columns = byId("columns");
  splitSource(store, columns);
  splitInputs(store);
  split(byId("split-results"), {
    name: "results",
    label: text("split.results"),
    pane: byId("results"),
    whole: columns,
    direction: "column",
    side: "after",
    usual: 36,
    title: text("pane.results"),
  });
  split(byId("split-problems"), {
    name: "problem-rows",
    label: text("split.problems"),
    pane: byId("problems"),
    whole: columns.parentElement as HTMLElement,
    direction: "row",
    side: "after",
    usual: 33,
    title: text("pane.problems"),
    fits: true,
    smallest: 4,
  });
}

/** The width of the source is stored separately for layouts with three columns and with two. */
function splitSource(store: Store, columns: HTMLElement): void {
  const widths = {
    wide: { name: "source", label: text("split.source"), usual: 42 },
    medium: { name: "half", label: text("split.half"), usual: 50 },
  };
  const use = split(byId("split-source"), {
    ...widths.wide,
    pane: byId("source"),
    whole: columns,
    direction: "column",
    side: "before",
    title: text("pane.source"),
  });
  store.watch(["layout"], ({ layout }) => use(layout === "medium" ? widths.medium : widths.wide));
}

/** The expanded document with its changes needs more room than the tree, so this operation has a size of its own. */
function splitInputs(store: Store): void {
  const heights = {
    usual: { name: "inputs", label: text("split.inputs"), usual: 40 },
    restoring: { name: "changes", label: text("split.inputs"), usual: 70 },
  };
  const middle = byId("middle");
  const use = split(byId("split-inputs"), {
    ...heights.usual,
    pane: byId("inputs"),
    whole: middle,
    direction: "row",
    side: "after",
    title: text("pane.inputs"),
  });
  let restores = false;
  store.watch(["workspace"], ({ workspace }) => {
    if (restores === (workspace.operation === "restore")) return;
    restores = !restores;
    middle.toggleAttribute("data-restoring", restores);
    use(restores ? heights.restoring : heights.usual);
  });
}
