// Which panes are visible, and how to move between them: the rules of the three layouts, independent of the page.
//
// Wide: all columns at once. Medium: the source and one other column beside it, chosen by tabs. Narrow: one column,
// chosen at the bottom. Expression and problems are visible in every layout, so they are not covered here.

import type { Layout } from "../store.ts";
import { panes, type Pane, type PaneId } from "../ui/panes.ts";

type Column = Extract<(typeof panes)[number], { place: "column" }>;

/** The panes between header and bar, in the order of their tabs. */
export const columns = panes.filter((pane): pane is Column => pane.place === "column");

/** The panes that take turns beside the source. */
export const besideSource = columns.filter(({ id }) => id !== "source");

/** The layout for a window size, in units of the user's font size. A phone in landscape has room for two panes. */
export function layoutFor(width: number, height: number): Layout {
  if (width >= 1200) return "wide";
  return width >= 700 || (width >= 600 && height <= 480) ? "medium" : "narrow";
}

/** The column beside the source while this pane is chosen. */
export function beside(pane: PaneId): PaneId {
  return besideSource.some(({ id }) => id === pane) ? pane : "results";
}

/** Whether a column is visible while a pane is chosen. */
export function isShown(column: PaneId, layout: Layout, pane: PaneId): boolean {
  if (layout === "wide" || column === pane) return true;
  return layout === "medium" && (column === "source" || column === beside(pane));
}

/** The pane to choose so that another one becomes visible; null if it is visible, or opens in another way. */
export function paneToChoose(wanted: PaneId, layout: Layout): PaneId | null {
  const isColumn = columns.some(({ id }) => id === wanted);
  if (!isColumn || layout === "wide" || (wanted === "source" && layout === "medium")) return null;
  return wanted;
}

/** The next pane for F6 or Shift+F6. `order` is that of the page; `here` is the index of the focused pane, or -1. */
export function nextPane(order: readonly Pane[], here: number, backwards: boolean): Pane | undefined {
  return order[here < 0 ? 0 : (here + (backwards ? -1 : 1) + order.length) % order.length];
}
