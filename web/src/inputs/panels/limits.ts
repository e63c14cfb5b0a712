// Limits that are saved with the workspace, and the options of the dialect.

import type { Limits } from "evalground";
import { usualLimits } from "../../run/limits.ts";
import type { Store, Watch } from "../../store.ts";
import { dialectFacts } from "../../ui/dialects.ts";
import { element } from "../../ui/dom.ts";
import { entriesOf } from "../../ui/entries.ts";
import { text } from "../../ui/text.ts";
import { type Field, fieldRow } from "../field.ts";
import { optionRow, otherOptions } from "../options.ts";
import type { Panel } from "./panel.ts";

/** One limit, a positive integer; empty: the default. */
export function limitField(store: Store, name: keyof Limits): Field {
  return {
    label: text(`inputs.limit.${name}`),
    placeholder: name === "iterators" ? "" : String(usualLimits[name]),
    read: ({ limits }) => (limits?.[name] === undefined ? "" : String(limits[name])),
    write: (typed) => {
      if (typed !== "" && !/^[1-9]\d{0,14}$/.test(typed)) return text("inputs.limitWrong");
      const limits: Limits = { ...store.state.workspace.limits };
      if (typed === "") delete limits[name];
      else limits[name] = Number(typed);
      store.edit({ limits: Object.keys(limits).length === 0 ? undefined : limits });
      return null;
    },
  };
}

function limitForm(store: Store, watch: Watch): HTMLElement {
  const { limits, options } = dialectFacts(store.state.workspace.dialect);
  return element(
    "div",
    { class: "input-form" },
    element("p", { class: "muted input-note" }, text("inputs.limitNote")),
    ...limits.map((name) => fieldRow(watch, limitField(store, name))),
    element("p", { class: "input-heading" }, text("inputs.options")),
    ...options.map((option) => optionRow(store, watch, option)),
    otherOptions(
      store,
      watch,
      options.map(({ name }) => name),
    ),
  );
}

export const limitsPanel: Panel = {
  id: "limits",
  keys: ["limits", "options"],
  label: () => text("inputs.limits"),
  count: ({ limits, options }) => entriesOf(limits).length + entriesOf(options).length,
  faces: [{ id: "form", draw: limitForm }],
};
