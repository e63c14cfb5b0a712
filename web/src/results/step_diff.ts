// What one round of an evaluation changed: for a pass of a policy the variables, classes and reports, for a stage of a
// pipeline the objects that pass through it.

import { readJson, type JsonNode, writeJson } from "evalground";
import { element, fill } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import { toYaml } from "../ui/yaml.ts";
import type { Step, StageParts } from "./stages.ts";
import { compareValues, mostChanges, type ValueChange } from "./value_diff.ts";
import { pathText } from "./rows.ts";
import "./diff.css";

const signs = { added: "+", removed: "−", changed: "~" };

/** The state after a round as one value: its value, or a map of variables, classes and reports. */
function partsValue(parts: StageParts | null): JsonNode | null {
  if (!parts) return null;
  const { json, variablesJson, classes, reports } = parts;
  if (json !== undefined) return readJson(json);
  const all = new Map<string, unknown>();
  if (variablesJson !== undefined) all.set(text("view.variables"), readJson(variablesJson));
  if (classes) all.set(text("view.classes"), classes);
  if (reports) all.set(text("view.reports"), reports);
  return all.size === 0 ? null : readJson(writeJson(all));
}

function written(node: JsonNode): string {
  return node.children.length === 0 ? writeJson(node) : toYaml(node).trimEnd();
}

function row({ kind, path, before, after }: ValueChange): HTMLElement {
  const value = (node: JsonNode | undefined, tag: "ins" | "del"): HTMLElement | null =>
    node ? element(tag, {}, written(node)) : null;
  return element(
    "tr",
    { "data-diff": kind === "changed" ? "added" : kind },
    element(
      "td",
      { class: "diff-sign" },
      element("span", { "aria-hidden": "true" }, signs[kind]),
      element("span", { class: "spoken" }, text(kind === "changed" ? "steps.changed" : `diff.kind.${kind}`)),
    ),
    element("th", { scope: "row", class: "diff-path", dir: "auto" }, pathText(path) || text("results.whole")),
    element(
      "td",
      { class: "diff-line", dir: "auto" },
      value(before, "del"),
      before && after ? element("span", { class: "diff-arrow", "aria-hidden": "true" }, " → ") : null,
      value(after, "ins"),
    ),
  );
}

/** Shows changes as a table below a summary. `label` is the table's accessible name. */
export function showChanges(
  root: HTMLElement,
  changes: readonly ValueChange[],
  { summary, label }: { summary: string; label: string },
): void {
  fill(
    root,
    element("div", { class: "diff-head" }, element("p", { class: "diff-summary" }, summary)),
    changes.length > 0 &&
      element(
        "table",
        { class: "diff step-diff", "data-result-text": true },
        element("caption", { class: "spoken" }, label),
        element("tbody", {}, ...changes.map(row)),
      ),
    changes.length >= mostChanges &&
      element("p", { class: "muted diff-summary" }, text("steps.cut", { count: mostChanges })),
  );
}

/** Shows what a round changed. `first` is the state before the first round, if it is known. */
export function showStep(root: HTMLElement, { name, before, after }: Step, first: JsonNode | null): void {
  const changes = compareValues(before ? partsValue(before) : first, partsValue(after));
  const count = (kind: ValueChange["kind"]): number => changes.filter((each) => each.kind === kind).length;
  const summary =
    changes.length === 0
      ? text("steps.nothing", { name })
      : text("steps.summary", {
          name,
          added: count("added"),
          changed: count("changed"),
          removed: count("removed"),
        });
  showChanges(root, changes, { summary, label: text("steps.label", { name }) });
}
