// The inputs that are single fields: clock and seed, limits and options, and what this page has no place for.

import type { Limits, Workspace } from "evalground";
import { usualLimits } from "../run/limits.ts";
import type { Store, Watch } from "../store.ts";
import { dialectFacts, type OptionFacts } from "../ui/dialects.ts";
import { button, element, fill, freshId, setAttribute } from "../ui/dom.ts";
import { entriesOf, mapOf } from "../ui/entries.ts";
import { text } from "../ui/text.ts";
import { valueToYaml } from "../ui/yaml.ts";
import { plainText } from "./values.ts";
import { readYaml } from "./whole.ts";

interface Field {
  label: string;
  note?: string;
  placeholder?: string;
  /** The text of the present value. */
  read: (workspace: Workspace) => string;
  /** Takes a text up; gives what is wrong with it, or null. */
  write: (typed: string) => string | null;
  action?: { label: string; press: () => void };
}

function fieldRow(watch: Watch, field: Field): HTMLElement {
  const problem = element("span", { class: "field-problem", id: freshId("problem") });
  const note = element("span", { class: "muted", id: freshId("note") }, field.note ?? "");
  const input = element("input", {
    type: "text",
    class: "code",
    id: freshId("field"),
    spellcheck: "false",
    autocomplete: "off",
    placeholder: field.placeholder,
    "aria-describedby": `${note.id} ${problem.id}`,
  });
  input.addEventListener("input", () => {
    const wrong = field.write(input.value.trim());
    problem.textContent = wrong ?? "";
    setAttribute(input, "aria-invalid", wrong === null ? null : "true");
  });
  const root = element(
    "div",
    { class: "input-field" },
    element("label", { for: input.id }, field.label),
    input,
    field.action && button({ ...field.action, words: true }),
    note,
    problem,
  );
  watch(["workspace"], ({ workspace }) => {
    if (document.activeElement !== input) input.value = field.read(workspace);
  });
  return root;
}

/** Clock and seed. */
export function chanceFields(store: Store, watch: Watch): HTMLElement {
  return element(
    "div",
    { class: "input-form" },
    fieldRow(watch, {
      label: text("inputs.clock"),
      note: text("inputs.clockNote"),
      placeholder: "2026-01-31T12:00:00Z",
      read: ({ clock }) => clock ?? "",
      write: (typed) => {
        if (typed !== "" && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(typed))
          return text("inputs.clockWrong");
        store.edit({ clock: typed === "" ? undefined : typed });
        return null;
      },
      action: { label: text("inputs.freeze"), press: () => store.edit({ clock: new Date().toISOString() }) },
    }),
    fieldRow(watch, {
      label: text("inputs.seed"),
      note: text("inputs.seedNote"),
      read: ({ seed }) => (seed === undefined ? "" : String(seed)),
      write: (typed) => {
        if (!/^-?\d*$/.test(typed) || typed === "-") return text("inputs.seedWrong");
        const number = Number(typed);
        store.edit({ seed: typed === "" ? undefined : Number.isSafeInteger(number) ? number : BigInt(typed) });
        return null;
      },
      action: {
        label: text("inputs.pin"),
        press: () => {
          const stats = store.state.result?.stats;
          if (stats) store.edit({ seed: stats.seed });
        },
      },
    }),
  );
}

/** Limits that travel with the workspace, and the options of the dialect. */
export function limitFields(store: Store, watch: Watch): HTMLElement {
  const { limits: names, options } = dialectFacts(store.state.workspace.dialect);
  const write = (name: keyof Limits, typed: string): string | null => {
    if (typed !== "" && !/^[1-9]\d{0,14}$/.test(typed)) return text("inputs.limitWrong");
    const limits: Limits = { ...store.state.workspace.limits };
    if (typed === "") delete limits[name];
    else limits[name] = Number(typed);
    store.edit({ limits: Object.keys(limits).length === 0 ? undefined : limits });
    return null;
  };
  return element(
    "div",
    { class: "input-form" },
    element("p", { class: "muted input-note" }, text("inputs.limitNote")),
    ...names.map((name) =>
      fieldRow(watch, {
        label: text(`inputs.limit.${name}`),
        placeholder: name === "iterators" ? "" : String(usualLimits[name]),
        read: ({ limits }) => (limits?.[name] === undefined ? "" : String(limits[name])),
        write: (typed) => write(name, typed),
      }),
    ),
    element("p", { class: "input-heading" }, text("inputs.options")),
    ...options.map((option) => optionRow(store, watch, option)),
    otherOptions(
      store,
      watch,
      options.map(({ name }) => name),
    ),
  );
}

