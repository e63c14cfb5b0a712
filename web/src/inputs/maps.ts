// The two faces of an input that is a map: rows of name, type and value, or YAML. Both edit the same value.

import { readJson, toFaithful, type JsonNode } from "evalground";
import { engineReady } from "../run/engine.ts";
import type { Store, Watch } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { button, element, fill, freshId, setAttribute } from "../ui/dom.ts";
import { entriesOf, mapOf } from "../ui/entries.ts";
import { text } from "../ui/text.ts";
import { valueToYaml } from "../ui/yaml.ts";
import { converted, plainText, readNumber, typeOf, type ValueType } from "./values.ts";

export type MapKey = "vars" | "inputs" | "env" | "secrets";

const valueTypes: ValueType[] = ["string", "number", "boolean", "null", "yaml"];

/** What a YAML text holds, or the first thing wrong with it. The engine reads it, as it reads documents. */
async function readYaml(written: string): Promise<{ node: JsonNode | null; problem: string | null }> {
  if (written.trim() === "") return { node: null, problem: null };
  const { json, diagnostics } = await (await engineReady()).parse(written);
  if (json === undefined) return { node: null, problem: diagnostics[0]?.message ?? text("inputs.notMap") };
  return { node: readJson(json), problem: null };
}

/** Rows of name, type and value. */
export function mapForm(store: Store, watch: Watch, key: MapKey): HTMLElement {
  const onlyText = key === "env" || key === "secrets";
  const rows = element("div", { class: "input-rows" });
  const empty = element("p", { class: "muted input-note" }, text(`inputs.none.${key}`));
  const root = element("div", { class: "input-form" }, empty, rows);
  const shownSecrets = new Set<string>();
  let written: unknown = store.state.workspace[key];

  function entries(): [string, unknown][] {
    return entriesOf(store.state.workspace[key]);
  }
  function write(next: [string, unknown][]): void {
    written = next.length === 0 ? undefined : mapOf(next);
    store.edit({ [key]: written });
  }

  function row([name, value]: [string, unknown], place: number): HTMLElement {
    const problem = element("span", { class: "field-problem", id: freshId("problem") });
    const nameField = element("input", { type: "text", class: "code input-name", "aria-label": text("inputs.nameOf", { place: place + 1 }), "aria-describedby": problem.id, spellcheck: "false", autocomplete: "off" });
    nameField.value = name;
    nameField.addEventListener("change", () => {
      const taken = entries().some(([other], at) => other === nameField.value && at !== place);
      setAttribute(nameField, "aria-invalid", taken ? "true" : null);
      problem.textContent = taken ? text("inputs.sameName") : "";
      if (taken) return;
      write(entries().map((entry, at) => (at === place ? [nameField.value, entry[1]] : entry)));
      relabel(nameField.value);
    });
    const change = (next: unknown): void => write(entries().map((entry, at) => (at === place ? [entry[0], next] : entry)));
    const type = element("select", { class: "input-type" }, ...valueTypes.map((each) => element("option", { value: each }, text(`inputs.type.${each}`))));
    type.value = typeOf(value);
    type.addEventListener("change", () => {
      change(converted(value, type.value as ValueType));
      show();
      (rows.children[place]?.querySelector(".input-type") as HTMLElement | null)?.focus();
    });
    const remove = button({
      label: text("inputs.remove", { name }),
      icon: "close",
      class: "quiet",
      press: () => {
        write(entries().filter((_, at) => at !== place));
        announce(text("inputs.removed", { name: nameField.value }));
        show();
        (root.querySelector(".input-add") as HTMLElement | null)?.focus();
      },
    });
    const valuePlace = valueField(name, value, change, problem);
    const made = element("div", { class: onlyText ? "input-row text-only" : "input-row", role: "group" }, nameField, !onlyText && type, valuePlace, remove, problem);
    // A renamed row keeps its fields, so that the focus stays; only what they are called changes.
    function relabel(to: string): void {
      setAttribute(made, "aria-label", to);
      setAttribute(type, "aria-label", text("inputs.typeOf", { name: to }));
      const field = valuePlace.matches("input, textarea, button") ? valuePlace : valuePlace.querySelector("input");
      if (field) setAttribute(field, "aria-label", text("inputs.valueOf", { name: to }));
      setAttribute(remove, "aria-label", text("inputs.remove", { name: to }));
      remove.title = text("inputs.remove", { name: to });
    }
    relabel(name);
    return made;
  }

  function valueField(name: string, value: unknown, change: (next: unknown) => void, problem: HTMLElement): HTMLElement {
    const label = { "aria-describedby": problem.id };
    if (key === "secrets") return secretField(name, value, change, label);
    const type = onlyText ? "string" : typeOf(value);
    if (type === "null") return element("span", { class: "muted code" }, "null");
    if (type === "boolean") {
      const toggle = element("button", { type: "button", role: "switch", class: "button quiet switch", ...label, "aria-checked": String(value) }, element("span", { class: "switch-track", "aria-hidden": "true" }));
      toggle.addEventListener("click", () => {
        const next = toggle.getAttribute("aria-checked") !== "true";
        setAttribute(toggle, "aria-checked", String(next));
        change(next);
      });
      return toggle;
    }
    if (type === "yaml") {
      const field = element("textarea", { class: "field-text", rows: 3, spellcheck: "false", wrap: "off", ...label });
      field.value = valueToYaml(value);
      field.addEventListener("input", () => {
        void readYaml(field.value).then(({ node, problem: wrong }) => {
          problem.textContent = wrong ?? "";
          setAttribute(field, "aria-invalid", wrong === null ? null : "true");
          if (wrong === null) change(node === null ? null : toFaithful(node));
        });
      });
      return field;
    }
    const field = element("input", { type: "text", class: "code", spellcheck: "false", autocomplete: "off", inputmode: type === "number" ? "decimal" : undefined, ...label });
    field.value = plainText(value);
    field.addEventListener("input", () => {
      const next = type === "number" ? readNumber(field.value) : field.value;
      setAttribute(field, "aria-invalid", next === null ? "true" : null);
      problem.textContent = next === null ? text("inputs.notNumber") : "";
      if (next !== null) change(next);
    });
    return field;
  }

  function secretField(name: string, value: unknown, change: (next: unknown) => void, label: Record<string, string>): HTMLElement {
    const isShown = shownSecrets.has(name);
    const field = element("input", { type: isShown ? "text" : "password", class: "code", spellcheck: "false", autocomplete: "off", placeholder: value === null ? text("inputs.withheld") : "", ...label });
    field.value = plainText(value);
    field.addEventListener("input", () => change(field.value));
    const toggle = button({
      label: text(isShown ? "inputs.hide" : "inputs.show", { name }),
      icon: "lock",
      class: "quiet",
      press: () => {
        if (!shownSecrets.delete(name)) shownSecrets.add(name);
        show();
      },
    });
    setAttribute(toggle, "aria-pressed", String(isShown));
    return element("span", { class: "input-secret" }, field, toggle);
  }

  const add = button({
    label: text("inputs.add"),
    icon: "add",
    words: true,
    class: "quiet input-add",
    press: () => {
      const names = entries().map(([name]) => name);
      let name = "name";
      for (let number = 2; names.includes(name); number += 1) name = `name${number}`;
      write([...entries(), [name, ""]]);
      show();
      const field = rows.lastElementChild?.querySelector("input");
      field?.focus();
      field?.select();
    },
  });
  root.append(add);
  if (key === "secrets") root.append(rememberSecrets(store));

  function show(): void {
    const all = entries();
    empty.hidden = all.length > 0;
    fill(rows, ...all.map(row));
  }
  show();
  watch(["workspace"], ({ workspace }) => {
    // What was typed into a row is in the row already.
    if (workspace[key] !== written) show();
    written = workspace[key];
  });
  return root;
}

