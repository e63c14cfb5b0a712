// The bar below the panes: Run, Stop, Live, the current resource, and the container of the expression editor.

import { JsonNode } from "evalground";
import type { Store } from "../store.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { button, byId, element, fill, setAttribute } from "../ui/dom.ts";
import { entriesOf, filesOf } from "../ui/entries.ts";
import { typedExpression } from "../ui/options.ts";
import { dataFile } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import { mountResource } from "./resource.ts";

/** Builds the run controls and the container of the expression. */
export function buildBar(store: Store): void {
  const run = button({
    label: text("run.press"),
    icon: "run",
    words: true,
    class: "run spare-words",
    press: () => store.perform("run"),
  });
  const stop = button({
    label: text("run.stop"),
    icon: "stop",
    words: true,
    class: "stop spare-words",
    press: () => store.perform("stop"),
  });
  run.title = text("run.shortcut");
  stop.title = text("run.stopShortcut");
  const live = element(
    "button",
    { type: "button", role: "switch", class: "button quiet switch spare-words", title: text("run.liveNote") },
    element("span", { class: "switch-track", "aria-hidden": "true" }),
    element("span", { class: "words" }, text("run.live")),
  );
  const write = store.writer("shell");
  const toggleLive = (): void => write({ live: !store.state.live });
  live.addEventListener("click", toggleLive);
  store.handle("toggleLive", toggleLive);

  const resource = mountResource(store);
  const dollar = dollarChip(store);
  const expression = element("div", { id: "expression", class: "expression" });
  const plain = element("textarea", {
    class: "plain-editor",
    rows: 1,
    "aria-label": text("expression.label"),
    spellcheck: "false",
    placeholder: text("expression.placeholder"),
    wrap: "off",
  });
  plain.addEventListener("input", () =>
    store.edit(typedExpression(store.state.workspace, plain.value === "" ? undefined : plain.value)),
  );
  expression.append(plain);
  const bar = byId("bar");
  fill(bar, element("div", { class: "run-controls" }, run, stop, live), resource, dollar, expression);

  placeExpression(store, expression);

  store.watch(["runningSince", "engine"], ({ runningSince, engine }) => {
    setAttribute(stop, "aria-disabled", runningSince === null ? "true" : null);
    bar.toggleAttribute("data-running", runningSince !== null);
    setAttribute(run, "aria-disabled", engine === "unsupported" ? "true" : null);
  });
  store.watch(["live"], (state) => setAttribute(live, "aria-checked", String(state.live)));
  store.watch(["workspace"], ({ workspace }) => {
    if (!plain.isConnected) return;
    const shown = typeof workspace.expression === "string" ? workspace.expression : "";
    if (plain.value !== shown) plain.value = shown;
  });

  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.key === "Enter") store.perform("run");
    else if (event.key === ".") store.perform("stop");
    else return;
    event.preventDefault();
  });
}

/**
 * If the language evaluates expressions over data, the expression is above its results and has room for several lines.
 * Otherwise, and on small screens, it is one line in the bar.
 */
function placeExpression(store: Store, expression: HTMLElement): void {
  store.watch(["workspace", "layout"], ({ workspace, layout }) => {
    const isDocument = dialectFacts(workspace.dialect).dollar !== null && filesOf(workspace).size === 0;
    const place = isDocument && layout !== "narrow" ? byId("expression-place") : byId("bar");
    if (expression.parentElement === place) return;
    const hadFocus = expression.contains(document.activeElement);
    place.append(expression);
    if (hadFocus) expression.querySelector<HTMLElement>("[data-focus-here]")?.focus();
  });
}

/** Shows what `$` is in an expression, and leads to its definition. */
function dollarChip(store: Store): HTMLElement {
  const chip = button({
    label: "",
    words: true,
    class: "quiet dollar code",
    press: () => {
      if (store.openText === dataFile) store.perform("openPane", { pane: "source", focus: true });
      else store.perform("openInput", { tab: "data" });
    },
  });
  chip.title = text("dollar.label");
  const words = chip.querySelector(".words") as HTMLElement;
  store.watch(["workspace"], ({ workspace }) => {
    chip.hidden = dialectFacts(workspace.dialect).dollar === null;
    words.textContent = describeDollar(workspace.data);
  });
  return chip;
}

/** A value in a few words. */
export function describeDollar(value: unknown): string {
  if (value === undefined || value === null) return text("dollar.none");
  if (Array.isArray(value)) return text("dollar.list", { count: value.length });
  const isScalar = typeof value !== "object" || (value instanceof JsonNode && value.kind !== "map");
  return isScalar
    ? text("dollar.value", { value: (value instanceof JsonNode ? value.text : String(value)).slice(0, 20) })
    : text("dollar.map", { count: entriesOf(value).length });
}
