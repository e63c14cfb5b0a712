// The two faces of an input that is a map: rows of name, type and value, or YAML. Both edit the same value.

import { toFaithful, type JsonNode } from "evalground";
import type { Store, Watch } from "../store.ts";
import { announce } from "../ui/announce.ts";
import type { MapKey } from "../ui/dialects.ts";
import { button, element, fill, freshId, setAttribute } from "../ui/dom.ts";
import { entriesOf, mapOf } from "../ui/entries.ts";
import { declaration, parametersOf, secretInputs } from "../ui/outline.ts";
import { text } from "../ui/text.ts";
import { valueToYaml } from "../ui/yaml.ts";
import { missingRows, withMissing } from "./missing.ts";
import { converted, plainText, readNumber, typeOf, type ValueType } from "./values.ts";
import { readYaml, valueText } from "./whole.ts";

const valueTypes: ValueType[] = ["string", "number", "boolean", "null", "yaml"];

/** Rows of name, type and value. */
export function mapForm(store: Store, watch: Watch, key: MapKey): HTMLElement {
  const onlyText = key === "env" || key === "secrets";
  const rows = element("div", { class: "input-rows" });
  const empty = element("p", { class: "muted input-note" }, text(`inputs.none.${key}`));
  const root = element("div", { class: "input-form" }, empty, rows);
  const shownSecrets = new Set<string>();
  /** Inputs that are secret by their declaration. */
  let masked = maskedNow();
  let written: unknown = store.state.workspace[key];

  function maskedNow(): string[] {
    return key === "inputs" ? secretInputs(store.state.workspace, store.state.outline) : [];
  }
  function entries(): [string, unknown][] {
    return entriesOf(store.state.workspace[key]);
  }
  function write(next: [string, unknown][]): void {
    written = next.length === 0 ? undefined : mapOf(next);
    store.edit({ [key]: written });
  }

  function row([name, value]: [string, unknown], place: number): HTMLElement {
    const problem = element("span", { class: "field-problem", id: freshId("problem") });
    const nameField = element("input", {
      type: "text",
      class: "code input-name",
      "aria-label": text("inputs.nameOf", { place: place + 1 }),
      "aria-describedby": problem.id,
      spellcheck: "false",
      autocomplete: "off",
    });
    nameField.value = name;
    nameField.addEventListener("change", () => {
      const taken = entries().some(([other], at) => other === nameField.value && at !== place);
      setAttribute(nameField, "aria-invalid", taken ? "true" : null);
      problem.textContent = taken ? text("inputs.sameName") : "";
      if (taken) return;
      write(entries().map((entry, at) => (at === place ? [nameField.value, entry[1]] : entry)));
      relabel(nameField.value);
    });
    const change = (next: unknown): void =>
      write(entries().map((entry, at) => (at === place ? [entry[0], next] : entry)));
    const type = element(
      "select",
      { class: "input-type" },
      ...valueTypes.map((each) => element("option", { value: each }, text(`inputs.type.${each}`))),
    );
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
    const note = key === "inputs" && element("span", { class: "input-declared muted", dir: "auto" });
    const made = element(
      "div",
      { class: onlyText ? "input-row text-only" : "input-row", role: "group" },
      nameField,
      !onlyText && type,
      valuePlace,
      remove,
      problem,
      note,
    );
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

  function valueField(
    name: string,
    value: unknown,
    change: (next: unknown) => void,
    problem: HTMLElement,
  ): HTMLElement {
    const label = { "aria-describedby": problem.id };
    if (key === "secrets" || masked.includes(name)) return secretField(name, value, change, label);
    const type = onlyText ? "string" : typeOf(value);
    if (type === "null") return element("span", { class: "muted code" }, "null");
    if (type === "boolean") {
      const toggle = element(
        "button",
        { type: "button", role: "switch", class: "button quiet switch", ...label, "aria-checked": String(value) },
        element("span", { class: "switch-track", "aria-hidden": "true" }),
      );
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
    const field = element("input", {
      type: "text",
      class: "code",
      spellcheck: "false",
      autocomplete: "off",
      inputmode: type === "number" ? "decimal" : undefined,
      ...label,
    });
    field.value = plainText(value);
    field.addEventListener("input", () => {
      const next = type === "number" ? readNumber(field.value) : field.value;
      setAttribute(field, "aria-invalid", next === null ? "true" : null);
      problem.textContent = next === null ? text("inputs.notNumber") : "";
      if (next !== null) change(next);
    });
    return field;
  }

  function secretField(
    name: string,
    value: unknown,
    change: (next: unknown) => void,
    label: Record<string, string>,
  ): HTMLElement {
    const isShown = shownSecrets.has(name);
    const field = element("input", {
      type: isShown ? "text" : "password",
      class: "code",
      spellcheck: "false",
      autocomplete: "off",
      placeholder: value === null ? text("inputs.withheld") : "",
      ...label,
    });
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
      write([...entries(), [name, key === "attributes" ? {} : ""]]);
      show();
      const field = rows.lastElementChild?.querySelector("input");
      field?.focus();
      field?.select();
    },
  });
  const missing = missingRows(store, watch, key, (chosen) => {
    write(withMissing(entries(), chosen));
    show();
    const at = entries().findIndex(([name]) => name === (chosen.owner ?? chosen.name));
    rows.children[at]
      ?.querySelector<HTMLElement>(
        ".input-type ~ :is(input, textarea, button), .input-secret input, .input-name ~ input",
      )
      ?.focus();
  });
  root.append(missing, add);
  if (key === "secrets") root.append(rememberSecrets(store));

  function show(): void {
    const all = entries();
    empty.hidden = all.length > 0;
    fill(rows, ...all.map(row));
    showDeclarations();
  }
  /** Says of each row what the document declares of it. */
  function showDeclarations(): void {
    const declared = parametersOf(store.state.outline);
    for (const [at, [name]] of entries().entries()) {
      const note = rows.children[at]?.querySelector(".input-declared");
      if (note) note.textContent = declaration(declared.get(name) ?? {});
    }
  }
  show();
  if (key === "inputs") {
    watch(["outline"], () => {
      if (maskedNow().join() !== masked.join()) {
        masked = maskedNow();
        show();
      } else showDeclarations();
    });
  }
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
  const read = (): unknown =>
    entriesOf(store.state.workspace[key]).length === 0 ? undefined : store.state.workspace[key];
  return valueText(watch, {
    label: text("inputs.yamlLabel", { tab: text(`inputs.${key}`) }),
    face: "yaml",
    read,
    write: (value) => store.edit({ [key]: value }),
    refuse: (node) => problemOf(node, key),
  });
}

/** Why a value cannot be this input, or null. */
function problemOf(node: JsonNode, key: MapKey): string | null {
  if (node.kind !== "map") return text("inputs.notMap");
  const onlyText = key === "env" || key === "secrets";
  return onlyText && node.children.some(({ kind }) => kind !== "string" && !(key === "secrets" && kind === "null"))
    ? text("inputs.onlyText")
    : null;
}
