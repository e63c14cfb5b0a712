// The panes on the page. Shows those that the layout has room for (arrangement.ts), and switches them by the tabs
// beside the source, the bar at the bottom, the keyboard, and requests of other parts.

import { problemsOf, type Store } from "../store.ts";
import { button, byId, element, fill, setAttribute } from "../ui/dom.ts";
import { type Pane, type PaneId, panes } from "../ui/panes.ts";
import { tabs } from "../ui/tabs.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { engineText, text } from "../ui/text.ts";
import { beside, besideSource, columns, isShown, layoutFor, nextPane, paneToChoose } from "./arrangement.ts";
import { placeInputs } from "./inputs_place.ts";
import { mountSplitters } from "./splitters.ts";

/** The layout for the current window, measured in the user's font size. */
function currentLayout(): ReturnType<typeof layoutFor> {
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  return layoutFor(innerWidth / size, innerHeight / size);
}

/** Limits the height of the page to the area above an on-screen keyboard. */
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

/** Arranges the panes and keeps them arranged. */
export function arrangePanes(store: Store): void {
  mountSplitters(store);
  placeInputs(store);
  showColumns(store);
  const openProblems = mountProblemsToggle(store);
  openOnRequest(store, openProblems);
  followSkipLinks(store);
  followWindow(store, openProblems);
  walkByKeys(store);
}

/** Shows the columns that there is room for, with the tabs and buttons that switch between the others. */
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

  /** The pane with the outline is named after its content: resources, a policy, data. */
  const showTabs = (): void => {
    const { pane, workspace } = store.state;
    const tree = engineText(dialectFacts(workspace.dialect).tree);
    side.show(
      besideSource.map(({ id, label, section }) => ({
        id,
        label: id === "resources" ? tree : label,
        controls: section,
      })),
      beside(pane),
    );
  };
  store.watch(["workspace"], ({ workspace }, before) => {
    if (workspace.dialect !== before.workspace.dialect) showTabs();
  });
  store.watch(["layout", "pane"], ({ layout, pane }) => {
    document.documentElement.dataset["layout"] = layout;
    for (const { id, section } of columns) setAttribute(byId(section), "data-shown", isShown(id, layout, pane));
    showTabs();
    for (const { id, made } of buttons) setAttribute(made, "aria-current", id === pane ? "true" : null);
  });
  // A dot on "Results" shows that a run ended while another pane was visible.
  store.watch(["runs", "pane", "layout", "draft"], (state, before) => {
    const results = buttons.find(({ id }) => id === "results")?.made;
    if (!results) return;
    const isOther = state.draft !== before.draft;
    if (state.pane === "results" || state.layout !== "narrow" || isOther) delete results.dataset["fresh"];
    else if (state.runs !== before.runs) results.dataset["fresh"] = "";
  });
}

/** The button that opens and closes the list of problems. Returns a function that does the same. */
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
  /** Whether the user opened the list. It is shown only if it is not empty. */
  let isWanted = false;
  function show(open: boolean): void {
    setAttribute(problems, "data-open", open);
    setAttribute(problems.parentElement as HTMLElement, "data-problems", open);
    byId("split-problems").hidden = !open;
    setAttribute(toggle, "aria-expanded", String(open));
  }
  function openProblems(open: boolean): void {
    isWanted = open;
    show(open);
  }
  show(false);
  store.watch(["result", "hints"], (state) => {
    const { layout } = state;
    const isEmpty = problemsOf(state).length === 0;
    setAttribute(problems, "data-empty", isEmpty);
    if (isEmpty) show(false);
    else if (isWanted && layout !== "narrow") show(true);
  });
  // On a phone the list covers the panes. It closes when one of them is requested.
  const uncover = (): void => {
    if (store.state.layout === "narrow") openProblems(false);
  };
  store.handle("show", uncover);
  store.watch(["pane"], uncover);
  return openProblems;
}

function focusInside(section: HTMLElement): void {
  const isOwn = (found: HTMLElement): boolean => section.id !== "results" || !byId("expression").contains(found);
  const all = (selector: string): HTMLElement | undefined =>
    [...section.querySelectorAll<HTMLElement>(selector)].find(isOwn);
  const inside = all("[data-focus-here]:not([hidden])") ?? all('[tabindex="0"], textarea, select, input');
  (inside ?? section).focus();
}

/** The element of a pane. The expression may be above the results instead of in the bar. */
function elementOf({ id, section }: Pane): HTMLElement {
  return id === "expression" && byId("results").contains(byId("expression")) ? byId("expression") : byId(section);
}

/** Shows a pane when another part requests it. */
function openOnRequest(store: Store, openProblems: (open: boolean) => void): void {
  const write = store.writer("shell");
  store.handle("openPane", ({ pane: id, focus }) => {
    const wanted = panes.find((pane) => pane.id === id) as Pane;
    const chosen = paneToChoose(id, store.state.layout);
    if (wanted.place === "foot") openProblems(true);
    if (chosen !== null) write({ pane: chosen });
    const section = byId(wanted.section);
    if (section.hasAttribute("data-collapsed")) section.querySelector<HTMLElement>(".edge-tab")?.click();
    // The bar begins with the run controls, but the focus should go to the expression.
    if (wanted.place === "bar" && byId("results").contains(byId(id)) && store.state.layout === "medium")
      write({ pane: "results" });
    if (focus) focusInside(wanted.place === "bar" ? byId(id) : section);
  });
}

/** The skip links move the focus by script, because the fragment of the address is reserved for shared workspaces. */
function followSkipLinks(store: Store): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a.skip")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      store.perform("openPane", { pane: link.hash.slice(1) as PaneId, focus: true });
    });
  }
}

/** Updates the layout whenever the size of the window or of its text changes. */
function followWindow(store: Store, openProblems: (open: boolean) => void): void {
  const write = store.writer("shell");
  const arrange = (): void => {
    const layout = currentLayout();
    if (layout === store.state.layout) return;
    if (layout === "narrow") openProblems(false);
    write({ layout });
  };
  addEventListener("resize", arrange);
  // The rail's height depends on the text size, which can change without a resize of the window.
  new ResizeObserver(arrange).observe(byId("rail"));
  followViewport();
}

/** F6 moves through the panes in page order. Ctrl+Shift and a digit move to one of them. */
function walkByKeys(store: Store): void {
  const open = (pane: Pane | undefined): void => {
    if (pane) store.perform("openPane", { pane: pane.id as PaneId, focus: true });
  };
  addEventListener("keydown", (event) => {
    if (event.key === "F6" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      const isThere = ({ section }: Pane): boolean => !byId(section).matches("[data-empty]:not([data-open])");
      const order = panes.filter(isThere).sort((one, other) => {
        const place = elementOf(one).compareDocumentPosition(elementOf(other));
        return place & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
      });
      const here = order.findLastIndex((pane) => elementOf(pane).contains(document.activeElement));
      open(nextPane(order, here, event.shiftKey));
      return;
    }
    const digit = Number(/^Digit([1-6])$/.exec(event.code)?.[1]);
    const pane = event.ctrlKey && event.shiftKey ? panes.find((each: Pane) => each.digit === digit) : undefined;
    if (!pane) return;
    event.preventDefault();
    open(pane);
  });
}
