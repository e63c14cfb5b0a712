// Which panes are in sight, and the way from one to the next: the rules of the three layouts, without the page.
//
// Wide: all columns at once. Medium: the source, and one of the others beside it, chosen by tabs. Narrow: one column,
// chosen at the bottom. Expression and problems are in sight in every layout and take no part in this.

import type { Layout } from "../store.ts";
import { panes, type Pane, type PaneId } from "../ui/panes.ts";

type Column = Extract<(typeof panes)[number], { place: "column" }>;

/** The panes that share the room between header and bar, in the order of their tabs. */
export const columns = panes.filter((pane): pane is Column => pane.place === "column");

/** Those that share one place beside the source. */
export const besideSource = columns.filter(({ id }) => id !== "source");

/** The layout for a window, both sides in units of the user's text size; a phone on its side has room for two panes. */
export function layoutFor(width: number, height: number): Layout {
  if (width >= 1200) return "wide";
  return width >= 700 || (width >= 600 && height <= 480) ? "medium" : "narrow";
}

/** The column beside the source while this pane is chosen. */
export function beside(pane: PaneId): PaneId {
  return besideSource.some(({ id }) => id === pane) ? pane : "results";
}

/** Whether a column is in sight while a pane is chosen. */
export function isShown(column: PaneId, layout: Layout, pane: PaneId): boolean {
  if (layout === "wide" || column === pane) return true;
  return layout === "medium" && (column === "source" || column === beside(pane));
}

/** The pane to choose for another one to come into sight; null when it is in sight, or opens by other means. */
export function paneToChoose(wanted: PaneId, layout: Layout): PaneId | null {
  const isColumn = columns.some(({ id }) => id === wanted);
  if (!isColumn || layout === "wide" || (wanted === "source" && layout === "medium")) return null;
  return wanted;
}

/** The pane that F6 goes to, or F6 with Shift: `order` is that of the page, `here` where the focus is, or -1. */
export function nextPane(order: readonly Pane[], here: number, backwards: boolean): Pane | undefined {
  return order[here < 0 ? 0 : (here + (backwards ? -1 : 1) + order.length) % order.length];
}
