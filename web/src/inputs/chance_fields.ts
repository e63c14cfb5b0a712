// The fields of the clock and the seed.

import type { Store, Watch } from "../store.ts";
import { element } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import { type Field, fieldRow } from "./field.ts";

/** The time that every "now" returns. */
export function clockField(store: Store): Field {
  return {
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
  };
}

/** The seed of random functions. */
export function seedField(store: Store): Field {
  return {
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
  };
}

export function chanceForm(store: Store, watch: Watch): HTMLElement {
  return element("div", { class: "input-form" }, fieldRow(watch, clockField(store)), fieldRow(watch, seedField(store)));
}