function rememberSecrets(store: Store): HTMLElement {
  const box = element("input", { type: "checkbox" });
  box.checked = store.state.rememberSecrets;
  box.addEventListener("change", () => store.update({ rememberSecrets: box.checked }));
  return element("label", { class: "input-note" }, box, text("inputs.remember"));
}

/** The whole map as YAML; its comments stay as long as nothing else changes the value. */
export function mapYaml(store: Store, watch: Watch, key: MapKey): HTMLElement {
  const problem = element("p", { class: "field-problem", id: freshId("problem") });
  const field = element("textarea", { class: "plain-editor", spellcheck: "false", wrap: "off", "aria-label": text("inputs.yamlLabel", { tab: text(`inputs.${key}`) }), "aria-describedby": problem.id });
  const root = element("div", { class: "input-yaml" }, field, problem);
  let written: unknown = null;
  let asked = 0;

  field.addEventListener("input", () => {
    asked += 1;
    const question = asked;
    void readYaml(field.value).then(({ node, problem: wrong }) => {
      // A later keystroke has asked again.
      if (question !== asked) return;
      const reason = wrong ?? problemOf(node, key);
      problem.textContent = reason ?? "";
      setAttribute(field, "aria-invalid", reason === null ? null : "true");
      if (reason !== null) return;
      written = node === null ? undefined : toFaithful(node);
      store.edit({ [key]: written });
    });
  });
  watch(["workspace"], ({ workspace }) => {
    const value = workspace[key];
    if (value === written) return;
    written = value;
    field.value = entriesOf(value).length === 0 ? "" : valueToYaml(value);
  });
  return root;
}

/** Why a value cannot be this input, or null. */
function problemOf(node: JsonNode | null, key: MapKey): string | null {
  if (node === null) return null;
  if (node.kind !== "map") return text("inputs.notMap");
  const onlyText = key === "env" || key === "secrets";
  return onlyText && node.children.some(({ kind }) => kind !== "string" && !(key === "secrets" && kind === "null")) ? text("inputs.onlyText") : null;
}
