// Entries of the workspace that no other part of the page shows. They are displayed and never dropped.

import type { Workspace } from "evalground";
import type { Watch } from "../../store.ts";
import { dialectFacts } from "../../ui/dialects.ts";
import { element, fill } from "../../ui/dom.ts";
import { text } from "../../ui/text.ts";
import { valueToYaml } from "../../ui/yaml.ts";
import type { Panel } from "./panel.ts";

/** Keys of a workspace that are shown elsewhere on the page. */
const placed: readonly string[] = [
  "dialect",
  "operation",
  "files",
  "main",
  "expression",
  "resource",
  "title",
  "description",
  "expect",
  "exact",
  "cases",
];

/** Entries of a workspace that none of these panels shows, or that the dialect does not use. */
export function otherEntries(workspace: Workspace, panels: readonly Panel[]): [string, unknown][] {
  const named: readonly string[] = dialectFacts(workspace.dialect).inputTabs;
  const shown = panels
    .filter(({ id, own }) => own || named.includes(id))
    .flatMap(({ keys }): readonly string[] => keys);
  return Object.entries(workspace).filter(([key]) => !placed.includes(key) && !shown.includes(key));
}

function drawEntries(watch: Watch, entries: (workspace: Workspace) => [string, unknown][]): HTMLElement {
  const root = element("div", { class: "input-form" });
  const row = ([key, value]: [string, unknown]): HTMLElement =>
    element(
      "div",
      { class: "input-other" },
      element("p", { class: "code input-other-name" }, key),
      element("pre", { class: "code" }, valueToYaml(value)),
    );
  watch(["workspace"], ({ workspace }) => fill(root, ...entries(workspace).map(row)));
  return root;
}

/** The panel of everything that no other panel shows. */
export function otherPanel(panels: readonly Panel[]): Panel {
  const entries = (workspace: Workspace): [string, unknown][] => otherEntries(workspace, panels);
  return {
    id: "other",
    keys: [],
    label: () => text("inputs.other"),
    count: (workspace) => entries(workspace).length,
    faces: [{ id: "form", draw: (_, watch) => drawEntries(watch, entries) }],
    own: { place: "last", applies: (workspace) => entries(workspace).length > 0 },
  };
}
