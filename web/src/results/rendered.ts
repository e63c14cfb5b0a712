// What a template renders for each host: one host, or two side by side as a diff. Hosts with the same text share one
// entry.
//
//   {"hosts": ["web1"], "rendered": {"web1": {"text": "…"}, "web2": {"error": true}}, "differs": true}

import type { JsonNode } from "evalground";
import { element, fill, freshId } from "../ui/dom.ts";
import { prettyJson } from "../ui/json.ts";
import { text } from "../ui/text.ts";
import type { Answer } from "./answer.ts";
import { showDiff } from "./diff.ts";
import { showText } from "./views/lines.ts";
import type { ViewPlace } from "./views/view.ts";
import "./matrix.css";

/** Hosts with the same text; null: the template failed for them. */
interface RenderedGroup {
  hosts: string[];
  text: string | null;
}

/** The different results with their hosts, in the order of their first host. */
export function renderedGroups(root: JsonNode): RenderedGroup[] {
  const groups = new Map<string | null, RenderedGroup>();
  for (const { text: host } of root.get("hosts")?.children ?? []) {
    const entry = root.get("rendered")?.get(host);
    const value = entry?.get("value");
    const text = entry?.get("text")?.text ?? (value ? prettyJson(value) : null);
    const group = groups.get(text) ?? { hosts: [], text };
    group.hosts.push(host);
    groups.set(text, group);
  }
  return [...groups.values()];
}

function labelOf({ hosts, text: shown }: RenderedGroup): string {
  const [first = "", ...others] = hosts;
  const names = others.length === 0 ? first : text("rendered.hosts", { host: first, count: others.length });
  return shown === null ? text("rendered.failed", { host: names }) : names;
}

function chooser(
  label: string,
  groups: readonly RenderedGroup[],
  none: string | null,
): [HTMLElement, HTMLSelectElement] {
  const select = element("select", { id: freshId("rendered") });
  const options = groups.map((group, index) => element("option", { value: String(index) }, labelOf(group)));
  fill(select, none !== null && element("option", { value: "" }, none), ...options);
  return [element("label", { for: select.id }, label, " ", select), select];
}

/** Shows what the template rendered. */
export function showRendered(answer: Answer, { root, showsBlanks }: ViewPlace): void {
  const value = answer.root();
  if (!value) return;
  const groups = renderedGroups(value);
  const [hostField, host] = chooser(text("rendered.host"), groups, null);
  const [otherField, other] = chooser(text("rendered.compare"), groups, text("rendered.alone"));
  const body = element("div", { class: "rendered" });
  const draw = (): void => {
    const one = groups[Number(host.value)];
    const two = other.value === "" ? undefined : groups[Number(other.value)];
    if (!one) return fill(body);
    if (one.text === null) return fill(body, element("p", { class: "result-empty" }, text("rendered.noText")));
    if (two && two !== one && two.text !== null)
      return showDiff(body, two.text, one.text, { path: `${labelOf(two)} → ${labelOf(one)}` });
    showText(body, one.text, { language: "text", fileName: "result.txt", showsBlanks });
  };
  // If hosts differ, show a diff of the first two results.
  host.value = groups.length > 1 ? "1" : "0";
  other.value = groups.length > 1 ? "0" : "";
  host.addEventListener("change", draw);
  other.addEventListener("change", draw);
  fill(
    root,
    element(
      "div",
      { class: "matrix" },
      element(
        "div",
        { class: "matrix-tools" },
        hostField,
        otherField,
        element("output", { class: "muted" }, text("rendered.count", { count: groups.length })),
      ),
      body,
    ),
  );
  draw();
}
