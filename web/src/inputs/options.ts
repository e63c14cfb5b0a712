// The options of the dialect: a field for each known option, and YAML for the others.

import type { Workspace } from "evalground";
import type { Store, Watch } from "../store.ts";
import type { OptionFacts } from "../ui/dialects.ts";
import { element, freshId, setAttribute } from "../ui/dom.ts";
import { entriesOf, mapOf } from "../ui/entries.ts";
import { optionsOf, optionsWith, optionValue } from "../ui/options.ts";
import { engineText, text } from "../ui/text.ts";
import { valueToYaml } from "../ui/yaml.ts";
import { plainText } from "./values.ts";
import { readYaml } from "./whole.ts";

/** Sets an option. A default value is left out of the workspace. */
export function setOption(store: Store, option: OptionFacts, value: unknown): void {
  store.edit({ options: optionsWith(store.state.workspace.options, option, value) });
}

/** The options without a field of their own. */
function otherOptionsOf(workspace: Pick<Workspace, "options">, known: readonly string[]): [string, unknown][] {
  return entriesOf(workspace.options).filter(([name]) => !known.includes(name));
}

/** Replaces the options without a field of their own. */
export function setOtherOptions(store: Store, known: readonly string[], next: unknown): void {
  const own = entriesOf(store.state.workspace.options).filter(([name]) => known.includes(name));
  store.edit({ options: optionsOf([...own, ...entriesOf(next)]) });
}

function switchRow(store: Store, watch: Watch, option: OptionFacts): HTMLElement {
  const box = element("input", { type: "checkbox", class: "code", id: freshId("field") });
  box.addEventListener("change", () => setOption(store, option, box.checked));
  watch(["workspace"], ({ workspace }) => {
    box.checked = optionValue(workspace, option) === true;
  });
  return element(
    "label",
    { class: "input-switch code", "data-entry": option.name, title: engineText(option.about) },
    box,
    option.name,
  );
}

/** A value for display: invisible characters are escaped. */
function shownWord(word: string): string {
  return JSON.stringify(word).slice(1, -1);
}

function choiceField(choices: readonly string[]): HTMLSelectElement {
  return element("select", {}, ...choices.map((choice) => element("option", { value: choice }, shownWord(choice))));
}

function lineField(placeholder: string): HTMLInputElement {
  return element("input", { type: "text", class: "code", spellcheck: "false", autocomplete: "off", placeholder });
}

/** The field of a known option: a switch, a choice, several words, or a text. */
export function optionRow(store: Store, watch: Watch, option: OptionFacts): HTMLElement {
  const { name, usual, choices = [], about } = option;
  if (typeof usual === "boolean") return switchRow(store, watch, option);
  const isList = typeof usual === "object";
  const isChoice = !isList && choices.length > 0;
  const field = isChoice ? choiceField(choices) : lineField(isList ? choices.join(", ") : "");
  field.id = freshId("field");
  const words = (): string[] => field.value.split(/[\s,]+/).filter((word) => word !== "");
  field.addEventListener(isChoice ? "change" : "input", () => setOption(store, option, isList ? words() : field.value));
  watch(["workspace"], ({ workspace }) => {
    if (document.activeElement === field) return;
    const value = optionValue(workspace, option);
    field.value = Array.isArray(value) ? value.join(", ") : plainText(value);
  });
  const label = element("label", { class: "code", for: field.id, title: engineText(about) }, name);
  return element("div", { class: "input-field", "data-entry": name }, label, field);
}

/** The options without a field of their own, as YAML. `known` are the names of the others. */
export function otherOptions(store: Store, watch: Watch, known: readonly string[]): HTMLElement {
  const field = element("textarea", { class: "field-text", id: freshId("field"), rows: 2, spellcheck: "false" });
  const problem = element("span", { class: "field-problem", id: freshId("problem") });
  setAttribute(field, "aria-describedby", problem.id);
  field.addEventListener("input", () => {
    const typed = field.value;
    void readYaml(typed).then(({ node, problem: wrong }) => {
      if (field.value !== typed) return;
      const reason = wrong ?? (node && node.kind !== "map" ? text("inputs.notMap") : null);
      problem.textContent = reason ?? "";
      setAttribute(field, "aria-invalid", reason === null ? null : "true");
      if (reason === null) setOtherOptions(store, known, node);
    });
  });
  watch(["workspace"], ({ workspace }) => {
    if (document.activeElement === field) return;
    const others = otherOptionsOf(workspace, known);
    field.value = others.length === 0 ? "" : valueToYaml(mapOf(others));
  });
  return element(
    "div",
    { class: "input-field" },
    element("label", { for: field.id }, text("inputs.otherOptions")),
    field,
    problem,
  );
}
