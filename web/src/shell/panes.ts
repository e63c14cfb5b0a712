// The panes on the page: brings those into sight that the layout has room for (arrangement.ts), by the tabs beside the
// source, the bar at the bottom, the keyboard, and whatever another part asks for.

import type { Store } from "../store.ts";
import { button, byId, element, fill, setAttribute } from "../ui/dom.ts";
import { type Pane, type PaneId, panes } from "../ui/panes.ts";
import { tabs } from "../ui/tabs.ts";
import { text } from "../ui/text.ts";
import { beside, besideSource, columns, isShown, layoutFor, nextPane, paneToChoose } from "./arrangement.ts";
import { mountSplitters } from "./splitters.ts";

/** The layout that fits the window, measured in the user's own size of text. */
function currentLayout(): ReturnType<typeof layoutFor> {
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  return layoutFor(innerWidth / size, innerHeight / size);
}

/** Keeps the page as high as what is visible above an on-screen keyboard. */
function followViewport(): void {
  const viewport = window.visualViewport;
  if (!viewport || !matchMedia("(pointer: coarse)").matches) return;
  const follow = (): void => {
    document.documentElement.style.setProperty("--viewport", `${Math.round(viewport.height)}px`);
    if (viewport.scale === 1) scrollTo(0, 0);
  };
  viewport.addEventListener("resize", follow);
  follow();
}

/** Arranges the panes of the page and keeps them arranged. */
export function arrangePanes(store: Store): void {
  mountSplitters(store);
  showColumns(store);
  const openProblems = mountProblemsToggle(store);
  openOnRequest(store, openProblems);
  followSkipLinks(store);
  followWindow(store, openProblems);
  walkByKeys(store);
}

/** Shows the columns that there is room for, with the tabs and the buttons that choose among the others. */
function showColumns(store: Store): void {
  const write = store.writer("shell");
  const side = tabs({
    label: text("pane.switch"),
    activation: "automatic",
    choose: (id) => write({ pane: id as PaneId }),
  });
  fill(byId("side-tabs"), side.root);
  const buttons = columns.map((column) => {
    const label = "short" in column ? column.short : column.label;
    const made = button({ label, words: true, class: "pane-button", press: () => write({ pane: column.id }) });
    made.append(element("span", { class: "dot", "aria-hidden": "true" }));
    return { id: column.id, made };
  });
  fill(byId("panes"), ...buttons.map(({ made }) => made));

  store.watch(["layout", "pane"], ({ layout, pane }) => {
    document.documentElement.dataset["layout"] = layout;
    for (const { id, section } of columns) setAttribute(byId(section), "data-shown", isShown(id, layout, pane));
    side.show(
      besideSource.map(({ id, label, section }) => ({ id, label, controls: section })),
      beside(pane),
    );
    for (const { id, made } of buttons) setAttribute(made, "aria-current", id === pane ? "true" : null);
  });
  // A dot on "Results" tells that something new arrived while another pane was in front.
  store.watch(["runs", "pane", "layout"], (state, before) => {
    const results = buttons.find(({ id }) => id === "results")?.made;
    if (!results) return;
    if (state.pane === "results" || state.layout !== "narrow") delete results.dataset["fresh"];
    else if (state.runs !== before.runs) results.dataset["fresh"] = "";
  });
}

/** Lets the list of problems be opened and closed by the button in its head; gives the function that does it. */
function mountProblemsToggle(store: Store): (open: boolean) => void {
  const problems = byId("problems");
  const toggle = element(
    "button",
    {
      type: "button",
      class: "button quiet icon-only problems-toggle",
      "aria-label": text("problems.toggle"),
      title: text("problems.toggle"),
      "aria-controls": "problems-body",
      on: { click: () => openProblems(!problems.hasAttribute("data-open")) },
    },
    element("span", { class: "disclosure", "aria-hidden": "true" }),
  );
  byId("problems-head").append(toggle);
  function openProblems(open: boolean): void {
    setAttribute(problems, "data-open", open);
    setAttribute(problems.parentElement as HTMLElement, "data-problems", open);
    byId("split-problems").hidden = !open;
    setAttribute(toggle, "aria-expanded", String(open));
  }
  openProblems(store.state.layout === "wide");
  return openProblems;
}

function focusInside(section: HTMLElement): void {
  const inside =
    section.querySelector<HTMLElement>("[data-focus-here]:not([hidden])") ??
    section.querySelector<HTMLElement>('[tabindex="0"], textarea, select, input');
  (inside ?? section).focus();
}

/** Brings a pane into sight when another part asks for it. */
function openOnRequest(store: Store, openProblems: (open: boolean) => void): void {
  const write = store.writer("shell");
  store.handle("openPane", ({ pane: id, focus }) => {
    const wanted = panes.find((pane) => pane.id === id) as Pane;
    const chosen = paneToChoose(id, store.state.layout);
    if (wanted.place === "foot") openProblems(true);
    if (chosen !== null) write({ pane: chosen });
    const section = byId(wanted.section);
    if (section.hasAttribute("data-collapsed")) section.querySelector<HTMLElement>(".edge-tab")?.click();
    // The bar begins with the run controls: it is the expression that the focus is for.
    if (focus) focusInside(wanted.place === "bar" ? byId(id) : section);
  });
}

/** The skip links move the focus themselves: the fragment of the address belongs to shared workspaces. */
function followSkipLinks(store: Store): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a.skip")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      store.perform("openPane", { pane: link.hash.slice(1) as PaneId, focus: true });
    });
  }
}

/** Takes the layout that fits whenever the window, or the size of its text, becomes another. */
function followWindow(store: Store, openProblems: (open: boolean) => void): void {
  const write = store.writer("shell");
  const arrange = (): void => {
    const layout = currentLayout();
    if (layout === store.state.layout) return;
    if (layout === "narrow") openProblems(false);
    write({ layout });
  };
  addEventListener("resize", arrange);
  // The rail's height is in the size of text, which can change without the window.
  new ResizeObserver(arrange).observe(byId("rail"));
  followViewport();
}

/** F6 walks through the panes as they stand on the page; Ctrl+Shift and a digit go to one. */
function walkByKeys(store: Store): void {
  const open = (pane: Pane | undefined): void => {
    if (pane) store.perform("openPane", { pane: pane.id as PaneId, focus: true });
  };
  addEventListener("keydown", (event) => {
    if (event.key === "F6" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      const order = [...panes].sort((one, other) => {
        const place = byId(one.section).compareDocumentPosition(byId(other.section));
        return place & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
      });
      const here = order.findIndex(({ section }) => byId(section).contains(document.activeElement));
      open(nextPane(order, here, event.shiftKey));
      return;
    }
    const digit = Number(/^Digit([1-5])$/.exec(event.code)?.[1]);
    const pane = event.ctrlKey && event.shiftKey ? panes.find((each: Pane) => each.digit === digit) : undefined;
    if (!pane) return;
    event.preventDefault();
    open(pane);
  });
}