function setOption(store: Store, name: string, value: unknown): void {
  const others = entriesOf(store.state.workspace.options).filter(([known]) => known !== name);
  const next = value === undefined ? others : [...others, [name, value] as [string, unknown]];
  store.edit({ options: next.length === 0 ? undefined : mapOf(next) });
}

/** An option that is known: a switch, a choice, several words, or a text. What is as usual is left out of the workspace. */
function optionRow(store: Store, watch: Watch, { name, usual, choices = [] }: OptionFacts): HTMLElement {
  const set = (value: unknown): void => setOption(store, name, value === usual || value === "" ? undefined : value);
  const label = element("label", { class: "code", for: freshId("field") }, name);
  const field =
    choices.length > 0 && typeof usual === "string"
      ? element(
          "select",
          { id: label.htmlFor },
          ...choices.map((choice) => element("option", { value: choice }, choice)),
        )
      : element("input", {
          id: label.htmlFor,
          type: typeof usual === "boolean" ? "checkbox" : "text",
          class: "code",
          spellcheck: "false",
          autocomplete: "off",
          placeholder: typeof usual === "object" ? choices.join(", ") : "",
        });
  const words = (): string[] => field.value.split(/[\s,]+/).filter((word) => word !== "");
  field.addEventListener(typeof usual === "boolean" || field instanceof HTMLSelectElement ? "change" : "input", () => {
    if (typeof usual === "boolean") set((field as HTMLInputElement).checked);
    else if (typeof usual === "string") set(field.value);
    else set(words().length === 0 ? undefined : words());
  });
  watch(["workspace"], ({ workspace }) => {
    if (document.activeElement === field && typeof usual !== "boolean") return;
    const [, value = usual] = entriesOf(workspace.options).find(([known]) => known === name) ?? [];
    if (typeof usual === "boolean") (field as HTMLInputElement).checked = value === true;
    else field.value = Array.isArray(value) ? value.join(", ") : plainText(value);
  });
  return typeof usual === "boolean"
    ? element("label", { class: "input-switch code" }, field, name)
    : element("div", { class: "input-field" }, label, field);
}

/** Options that have no field of their own, as YAML. */
function otherOptions(store: Store, watch: Watch, known: readonly string[]): HTMLElement {
  const field = element("textarea", { class: "field-text", id: freshId("field"), rows: 2, spellcheck: "false" });
  const problem = element("span", { class: "field-problem", id: freshId("problem") });
  setAttribute(field, "aria-describedby", problem.id);
  const isOther = ([name]: [string, unknown]): boolean => !known.includes(name);
  field.addEventListener("input", () => {
    const typed = field.value;
    void readYaml(typed).then(({ node, problem: wrong }) => {
      if (field.value !== typed) return;
      const reason = wrong ?? (node && node.kind !== "map" ? text("inputs.notMap") : null);
      problem.textContent = reason ?? "";
      setAttribute(field, "aria-invalid", reason === null ? null : "true");
      if (reason !== null) return;
      const next = [...entriesOf(store.state.workspace.options).filter((entry) => !isOther(entry)), ...entriesOf(node)];
      store.edit({ options: next.length === 0 ? undefined : mapOf(next) });
    });
  });
  watch(["workspace"], ({ workspace }) => {
    if (document.activeElement === field) return;
    const others = entriesOf(workspace.options).filter(isOther);
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

/** Entries of the workspace that this page has no place for: kept, shown, never dropped. */
export function otherFields(watch: Watch, entries: (workspace: Workspace) => [string, unknown][]): HTMLElement {
  const root = element("div", { class: "input-form" });
  watch(["workspace"], ({ workspace }) =>
    fill(
      root,
      ...entries(workspace).map(([key, value]) =>
        element(
          "div",
          { class: "input-other" },
          element("p", { class: "code input-other-name" }, key),
          element("pre", { class: "code" }, valueToYaml(value)),
        ),
      ),
    ),
  );
  return root;
}
