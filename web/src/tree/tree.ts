// The resource tree: what the document means, as the engine says it, by the ARIA tree pattern.

import { pointerOf, type OutlineNode } from "evalground";
import type { Store } from "../store.ts";
import { announceQuietly } from "../ui/announce.ts";
import { copyText } from "../ui/clipboard.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { button, element, fill, icon, setAttribute } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { openMenu, type MenuItem } from "../ui/menu.ts";
import { text } from "../ui/text.ts";
import { VirtualRows } from "../ui/virtual.ts";
import { countProblems, filterRows, lineage, nodeAt, openRows, placeNodes, type TreeRow } from "./nodes.ts";
import { signOf, usualSigns } from "./status.ts";

/** Up to this many rows the whole tree is in the page. */
const wholeUpTo = 500;

/** Trees of up to this many nodes open at their second level too. */
const smallUpTo = 60;

/**
 * At first a tree of resources shows how they stand in each other, and not what each consists of; another one its first
 * levels.
 */
function opensByItself({ node, level }: TreeRow, hasResources: boolean, size: number): boolean {
  const { kind, children = [] } = node;
  if (hasResources) return kind === "resource" && children.some((child) => child.kind === "resource");
  return level === 1 || (level === 2 && size <= smallUpTo);
}

/** Builds the tree into `body` and its filter into `head`. */
export function mountTree(head: HTMLElement, body: HTMLElement, store: Store): void {
  const filter = element("input", {
    type: "search",
    class: "tree-filter",
    "aria-label": text("tree.filter"),
    placeholder: text("tree.filterHint"),
    spellcheck: "false",
    autocomplete: "off",
  });
  head.append(filter);
  const stale = element("p", { class: "tree-stale" }, text("tree.stale"));
  const empty = element("p", { class: "result-empty" });
  const items = element("div", { role: "presentation" });
  const tree = element("div", { role: "tree", class: "tree", "aria-label": text("pane.resources") }, items);

  let all: TreeRow[] = [];
  let shown: TreeRow[] = [];
  let hasResources = false;
  let counts = countProblems([], [], new Map());
  /** What the user opened or closed, against the usual. */
  const turned = new Map<string, boolean>();
  /** Id of the node with the tab stop. */
  let current: string | null = null;
  let selected: string | null = null;
  let atCaret: string | null = null;
  let typed = "";
  let typedAt = 0;

  const virtual = new VirtualRows({ scroller: body, body: items, row: drawRow, wholeUpTo });
  const isOpen = (row: TreeRow): boolean =>
    filter.value.trim() !== "" || (turned.get(row.node.id) ?? opensByItself(row, hasResources, all.length));
  const indexOf = (id: string | null): number => shown.findIndex(({ node }) => node.id === id);

  function isCurrentResource({ path, name, selectable }: OutlineNode): boolean {
    const { resource } = store.state.workspace;
    return selectable === true && resource !== undefined && (resource === path || resource === name);
  }

  function drawRow(index: number): HTMLElement {
    const { node, level, position, siblings } = shown[index] as TreeRow;
    const { id, kind, name, type, status, value, note, selectable } = node;
    const hasChildren = (node.children?.length ?? 0) > 0;
    const problems = counts.below.get(id) ?? 0;
    const isCurrent = isCurrentResource(node);
    const shownStatus = counts.failed.has(id) ? "error" : status;
    const { sign, icon: statusIcon } = signOf({ kind, status: shownStatus });
    const row = element(
      "div",
      {
        role: "treeitem",
        class: "tree-row",
        tabindex: id === current ? 0 : -1,
        "aria-level": level,
        "aria-posinset": position,
        "aria-setsize": siblings,
        "aria-expanded": hasChildren ? String(isOpen(shown[index] as TreeRow)) : undefined,
        "aria-selected": String(id === selected),
        "aria-current": isCurrent ? "true" : undefined,
        "data-index": index,
        "data-kind": kind,
        "data-at": id === atCaret,
      },
      element("span", { class: "twist", "aria-hidden": "true" }, hasChildren && icon("chevron")),
      element("span", { class: "tree-status", "data-status": sign, "aria-hidden": "true" }, icon(statusIcon)),
      element("span", { class: "tree-name", dir: "auto" }, name),
      (type || value || note) &&
        element(
          "span",
          { class: "tree-type", dir: "auto" },
          ` ${[type, value, note].filter((part) => part).join(" · ")}`,
        ),
      shownStatus && element("span", { class: usualSigns.includes(sign) ? "spoken" : "tree-word" }, ` ${shownStatus}`),
      problems > 0 &&
        element(
          "span",
          { class: "tree-count", title: text("tree.problems", { count: problems }) },
          element("span", { "aria-hidden": "true" }, String(problems)),
          element("span", { class: "spoken" }, ` ${text("tree.problems", { count: problems })}`),
        ),
      selectable &&
        button({
          label: isCurrent ? text("tree.isCurrent", { name }) : text("tree.makeCurrent", { name }),
          icon: "target",
          class: "quiet small tree-target",
          attributes: { tabindex: -1, "aria-pressed": String(isCurrent) },
          press: () => makeCurrent(node),
        }),
    );
    row.style.setProperty("--level", String(level - 1));
    return row;
  }

  function arrange(): void {
    const hadFocus = tree.contains(document.activeElement);
    const wanted = filter.value.trim();
    const fitting =
      wanted === "" ? { rows: all, found: all.length } : filterRows(all, wanted, (id) => counts.own.get(id) ?? 0);
    shown = openRows(fitting.rows, isOpen);
    if (indexOf(current) < 0) current = shown[0]?.node.id ?? null;
    virtual.show(shown.length, indexOf(current));
    tree.hidden = shown.length === 0;
    empty.hidden = shown.length > 0;
    empty.textContent =
      all.length > 0
        ? text("tree.noMatch")
        : !store.state.result
          ? text("tree.none")
          : store.state.outlineStale
            ? text("tree.unread")
            : text("tree.empty");
    if (hadFocus) virtual.at(indexOf(current))?.focus({ preventScroll: true });
    if (wanted !== "") announceQuietly(text("tree.found", { count: fitting.found }));
  }

  /** Draws the state of the rows again that are in the page. */
  function renew(): void {
    for (const [index] of [...virtual.entries()]) virtual.renew(index);
  }

  function moveTo(index: number, focus: boolean): void {
    const row = shown[index];
    if (!row) return;
    const before = indexOf(current);
    current = row.node.id;
    virtual.keep(index);
    virtual.reveal(index);
    const old = virtual.at(before);
    if (old) old.tabIndex = -1;
    const now = virtual.at(index);
    if (now) now.tabIndex = 0;
    if (focus) now?.focus({ preventScroll: true });
  }

  function select(index: number, focusSource: boolean): void {
    const row = shown[index];
    if (!row) return;
    moveTo(index, !focusSource);
    const { id, span } = row.node;
    selected = id;
    for (const [at, each] of virtual.entries()) setAttribute(each, "aria-selected", String(shown[at]?.node.id === id));
    const pointer = resultOf(row);
    store.update({
      selection: { from: "resources", node: id, ...(span && { span }), ...(pointer !== null && { pointer }) },
      marks: span ? [{ span, as: "definition" }] : [],
    });
    if (span && (focusSource || store.state.layout !== "narrow")) store.perform("show", { span, focus: focusSource });
  }

  function makeCurrent({ path, name, selectable }: OutlineNode): void {
    if (!selectable || !dialectFacts(store.state.workspace.dialect).hasResources) return;
    const resource = path ?? name;
    if (resource !== store.state.workspace.resource) store.edit({ resource });
  }

  function turn(row: TreeRow, open: boolean): void {
    turned.set(row.node.id, open);
    arrange();
  }

  /** JSON pointer of the value of the result that a node stands for, or null. */
  function resultOf(row: TreeRow): string | null {
    const { name, span, kind } = row.node;
    const origins = Object.entries(store.state.lastGood?.origins ?? {});
    const made =
      span &&
      origins.find(([, list]) =>
        list.some((origin) => origin.span?.file === span.file && origin.span.from === span.from),
      );
    if (made) return made[0];
    const owner = kind === "resource" ? undefined : lineage(row).find(({ node }) => node.kind === "resource");
    const ending = owner ? pointerOf([owner.node.name, name]) : pointerOf([name]);
    return origins.find(([pointer]) => pointer.endsWith(ending))?.[0] ?? null;
  }

  function menu(row: TreeRow, anchor: HTMLElement): void {
    const { node } = row;
    const { path, name, span, selectable } = node;
    const entries: MenuItem[] = [];
    if (selectable)
      entries.push({
        label: text("tree.setCurrent"),
        icon: "target",
        hint: text("key.space"),
        disabled: isCurrentResource(node),
        choose: () => makeCurrent(node),
      });
    if (path !== undefined) {
      entries.push(
        { label: text("tree.insertPath"), note: path, choose: () => store.perform("insertExpression", path) },
        { label: text("tree.copyPath"), icon: "copy", choose: () => void copyText(path) },
      );
    }
    if (span)
      entries.push({
        label: text("tree.showSource"),
        icon: "go",
        apart: true,
        choose: () => store.perform("show", { span, focus: true }),
      });
    if (node.status === "waits for an attribute")
      entries.push({
        label: text("tree.addAttribute"),
        icon: "add",
        choose: () => store.perform("openInput", "attributes"),
      });
    const pointer = resultOf(row);
    if (pointer !== null) {
      entries.push({
        label: text("tree.showResult"),
        choose: () => {
          store.update({ view: "keys" });
          store.perform("openPane", { pane: "results", focus: false });
          store.update({ selection: { from: "resources", node: node.id, pointer, ...(span && { span }) } });
        },
      });
    }
    if (entries.length > 0) openMenu(anchor, text("tree.rowMenu", { name }), entries);
  }

  const rowOf = (event: Event): { row: TreeRow; index: number; item: HTMLElement } | null => {
    const item = (event.target as Element).closest<HTMLElement>(".tree-row");
    const index = Number(item?.dataset["index"] ?? -1);
    const row = shown[index];
    return item && row ? { row, index, item } : null;
  };

  tree.addEventListener("click", (event) => {
    const found = rowOf(event);
    if (!found || (event.target as Element).closest("button")) return;
    if ((event.target as Element).closest(".twist") && found.row.node.children) {
      moveTo(found.index, true);
      turn(found.row, !isOpen(found.row));
    } else select(found.index, false);
  });
  tree.addEventListener("dblclick", (event) => {
    const found = rowOf(event);
    if (found && !(event.target as Element).closest("button, .twist")) makeCurrent(found.row.node);
  });
  tree.addEventListener("contextmenu", (event) => {
    const found = rowOf(event);
    if (!found) return;
    event.preventDefault();
    moveTo(found.index, true);
    menu(found.row, virtual.at(found.index) ?? found.item);
  });

  // Assistive technology may put the focus on any row; the tab stop goes where the focus is.
  tree.addEventListener("focusin", (event) => {
    const found = rowOf(event);
    if (found && found.row.node.id !== current) moveTo(found.index, false);
  });
  tree.addEventListener("keydown", (event) => {
    const found = rowOf(event);
    if (!found || event.ctrlKey || event.metaKey || (event.altKey && event.key !== "F10")) return;
    const { row, index, item } = found;
    const open = (row.node.children?.length ?? 0) > 0 && isOpen(row);
    switch (event.key) {
      case "ArrowDown":
        moveTo(Math.min(shown.length - 1, index + 1), true);
        break;
      case "ArrowUp":
        moveTo(Math.max(0, index - 1), true);
        break;
      case "Home":
        moveTo(0, true);
        break;
      case "End":
        moveTo(shown.length - 1, true);
        break;
      case "ArrowRight":
        if (open) moveTo(index + 1, true);
        else if (row.node.children?.length) turn(row, true);
        break;
      case "ArrowLeft":
        if (open) turn(row, false);
        else if (row.parent) moveTo(shown.indexOf(row.parent), true);
        break;
      case "*":
        for (const each of all) if (each.parent === row.parent && each.node.children) turned.set(each.node.id, true);
        arrange();
        break;
      case "Enter":
        select(index, true);
        break;
      case " ":
        if (row.node.selectable) makeCurrent(row.node);
        else select(index, false);
        break;
      case "F10":
        if (!event.shiftKey) return;
        menu(row, item);
        break;
      case "ContextMenu":
        menu(row, item);
        break;
      default: {
        if (event.key.length !== 1) return;
        typed = event.timeStamp - typedAt > 700 ? event.key : typed + event.key;
        typedAt = event.timeStamp;
        // A further letter may still fit the row that the first one found.
        const order = [...shown.keys()].map((at) => (at + index + (typed.length === 1 ? 1 : 0)) % shown.length);
        const next = order.find((at) => shown[at]?.node.name.toLowerCase().startsWith(typed.toLowerCase()));
        if (next !== undefined) moveTo(next, true);
      }
    }
    event.preventDefault();
  });

  filter.addEventListener("input", arrange);
  filter.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && shown.length > 0) {
      event.preventDefault();
      moveTo(Math.max(0, indexOf(current)), true);
    } else if (event.key === "Escape" && filter.value !== "") {
      event.preventDefault();
      filter.value = "";
      arrange();
    }
  });

  // The prerendered tree stays until the engine has given one.
  const attach = (): void => {
    if (!tree.isConnected) fill(body, stale, empty, tree);
  };
  store.watch(["outline", "result", "draft"], ({ outline, result, workspace }, before) => {
    if (outline.length > 0 || result || before.result || workspace !== before.workspace) attach();
    if (outline !== before.outline || all.length === 0) {
      all = placeNodes(outline);
      hasResources = all.some(({ node }) => node.kind === "resource");
    }
    counts = countProblems(all, result?.diagnostics ?? [], filesOf(workspace));
    followCaret();
    arrange();
  });
  store.watch(["outlineStale", "outline"], ({ outlineStale, outline }) => {
    stale.hidden = !outlineStale || outline.length === 0;
    setAttribute(body, "data-stale", outlineStale);
  });
  store.watch(["workspace"], ({ workspace }, before) => {
    if (workspace.resource !== before.workspace.resource) renew();
  });
  store.watch(["selection"], ({ selection }) => {
    if (selection?.from === "resources") return;
    if (selected !== null) {
      selected = null;
      for (const [, row] of virtual.entries()) setAttribute(row, "aria-selected", "false");
    }
  });

  /** Marks the node that the caret is in, or the closed one that it stands in. */
  function followCaret(): void {
    const { caret, workspace } = store.state;
    const content = caret && filesOf(workspace).get(caret.file);
    const row = caret && typeof content === "string" ? nodeAt(all, caret, content) : null;
    const visible = row ? lineage(row).find((each) => shown.includes(each)) : undefined;
    const next = visible?.node.id ?? null;
    if (next === atCaret) return;
    atCaret = next;
    for (const [index, each] of virtual.entries()) setAttribute(each, "data-at", shown[index]?.node.id === next);
    if (next !== null && store.state.selection?.from === "source") virtual.reveal(indexOf(next));
  }
  let following: ReturnType<typeof setTimeout> | undefined;
  store.watch(["caret"], () => {
    clearTimeout(following);
    following = setTimeout(followCaret, 100);
  });
}
