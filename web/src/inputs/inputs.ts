// The inputs of the workspace: a tab for each kind that the dialect reads, each as a form and as YAML of the same value.

import type { Workspace } from "evalground";
import type { Store, Watch } from "../store.ts";
import { dialectFacts, type InputTab } from "../ui/dialects.ts";
import { element, fill } from "../ui/dom.ts";
import { entriesOf } from "../ui/entries.ts";
import { tabs } from "../ui/tabs.ts";
import { text } from "../ui/text.ts";
import { chanceFields, limitFields, otherFields } from "./fields.ts";
import { mapForm, mapYaml, type MapKey } from "./maps.ts";

type Shown = InputTab | "other";

/** Keys of a workspace that have a place of their own on the page; the rest is kept and shown under "Other". */
const knownKeys = new Set(["dialect", "operation", "files", "main", "expression", "resource", "vars", "inputs", "env", "secrets", "clock", "seed", "limits", "options", "title", "description", "expect"]);

const mapKeys: readonly string[] = ["vars", "inputs", "env", "secrets"] satisfies MapKey[];

function isMapKey(tab: Shown): tab is MapKey {
  return mapKeys.includes(tab);
}

/** Entries of a workspace that this page has no place for. */
export function otherEntries(workspace: Workspace): [string, unknown][] {
  return Object.entries(workspace).filter(([key]) => !knownKeys.has(key));
}

/** How many entries a tab holds, for the number beside its name. */
function countOf(workspace: Workspace, tab: Shown): number {
  if (isMapKey(tab)) return entriesOf(workspace[tab]).length;
  if (tab === "chance") return Number(workspace.clock !== undefined) + Number(workspace.seed !== undefined);
  if (tab === "limits") return entriesOf(workspace.limits).length + entriesOf(workspace.options).length;
  return otherEntries(workspace).length;
}

/** Shows the inputs and lets the user change them. */
export function mountInputs(root: HTMLElement, store: Store): void {
  const head = root.querySelector(".pane-head") as HTMLElement;
  const body = root.querySelector(".pane-body") as HTMLElement;
  let chosen: Shown = "vars";
  let face: "form" | "yaml" = "form";
  let shownAs = "";
  const stops: (() => void)[] = [];

  const list = tabs({
    label: text("inputs.label"),
    activation: "automatic",
    choose: (id) => {
      chosen = id as Shown;
      show();
    },
  });
  const faces = element("div", { role: "radiogroup", class: "segments small", "aria-label": text("inputs.face") });
  for (const name of ["form", "yaml"] as const) {
    const radio = element("input", { type: "radio", name: "input-face", value: name });
    radio.checked = face === name;
    radio.addEventListener("change", () => {
      face = name;
      show();
    });
    faces.append(element("label", {}, radio, text(`inputs.${name}`)));
  }
  fill(head, element("h2", { class: "spoken" }, text("pane.inputs")), list.root);
  const place = element("div", { class: "input-place" });
  fill(body, faces, place);

  function offered(): Shown[] {
    const { workspace } = store.state;
    const all: Shown[] = [...dialectFacts(workspace.dialect).inputTabs];
    if (otherEntries(workspace).length > 0) all.push("other");
    return all;
  }

  function show(): void {
    const all = offered();
    if (!all.includes(chosen)) chosen = all[0] ?? "limits";
    const { workspace } = store.state;
    list.show(
      all.map((id) => {
        const count = countOf(workspace, id);
        return { id, label: text(`inputs.${id}`), controls: body.id, content: [text(`inputs.${id}`), count > 0 && element("span", { class: "count" }, ` ${count}`)] };
      }),
      chosen,
    );
    faces.hidden = !isMapKey(chosen);
    const next = `${store.state.draft} ${chosen} ${face}`;
    if (next === shownAs) return;
    shownAs = next;
    for (const stop of stops.splice(0)) stop();
    fill(place, content((keys, listener) => stops.push(store.watch(keys, listener))));
  }

  function content(watch: Watch): HTMLElement {
    if (isMapKey(chosen)) return face === "form" ? mapForm(store, watch, chosen) : mapYaml(store, watch, chosen);
    if (chosen === "chance") return chanceFields(store, watch);
    if (chosen === "limits") return limitFields(store, watch);
    return otherFields(watch, otherEntries);
  }

  store.watch(["workspace", "draft"], show);
}
