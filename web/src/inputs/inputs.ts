// The inputs of the workspace: a tab for each panel that its dialect uses. A panel is shown as a form, as YAML of the
// same value, or in another form of its own.

import type { Store } from "../store.ts";
import { button, byId, element, fill, setAttribute } from "../ui/dom.ts";
import { type Tab, tabs } from "../ui/tabs.ts";
import { text } from "../ui/text.ts";
import { PanelChoice } from "./choice.ts";
import type { Face, Panel } from "./panels/panel.ts";
import { valueField } from "./row.ts";

const faceIds: readonly Face["id"][] = ["form", "yaml", "json", "document", "list"];

/** The choice between the forms of a panel. */
function faceRadios(choose: (id: Face["id"]) => void): {
  root: HTMLElement;
  show: (panel: Panel, face: Face) => void;
} {
  const root = element("div", { role: "radiogroup", class: "segments small", "aria-label": text("inputs.face") });
  const radios = faceIds.map((id) => {
    const radio = element("input", { type: "radio", name: "input-face", value: id });
    radio.addEventListener("change", () => choose(id));
    const label = element("label", {}, radio, text(`inputs.faces.${id}`));
    root.append(label);
    return { id, radio, label };
  });
  return {
    root,
    show: (panel, face) => {
      const choices = panel.faces.length < 2 ? [] : panel.faces;
      root.hidden = choices.length === 0;
      for (const { id, radio, label } of radios) {
        label.hidden = !choices.some((each) => each.id === id);
        radio.checked = id === face.id;
      }
    },
  };
}

/** Draws the tab of a panel: its name, the number of its entries and of its missing entries. */
function drawTab(store: Store, panel: Panel, controls: string): Tab {
  const { workspace } = store.state;
  const count = panel.count(workspace);
  const missing = panel.missing?.(store.state) ?? 0;
  const label = panel.label(workspace);
  const asked =
    missing > 0 &&
    element(
      "span",
      { class: "count asked", title: text("inputs.missing", { count: missing }) },
      text("inputs.unset", { count: missing }),
    );
  const set = count > 0 && element("span", { class: "count", title: text("inputs.entries", { count }) }, ` ${count}`);
  return {
    id: panel.id,
    label,
    controls,
    content: [label, set, asked],
  };
}

/** Shows the inputs and lets the user change them. */
export function mountInputs(root: HTMLElement, store: Store): void {
  const head = root.querySelector(".pane-head") as HTMLElement;
  const body = root.querySelector(".pane-body") as HTMLElement;
  const choice = new PanelChoice(store);
  const place = element("div", { class: "input-place" });
  const stops: (() => void)[] = [];
  let shown = "";
  const list = tabs({
    label: text("inputs.label"),
    activation: "automatic",
    choose: (id) => {
      choice.choose(id);
      show();
    },
  });
  const faces = faceRadios((id) => {
    choice.chooseFace(id);
    show();
  });
  const tall = button({
    label: text("inputs.tall"),
    icon: "expand",
    class: "quiet small inputs-tall",
    attributes: { "aria-pressed": "false" },
    press: () => {
      const middle = byId("middle");
      const isTall = middle.toggleAttribute("data-tall");
      setAttribute(tall, "aria-pressed", String(isTall));
    },
  });
  const beside = button({
    label: text("inputs.beside"),
    icon: "input",
    class: "quiet small inputs-beside",
    attributes: { "aria-pressed": "false" },
    press: () => store.perform("placeInputs", !store.state.inputsBeside),
  });
  store.watch(["inputsBeside"], ({ inputsBeside }) => setAttribute(beside, "aria-pressed", String(inputsBeside)));
  const tools = element("div", { class: "inputs-tools" }, tall, beside);
  fill(head, element("h2", { class: "spoken" }, text("pane.inputs")), list.root, tools);
  fill(body, faces.root, place);

  function show(): void {
    const { all, panel, face } = choice.current();
    list.show(
      all.map((each) => drawTab(store, each, body.id)),
      panel.id,
    );
    faces.show(panel, face);
    const { draft, workspace } = store.state;
    const next = `${draft} ${workspace.dialect} ${panel.id} ${face.id}`;
    if (next === shown) return;
    const isOther = shown !== "";
    shown = next;
    for (const stop of stops.splice(0)) stop();
    fill(
      place,
      face.draw(store, (keys, listener, ended) => {
        stops.push(store.watch(keys, listener));
        if (ended) stops.push(ended);
      }),
    );
    // The position belongs to the panel that was left.
    if (isOther) body.scrollTop = 0;
  }

  store.handle("openInput", ({ tab, name }) => {
    choice.choose(tab);
    if (name !== undefined) choice.chooseFace("form");
    show();
    store.perform("openPane", { pane: "inputs", focus: false });
    const rows = [...place.querySelectorAll<HTMLElement>("[data-entry]")];
    const row = rows.find(({ dataset }) => dataset["entry"] === name);
    const field = row?.querySelector<HTMLElement>(valueField) ?? row?.querySelector<HTMLElement>("input, select");
    (field ?? place.querySelector<HTMLElement>("[data-focus-here], input, textarea, button"))?.focus();
  });
  store.watch(["workspace", "draft", "result", "outline"], show);
}
