// The bar under the panes: Run, Stop, Live, the current resource, and the place of the expression editor.

import { JsonNode, type OutlineNode } from "evalground";
import type { Store } from "../store.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { button, byId, element, fill, freshId, setAttribute } from "../ui/dom.ts";
import { entriesOf } from "../ui/entries.ts";
import { text } from "../ui/text.ts";

/** The paths of the nodes that can be the current resource, in tree order. */
export function selectablePaths(outline: readonly OutlineNode[]): string[] {
  const paths: string[] = [];
  // A stack of its own, because a hostile outline is as deep as it likes.
  const ahead = [...outline].reverse();
  for (let node = ahead.pop(); node; node = ahead.pop()) {
    if (node.selectable) paths.push(node.path ?? node.name);
    if (node.children) ahead.push(...[...node.children].reverse());
  }
  return paths;
}

/** Builds the run controls and the place of the expression. */
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
  live.addEventListener("click", () => store.update({ live: !store.state.live }));

  const resource = resourceBox(store);
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
  plain.addEventListener("input", () => store.edit({ expression: plain.value === "" ? undefined : plain.value }));
  expression.append(plain);
  const bar = byId("bar");
  fill(bar, element("div", { class: "run-controls" }, run, stop, live), resource, dollar, expression);

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

/** Says what `$` is in an expression, and leads to where it is defined. */
function dollarChip(store: Store): HTMLElement {
  const chip = button({
    label: "",
    words: true,
    class: "quiet dollar code",
    press: () => store.perform("openInput", "data"),
  });
  chip.title = text("dollar.label");
  const words = chip.querySelector(".words") as HTMLElement;
  store.watch(["workspace"], ({ workspace }) => {
    chip.hidden = dialectFacts(workspace.dialect).dollar === null;
    words.textContent = describeDollar(workspace.data);
  });
  return chip;
}

/** What a value is, in a few words. */
export function describeDollar(value: unknown): string {
  if (value === undefined || value === null) return text("dollar.none");
  if (Array.isArray(value)) return text("dollar.list", { count: value.length });
  const isScalar = typeof value !== "object" || (value instanceof JsonNode && value.kind !== "map");
  return isScalar
    ? text("dollar.value", { value: (value instanceof JsonNode ? value.text : String(value)).slice(0, 20) })
    : text("dollar.map", { count: entriesOf(value).length });
}

/** The current resource: a field that offers the paths of the tree, by the ARIA combobox pattern with a list. */
function resourceBox(store: Store): HTMLElement {
  const list = element("ul", {
    role: "listbox",
    class: "menu floating",
    id: freshId("resources"),
    "aria-label": text("resource.label"),
    hidden: true,
  });
  const input = element("input", {
    type: "text",
    role: "combobox",
    class: "resource code",
    size: 12,
    "aria-label": text("resource.label"),
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": list.id,
    spellcheck: "false",
    autocomplete: "off",
    placeholder: "::",
  });
  let options: HTMLElement[] = [];
  let active = -1;

  const current = (): string => store.state.workspace.resource ?? "";
  function choose(path: string): void {
    close();
    input.value = path;
    const resource = path.trim() === "" || path.trim() === "::" ? undefined : path.trim();
    if (resource !== store.state.workspace.resource) store.edit({ resource });
  }
  function close(): void {
    list.hidden = true;
    active = -1;
    setAttribute(input, "aria-expanded", "false");
    setAttribute(input, "aria-activedescendant", null);
  }
  function mark(index: number): void {
    active = options.length === 0 ? -1 : (index + options.length) % options.length;
    for (const [at, option] of options.entries()) setAttribute(option, "aria-selected", String(at === active));
    setAttribute(input, "aria-activedescendant", options[active]?.id ?? null);
    options[active]?.scrollIntoView({ block: "nearest" });
  }
  function open(filter: string): void {
    const offered = selectablePaths(store.state.outline).filter((path) =>
      path.toLowerCase().includes(filter.toLowerCase()),
    );
    options = offered
      .slice(0, 200)
      .map((path) =>
        element(
          "li",
          { role: "option", class: "menu-item code", id: freshId("option"), "aria-selected": "false" },
          path,
        ),
      );
    if (options.length === 0) return close();
    fill(list, ...options);
    list.hidden = false;
    setAttribute(input, "aria-expanded", "true");
    const box = input.getBoundingClientRect();
    const { width, height } = list.getBoundingClientRect();
    list.style.left = `${Math.max(4, Math.min(box.left, innerWidth - width - 4))}px`;
    list.style.top = `${box.bottom + height + 4 > innerHeight ? Math.max(4, box.top - height - 2) : box.bottom + 2}px`;
  }

  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = (event.target as Element).closest("[role=option]");
    if (option) choose(option.textContent);
  });
  input.addEventListener("click", () => (list.hidden ? open("") : close()));
  input.addEventListener("input", () => open(input.value));
  input.addEventListener("blur", () => {
    close();
    choose(input.value);
  });
  input.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (list.hidden) open("");
      mark(event.key === "ArrowDown" ? active + 1 : active < 0 ? options.length - 1 : active - 1);
    } else if (event.key === "Enter") choose(options[active]?.textContent ?? input.value);
    else if (event.key === "Escape" && !list.hidden) close();
    else if (event.key === "Escape") input.value = current();
    else return;
    event.preventDefault();
  });

  const root = element(
    "label",
    { class: "resource-box" },
    element("span", { class: "resource-word" }, text("resource.on")),
    input,
  );
  root.append(list);
  store.watch(["workspace"], ({ workspace }) => {
    root.hidden = !dialectFacts(workspace.dialect).hasResources;
    if (document.activeElement !== input) input.value = current();
    input.size = Math.min(28, Math.max(8, input.value.length + 1));
  });
  return root;
}
