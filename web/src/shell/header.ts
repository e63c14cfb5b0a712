// The header: dialect, operation, theme and settings. The draft menu, the examples and Share are mounted beside them.

import type { Settings, Store } from "../store.ts";
import { byId, element, fill } from "../ui/dom.ts";
import { menuButton } from "../ui/menu.ts";
import { operationsOf } from "../ui/repository.ts";
import { text } from "../ui/text.ts";
import { showTheme } from "../ui/theme.ts";
import { buildDialectSwitch } from "./dialect.ts";

const own = {
  host: text("operation.host"),
  matrix: text("operation.matrix"),
  inventory: text("operation.inventory"),
};
const operationNames = {
  ...own,
  evaluate: text("operation.evaluate"),
  expand: text("operation.expand"),
  restore: text("operation.restore"),
};
/** Shorter names for small screens. */
const shortNames = {
  ...own,
  evaluate: text("operation.evaluate"),
  expand: text("operation.short.expand"),
  restore: text("operation.short.restore"),
};

/** Builds the header. */
export function buildHeader(store: Store): void {
  buildDialectSwitch(byId("dialect"), store);
  operationSwitch(byId("operation"), store);
  themeSwitch(byId("theme"), store);
}

function operationSwitch(root: HTMLElement, store: Store): void {
  let shown = "";
  store.watch(["workspace"], ({ workspace }) => {
    const operations = operationsOf(workspace);
    const chosen = workspace.operation ?? "evaluate";
    const next = `${operations.join()} ${chosen}`;
    if (next === shown) return;
    shown = next;
    root.hidden = operations.length < 2;
    const radios = operations.map((operation) => {
      const input = element("input", { type: "radio", name: "operation", value: operation });
      input.checked = operation === chosen;
      input.addEventListener("change", () =>
        store.edit({ operation: operation === "evaluate" ? undefined : operation }),
      );
      return {
        input,
        label: element(
          "label",
          {},
          input,
          element("span", { class: "roomy" }, operationNames[operation]),
          element("span", { class: "tight" }, shortNames[operation]),
        ),
      };
    });
    const hadFocus = root.contains(document.activeElement);
    fill(
      root,
      element(
        "div",
        { role: "radiogroup", class: "segments", "aria-label": text("operation.label") },
        ...radios.map(({ label }) => label),
      ),
    );
    if (hadFocus) radios.find(({ input }) => input.checked)?.input.focus();
  });
}

function themeSwitch(root: HTMLElement, store: Store): void {
  const themes: { theme: Settings["theme"]; label: string }[] = [
    { theme: "system", label: text("theme.system") },
    { theme: "light", label: text("theme.light") },
    { theme: "dark", label: text("theme.dark") },
  ];
  const write = store.writer("shell");
  const made = menuButton({
    label: text("theme.label"),
    icon: "contrast",
    class: "quiet",
    items: () =>
      themes.map(({ theme, label }) => ({
        label,
        checked: store.state.settings.theme === theme,
        choose: () => write({ settings: { ...store.state.settings, theme } }),
      })),
  });
  fill(root, made);
  store.watch(["settings"], ({ settings }) => showTheme(settings.theme));
}
