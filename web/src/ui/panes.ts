// The panes of the page, one line each, in the order of their tabs. web/src/panes.ts mounts their contents;
// pages/index.html and ui/layout.css define their positions.

import { text } from "./text.ts";

export interface Pane {
  id: string;
  /** Id of its section in the page. */
  section: string;
  /** "column": beside the others; "bar": below them, always visible; "foot": opens at the bottom. */
  place: "column" | "bar" | "foot";
  /** The label of its tab. */
  label?: string;
  /** A shorter label for small screens. */
  short?: string;
  /** Ctrl+Shift and this digit move the focus to it. */
  digit?: 1 | 2 | 3 | 4 | 5 | 6;
}

export const panes = [
  { id: "source", section: "source", place: "column", label: text("pane.source"), digit: 1 },
  { id: "results", section: "results", place: "column", label: text("pane.results"), digit: 5 },
  {
    id: "resources",
    section: "resources",
    place: "column",
    label: text("pane.resources"),
    short: text("pane.tree"),
    digit: 2,
  },
  { id: "inputs", section: "inputs", place: "column", label: text("pane.inputs"), digit: 3 },
  { id: "expression", section: "bar", place: "bar", digit: 4 },
  { id: "problems", section: "problems", place: "foot", digit: 6 },
] as const satisfies readonly Pane[];

export type PaneId = (typeof panes)[number]["id"];
