// The inputs that are single fields: clock and seed, limits and options, and what this page has no place for.

import { readJson, toFaithful, type Limits, type Workspace } from "evalground";
import { usualLimits } from "../run/limits.ts";
import { engineReady } from "../run/engine.ts";
import type { Store, Watch } from "../store.ts";
import { button, element, fill, freshId, setAttribute } from "../ui/dom.ts";
import { entriesOf } from "../ui/entries.ts";
import { text } from "../ui/text.ts";
import { valueToYaml } from "../ui/yaml.ts";

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
  const input = element("input", { type: "text", class: "code", id: freshId("field"), spellcheck: "false", autocomplete: "off", placeholder: field.placeholder, "aria-describedby": `${note.id} ${problem.id}` });
  input.addEventListener("input", () => {
    const wrong = field.write(input.value.trim());
    problem.textContent = wrong ?? "";
    setAttribute(input, "aria-invalid", wrong === null ? null : "true");
  });
  const root = element("div", { class: "input-field" }, element("label", { for: input.id }, field.label), input, field.action && button({ ...field.action, words: true }), note, problem);
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
        if (typed !== "" && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(typed)) return text("inputs.clockWrong");
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
  const names = ["steps", "depth", "memory", "output"] as const;
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
        placeholder: String(usualLimits[name]),
        read: ({ limits }) => (limits?.[name] === undefined ? "" : String(limits[name])),
        write: (typed) => write(name, typed),
      }),
    ),
    optionsField(store, watch),
  );
}

function optionsField(store: Store, watch: Watch): HTMLElement {
  const problem = element("span", { class: "field-problem", id: freshId("problem") });
  const field = element("textarea", { class: "field-text", id: freshId("field"), rows: 2, spellcheck: "false", "aria-describedby": problem.id });
  field.addEventListener("input", () => void take());
  async function take(): Promise<void> {
    const typed = field.value;
    if (typed.trim() === "") {
      problem.textContent = "";
      store.edit({ options: undefined });
      return;
    }
    const { json, diagnostics } = await (await engineReady()).parse(typed);
    if (field.value !== typed) return;
    const node = json === undefined ? null : readJson(json);
    const wrong = node === null ? (diagnostics[0]?.message ?? "") : node.kind === "map" ? null : text("inputs.notMap");
    problem.textContent = wrong ?? "";
    setAttribute(field, "aria-invalid", wrong === null ? null : "true");
    if (node !== null && wrong === null) store.edit({ options: toFaithful(node) as Record<string, unknown> });
  }
  watch(["workspace"], ({ workspace }) => {
    if (document.activeElement !== field) field.value = entriesOf(workspace.options).length === 0 ? "" : valueToYaml(workspace.options);
  });
  return element("div", { class: "input-field" }, element("label", { for: field.id }, text("inputs.options")), field, problem);
}

/** Entries of the workspace that this page has no place for: kept, shown, never dropped. */
export function otherFields(watch: Watch, entries: (workspace: Workspace) => [string, unknown][]): HTMLElement {
  const root = element("div", { class: "input-form" });
  watch(["workspace"], ({ workspace }) =>
    fill(root, ...entries(workspace).map(([key, value]) => element("div", { class: "input-other" }, element("h3", { class: "code" }, key), element("pre", { class: "code" }, valueToYaml(value))))),
  );
  return root;
}
