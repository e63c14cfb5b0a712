// The current resource: a field that suggests the paths of the tree, following the ARIA combobox pattern.

import type { OutlineNode } from "evalground";
import type { Store } from "../store.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { element, fill, freshId, setAttribute } from "../ui/dom.ts";
import { text } from "../ui/text.ts";

/** Maximum number of suggestions. More letters narrow the list. */
const mostOffered = 200;

/** The paths of the nodes that can be the current resource, in tree order. */
export function selectablePaths(outline: readonly OutlineNode[]): string[] {
  const paths: string[] = [];
  // An explicit stack, because a hostile outline may be arbitrarily deep.
  const ahead = [...outline].reverse();
  for (let node = ahead.pop(); node; node = ahead.pop()) {
    if (node.selectable) paths.push(node.path ?? node.name);
    if (node.children) ahead.push(...[...node.children].reverse());
  }
  return paths;
}

/** The paths that contain the typed text, as many as the list shows. */
export function offeredPaths(outline: readonly OutlineNode[], typed: string): string[] {
  const wanted = typed.toLowerCase();
  return selectablePaths(outline)
    .filter((path) => path.toLowerCase().includes(wanted))
    .slice(0, mostOffered);
}

/** The resource for a typed path; undefined for the root, where expressions start by default. */
export function resourceOf(typed: string): string | undefined {
  const path = typed.trim();
  return path === "" || path === "::" ? undefined : path;
}

/** Builds the field with its list. */
export function mountResource(store: Store): HTMLElement {
  const field = new ResourceField(store);
  store.watch(["workspace"], () => field.follow());
  return field.root;
}

class ResourceField {
  readonly root: HTMLElement;
  private readonly store: Store;
  private readonly list = element("ul", {
    role: "listbox",
    class: "menu floating",
    id: freshId("resources"),
    "aria-label": text("resource.label"),
    hidden: true,
  });
  private readonly input = element("input", {
    type: "text",
    role: "combobox",
    class: "resource code",
    size: 12,
    "aria-label": text("resource.label"),
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": this.list.id,
    spellcheck: "false",
    autocomplete: "off",
    placeholder: "::",
  });
  private options: HTMLElement[] = [];
  /** Index of the option that Enter selects, or -1. */
  private active = -1;

  constructor(store: Store) {
    this.store = store;
    this.root = element(
      "label",
      { class: "resource-box" },
      element("span", { class: "resource-word" }, text("resource.on")),
      this.input,
      this.list,
    );
    this.listen();
  }

  /** Shows the resource of the workspace, unless the user is typing. */
  follow(): void {
    const { input } = this;
    this.root.hidden = !dialectFacts(this.store.state.workspace.dialect).hasResources;
    if (document.activeElement !== input) input.value = this.current();
    input.size = Math.min(28, Math.max(8, input.value.length + 1));
  }

  private current(): string {
    return this.store.state.workspace.resource ?? "";
  }

  private choose(path: string): void {
    this.close();
    this.input.value = path;
    const resource = resourceOf(path);
    if (resource !== this.store.state.workspace.resource) this.store.edit({ resource });
  }

  private close(): void {
    this.list.hidden = true;
    this.active = -1;
    setAttribute(this.input, "aria-expanded", "false");
    setAttribute(this.input, "aria-activedescendant", null);
  }

  private mark(index: number): void {
    const { options } = this;
    this.active = options.length === 0 ? -1 : (index + options.length) % options.length;
    for (const [at, option] of options.entries()) setAttribute(option, "aria-selected", String(at === this.active));
    setAttribute(this.input, "aria-activedescendant", options[this.active]?.id ?? null);
    options[this.active]?.scrollIntoView({ block: "nearest" });
  }

  private open(typed: string): void {
    const { list, input } = this;
    this.options = offeredPaths(this.store.state.outline, typed).map((path) =>
      element("li", { role: "option", class: "menu-item code", id: freshId("option"), "aria-selected": "false" }, path),
    );
    if (this.options.length === 0) {
      this.close();
      return;
    }
    fill(list, ...this.options);
    list.hidden = false;
    setAttribute(input, "aria-expanded", "true");
    const box = input.getBoundingClientRect();
    const { width, height } = list.getBoundingClientRect();
    list.style.left = `${Math.max(4, Math.min(box.left, innerWidth - width - 4))}px`;
    list.style.top = `${box.bottom + height + 4 > innerHeight ? Math.max(4, box.top - height - 2) : box.bottom + 2}px`;
  }

  private listen(): void {
    const { list, input } = this;
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const option = (event.target as Element).closest("[role=option]");
      if (option) this.choose(option.textContent);
    });
    input.addEventListener("click", () => (list.hidden ? this.open("") : this.close()));
    input.addEventListener("input", () => this.open(input.value));
    input.addEventListener("blur", () => {
      this.close();
      this.choose(input.value);
    });
    input.addEventListener("keydown", (event) => this.key(event));
  }

  private key(event: KeyboardEvent): void {
    const { list, input, options, active } = this;
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (list.hidden) this.open("");
      this.mark(event.key === "ArrowDown" ? active + 1 : active < 0 ? this.options.length - 1 : active - 1);
    } else if (event.key === "Enter") this.choose(options[active]?.textContent ?? input.value);
    else if (event.key === "Escape" && !list.hidden) this.close();
    else if (event.key === "Escape") input.value = this.current();
    else return;
    event.preventDefault();
  }
}
