// The inputs of the workspace: a tab for each kind that the dialect reads, each as a form and as YAML of the same value.

import type { Workspace } from "evalground";
import type { Store, Watch } from "../store.ts";
import { dialectFacts, type InputTab, type MapKey } from "../ui/dialects.ts";
import { element, fill } from "../ui/dom.ts";
import { entriesOf } from "../ui/entries.ts";
import { tabs } from "../ui/tabs.ts";
import { text } from "../ui/text.ts";
import { changedDocument, changeList } from "./changes.ts";
import { classForm } from "./classes.ts";
import { chanceFields, limitFields, otherFields } from "./fields.ts";
import { mapForm, mapYaml } from "./maps.ts";
import { missingFrom } from "./missing.ts";
import { valueText, wholeInput } from "./whole.ts";

type Shown = InputTab | "other";
type Face = "form" | "yaml" | "json" | "document" | "list";

/** Keys of a workspace that have a place elsewhere on the page. */
const placedKeys = [
  "dialect",
  "operation",
  "files",
  "main",
  "expression",
  "resource",
  "clock",
  "seed",
  "limits",
  "options",
  "changes",
  "title",
  "description",
  "expect",
];

const mapKeys: readonly string[] = ["vars", "inputs", "attributes", "env", "secrets"] satisfies MapKey[];

function isMapKey(tab: Shown): tab is MapKey {
  return mapKeys.includes(tab);
}

/** Entries of a workspace that no tab of its dialect shows: kept, shown under "Other", never dropped. */
export function otherEntries(workspace: Workspace): [string, unknown][] {
  const shown: string[] = [...placedKeys, ...dialectFacts(workspace.dialect).inputTabs];
  return Object.entries(workspace).filter(([key]) => !shown.includes(key));
}

/** How many entries a tab holds, for the number beside its name. */
function countOf(workspace: Workspace, tab: Shown): number {
  if (isMapKey(tab)) return entriesOf(workspace[tab]).length;
  if (tab === "data" || tab === "local") return Number(workspace[tab] !== undefined);
  if (tab === "classes" || tab === "changes") return workspace[tab]?.length ?? 0;
  if (tab === "chance") return Number(workspace.clock !== undefined) + Number(workspace.seed !== undefined);
  if (tab === "limits") return entriesOf(workspace.limits).length + entriesOf(workspace.options).length;
  return otherEntries(workspace).length;
}

/** The ways in which a tab can be shown, the usual one first. */
function facesOf(tab: Shown): Face[] {
  if (tab === "data" || tab === "local") return ["yaml", "json"];
  if (tab === "changes") return ["document", "list"];
  return isMapKey(tab) || tab === "classes" ? ["form", "yaml"] : [];
}

function labelOf(workspace: Workspace, tab: Shown): string {
  return text(
    tab === "inputs" && dialectFacts(workspace.dialect).declaresInputs ? "inputs.parameters" : `inputs.${tab}`,
  );
}

/** Shows the inputs and lets the user change them. */
export function mountInputs(root: HTMLElement, store: Store): void {
  const head = root.querySelector(".pane-head") as HTMLElement;
  const body = root.querySelector(".pane-body") as HTMLElement;
  let chosen: Shown = "vars";
  let face: Face = "form";
  let shownAs = "";
  let restored = false;
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
  const radios = (["form", "yaml", "json", "document", "list"] as const).map((name) => {
    const radio = element("input", { type: "radio", name: "input-face", value: name });
    radio.addEventListener("change", () => {
      face = name;
      show();
    });
    const label = element("label", {}, radio, text(`inputs.${name}`));
    faces.append(label);
    return { name, radio, label };
  });
  fill(head, element("h2", { class: "spoken" }, text("pane.inputs")), list.root);
  const place = element("div", { class: "input-place" });
  fill(body, faces, place);

  function offered(): Shown[] {
    const { workspace } = store.state;
    const all: Shown[] = [...dialectFacts(workspace.dialect).inputTabs];
    if (restores()) all.unshift("changes");
    if (otherEntries(workspace).length > 0) all.push("other");
    return all;
  }

  /** Merge directives are restored, from data that this pane lets the user change. */
  function restores(): boolean {
    return store.state.workspace.operation === "restore";
  }

  function show(): void {
    const all = offered();
    if (restores() !== restored) {
      restored = restores();
      if (restored) chosen = "changes";
    }
    if (!all.includes(chosen)) chosen = all[0] ?? "limits";
    const { workspace } = store.state;
    list.show(
      all.map((id) => {
        const count = countOf(workspace, id);
        const missing = isMapKey(id) ? missingFrom(store.state, id).length : 0;
        const label = labelOf(workspace, id);
        const asked =
          missing > 0 &&
          element("span", { class: "count asked", title: text("inputs.missing", { count: missing }) }, ` +${missing}`);
        return {
          id,
          label,
          controls: body.id,
          content: [label, count > 0 && element("span", { class: "count" }, ` ${count}`), asked],
        };
      }),
      chosen,
    );
    const possible = facesOf(chosen);
    const current = possible.includes(face) ? face : (possible[0] ?? "form");
    faces.hidden = possible.length < 2;
    for (const { name, radio, label } of radios) {
      label.hidden = !possible.includes(name);
      radio.checked = name === current;
    }
    const next = `${store.state.draft} ${workspace.dialect} ${chosen} ${current}`;
    if (next === shownAs) return;
    shownAs = next;
    for (const stop of stops.splice(0)) stop();
    fill(
      place,
      content(chosen, current, (keys, listener) => stops.push(store.watch(keys, listener))),
    );
  }

  function content(tab: Shown, current: Face, watch: Watch): HTMLElement {
    if (isMapKey(tab)) return current === "form" ? mapForm(store, watch, tab) : mapYaml(store, watch, tab);
    if (tab === "data" || tab === "local") return wholeInput(store, watch, tab, current === "json" ? "json" : "yaml");
    if (tab === "changes") return current === "list" ? changeList(store, watch) : changedDocument(store, watch);
    if (tab === "classes") return current === "form" ? classForm(store, watch) : classYaml(watch);
    if (tab === "chance") return chanceFields(store, watch);
    if (tab === "limits") return limitFields(store, watch);
    return otherFields(watch, otherEntries);
  }

  function classYaml(watch: Watch): HTMLElement {
    return valueText(watch, {
      label: text("inputs.yamlLabel", { tab: text("inputs.classes") }),
      face: "yaml",
      read: () => store.state.workspace.classes,
      write: (value) => store.edit({ classes: value as string[] | undefined }),
      refuse: (node) =>
        node.kind === "list" && node.children.every(({ kind }) => kind === "string") ? null : text("inputs.notTexts"),
    });
  }

  store.handle("openInput", (tab) => {
    chosen = tab;
    show();
    store.perform("openPane", { pane: "inputs", focus: false });
    place.querySelector<HTMLElement>("input, textarea, button")?.focus();
  });
  store.watch(["workspace", "draft", "result", "outline"], show);
}
