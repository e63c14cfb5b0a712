// One row of a map's form: its name, its type, and the field that suits the value.

import { toFaithful } from "evalground";
import { button, element, freshId, setAttribute } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import { valueToYaml } from "../ui/yaml.ts";
import type { MapRows } from "./rows.ts";
import { plainText, readNumber, typeOf, valueRange, type ValueType } from "./values.ts";
import { type KeyRules, readYaml } from "./whole.ts";

/** Selector of the field that edits a row's value. */
export const valueField = ".input-type ~ :is(input, textarea, button), .input-secret input, .input-name ~ input";

const valueTypes: ValueType[] = ["string", "number", "boolean", "null", "yaml"];

/** What a row is drawn from. */
interface Row {
  name: string;
  value: unknown;
  place: number;
  /** The value is hidden behind dots, unless it is revealed. */
  isHidden: boolean;
  isRevealed: boolean;
}

/** Actions that affect more than the row. The form carries them out. */
interface RowActions {
  retyped: (place: number) => void;
  reveal: (name: string) => void;
  remove: (place: number, name: string) => void;
}

/** The value of a field, and where changes and problems go. */
interface Field {
  value: unknown;
  change: (next: unknown) => void;
  /** Element that shows what is wrong with the typed text. */
  problem: HTMLElement;
  /** The rules for parsing YAML here. */
  rules: () => KeyRules;
  /** A text typed earlier that is not a value yet. */
  unread: string | undefined;
  /** Remembers such a text, or forgets it. */
  keepUnread: (typed: string | null) => void;
}

/** Shows what is wrong with the text of a field; null clears it. */
function say(problem: HTMLElement, field: HTMLElement, wrong: string | null): void {
  problem.textContent = wrong ?? "";
  setAttribute(field, "aria-invalid", wrong === null ? null : "true");
}

function switchField({ value, change, problem }: Field): HTMLElement {
  const toggle = element(
    "button",
    {
      type: "button",
      role: "switch",
      class: "button quiet switch",
      "aria-describedby": problem.id,
      "aria-checked": String(value),
    },
    element("span", { class: "switch-track", "aria-hidden": "true" }),
  );
  toggle.addEventListener("click", () => {
    const next = toggle.getAttribute("aria-checked") !== "true";
    setAttribute(toggle, "aria-checked", String(next));
    change(next);
  });
  return toggle;
}

/** Focuses the field of a new value with the value selected, so that typing replaces it. */
export function selectValue(field: HTMLElement, key: string): void {
  field.focus();
  if (field instanceof HTMLTextAreaElement) field.setSelectionRange(...valueRange(field.value, key));
  else if (field instanceof HTMLInputElement) field.select();
}

function yamlField({ value, change, problem, rules, unread, keepUnread }: Field): HTMLElement {
  const field = element("textarea", {
    class: "field-text",
    rows: 3,
    spellcheck: "false",
    wrap: "off",
    "aria-describedby": problem.id,
  });
  const read = (): void => {
    const typed = field.value;
    keepUnread(typed);
    void readYaml(typed, rules()).then(({ node, problem: wrong }) => {
      if (field.value !== typed) return;
      say(problem, field, wrong);
      if (wrong !== null) return;
      keepUnread(null);
      change(node === null ? null : toFaithful(node));
    });
  };
  // Without the last line break, so that the caret begins after the value and not on an empty line.
  field.value = unread ?? valueToYaml(value).trimEnd();
  if (unread !== undefined) read();
  field.addEventListener("input", read);
  return field;
}

function lineField({ value, change, problem, unread, keepUnread }: Field, isNumber: boolean): HTMLElement {
  const field = element("input", {
    type: "text",
    class: "code",
    spellcheck: "false",
    autocomplete: "off",
    inputmode: isNumber ? "decimal" : undefined,
    "aria-describedby": problem.id,
  });
  field.value = unread ?? plainText(value);
  const read = (): unknown => {
    const next = isNumber ? readNumber(field.value) : field.value;
    say(problem, field, next === null ? text("inputs.notNumber") : null);
    keepUnread(next === null ? field.value : null);
    return next;
  };
  if (unread !== undefined) read();
  field.addEventListener("input", () => {
    const next = read();
    if (next !== null) change(next);
  });
  return field;
}

function secretField({ value, change, problem }: Field, { name, isRevealed }: Row, reveal: () => void): HTMLElement {
  const field = element("input", {
    type: isRevealed ? "text" : "password",
    class: "code",
    spellcheck: "false",
    autocomplete: "off",
    placeholder: value === null ? text("inputs.withheld") : "",
    "aria-describedby": problem.id,
  });
  field.value = plainText(value);
  field.addEventListener("input", () => change(field.value));
  const toggle = button({
    label: text(isRevealed ? "inputs.hide" : "inputs.show", { name }),
    icon: "lock",
    class: "quiet",
    press: reveal,
  });
  setAttribute(toggle, "aria-pressed", String(isRevealed));
  return element("span", { class: "input-secret" }, field, toggle);
}

function fieldOf(field: Field, row: Row, isText: boolean | undefined, reveal: () => void): HTMLElement {
  if (row.isHidden) return secretField(field, row, reveal);
  const type = isText ? "string" : typeOf(row.value);
  if (type === "null") return element("span", { class: "muted code" }, "null");
  if (type === "boolean") return switchField(field);
  return type === "yaml" ? yamlField(field) : lineField(field, type === "number");
}

/** Draws a row. Typing updates it in place; it is drawn again only if its value changes elsewhere. */
export function drawRow(rows: MapRows, row: Row, actions: RowActions): HTMLElement {
  const { name, value, place } = row;
  const { isText, isDeclared } = rows.facts;
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
    const isTaken = !rows.rename(place, nameField.value);
    say(problem, nameField, isTaken ? text("inputs.sameName") : null);
    if (!isTaken) relabel(nameField.value);
  });
  const type = element(
    "select",
    { class: "input-type" },
    ...valueTypes.map((each) => element("option", { value: each }, text(`inputs.type.${each}`))),
  );
  type.value = typeOf(value);
  type.addEventListener("change", () => {
    rows.retype(place, type.value as ValueType);
    actions.retyped(place);
  });
  const remove = button({
    label: text("inputs.remove", { name }),
    icon: "close",
    class: "quiet",
    press: () => actions.remove(place, nameField.value),
  });
  const field: Field = {
    value,
    problem,
    change: (next) => rows.set(place, next),
    rules: () => rows.rules,
    unread: rows.unread.get(name),
    keepUnread: (typed) => rows.keepUnread(nameField.value, typed),
  };
  const valuePlace = fieldOf(field, row, isText, () => actions.reveal(name));
  const made = element(
    "div",
    { class: isText ? "input-row text-only" : "input-row", role: "group" },
    nameField,
    !isText && type,
    valuePlace,
    remove,
    problem,
    isDeclared && element("span", { class: "input-declared muted", dir: "auto" }),
  );
  // A renamed row keeps its fields, so that the focus stays. Only their labels change.
  function relabel(to: string): void {
    setAttribute(made, "aria-label", to);
    setAttribute(made, "data-entry", to);
    setAttribute(type, "aria-label", text("inputs.typeOf", { name: to }));
    const field = valuePlace.matches("input, textarea, button") ? valuePlace : valuePlace.querySelector("input");
    if (field) setAttribute(field, "aria-label", text("inputs.valueOf", { name: to }));
    setAttribute(remove, "aria-label", text("inputs.remove", { name: to }));
    remove.title = text("inputs.remove", { name: to });
  }
  relabel(name);
  return made;
}
