// The arrangement of the panes: which of the three layouts applies, the splitters, the tabs beside the source, the bar
// at the bottom.

import type { Layout, Pane, Store } from "../store.ts";
import { button, byId, element, fill, setAttribute } from "../ui/dom.ts";
import { split } from "../ui/split.ts";
import { tabs } from "../ui/tabs.ts";
import { text } from "../ui/text.ts";

const paneNames: Record<Pane, string> = {
  source: text("pane.source"),
  resources: text("pane.resources"),
  inputs: text("pane.inputs"),
  results: text("pane.results"),
};

const sidePanes: Pane[] = ["results", "resources", "inputs"];

/**
 * The layout that fits the window, measured in the user's own size of text; a phone on its side has room for two panes.
 */
function currentLayout(): Layout {
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const [width, height] = [innerWidth / size, innerHeight / size];
  if (width >= 1200) return "wide";
  return width >= 700 || (width >= 600 && height <= 480) ? "medium" : "narrow";
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

function focusInside(pane: HTMLElement): void {
  const inside =
    pane.querySelector<HTMLElement>("[data-focus-here]:not([hidden])") ??
    pane.querySelector<HTMLElement>('[tabindex="0"], textarea, select, input');
  (inside ?? pane).focus();
}

/** Arranges the panes of the page and keeps them arranged. */
export function arrangePanes(store: Store): void {
  const columns = byId("columns");
  const main = columns.parentElement as HTMLElement;
  const problems = byId("problems");

  const widths = {
    wide: { name: "source", label: text("split.source"), usual: 42 },
    medium: { name: "half", label: text("split.half"), usual: 50 },
  };
  const splitSource = split(byId("split-source"), {
    ...widths.wide,
    pane: byId("source"),
    whole: columns,
    direction: "column",
    side: "before",
    title: text("pane.source"),
  });
  // The data that is changed before merges are restored is a document: it needs the room more than the tree does.
  const heights = {
    usual: { name: "inputs", label: text("split.inputs"), usual: 40 },
    restoring: { name: "changes", label: text("split.inputs"), usual: 70 },
  };
  const splitInputs = split(byId("split-inputs"), {
    ...heights.usual,
    pane: byId("inputs"),
    whole: byId("middle"),
    direction: "row",
    side: "after",
    title: text("pane.inputs"),
  });
  split(byId("split-results"), {
    name: "results",
    label: text("split.results"),
    pane: byId("results"),
    whole: columns,
    direction: "column",
    side: "after",
    usual: 36,
    title: text("pane.results"),
  });
  split(byId("split-problems"), {
    name: "problems",
    label: text("split.problems"),
    pane: problems,
    whole: main,
    direction: "row",
    side: "after",
    usual: 13,
    title: text("pane.problems"),
  });

  const side = tabs({
    label: text("pane.switch"),
    activation: "automatic",
    choose: (id) => store.update({ pane: id as Pane }),
  });
  fill(byId("side-tabs"), side.root);

  const bottom = byId("panes");
  const bottomButtons = (["source", "results", "resources", "inputs"] as Pane[]).map((pane) => {
    const label = pane === "resources" ? text("pane.tree") : paneNames[pane];
    const made = button({ label, words: true, class: "pane-button", press: () => store.update({ pane }) });
    made.append(element("span", { class: "dot", "aria-hidden": "true" }));
    return { pane, made };
  });
  fill(bottom, ...bottomButtons.map(({ made }) => made));

  let restores = false;
  store.watch(["workspace"], ({ workspace }) => {
    if (restores === (workspace.operation === "restore")) return;
    restores = !restores;
    byId("middle").toggleAttribute("data-restoring", restores);
    splitInputs(restores ? heights.restoring : heights.usual);
  });
  store.watch(["layout"], ({ layout }) => splitSource(layout === "medium" ? widths.medium : widths.wide));
  store.watch(["layout", "pane"], ({ layout, pane }) => {
    document.documentElement.dataset["layout"] = layout;
    const beside = pane === "source" ? "results" : pane;
    for (const name of Object.keys(paneNames) as Pane[]) {
      const shown =
        layout === "wide" || name === pane || (layout === "medium" && (name === "source" || name === beside));
      setAttribute(byId(name), "data-shown", shown);
    }
    side.show(
      sidePanes.map((id) => ({ id, label: paneNames[id], controls: id })),
      beside,
    );
    for (const { pane: name, made } of bottomButtons) setAttribute(made, "aria-current", name === pane ? "true" : null);
  });

  // A dot on "Results" tells that something new arrived while another pane was in front.
  store.watch(["runs", "pane", "layout"], (state, before) => {
    const results = bottomButtons.find(({ pane }) => pane === "results")?.made;
    if (!results) return;
    if (state.pane === "results" || state.layout !== "narrow") delete results.dataset["fresh"];
    else if (state.runs !== before.runs) results.dataset["fresh"] = "";
  });

  store.handle("openPane", ({ pane, focus }) => {
    if (pane === "problems") openProblems(true);
    else if (pane !== "expression" && store.state.layout !== "wide") {
      if (pane !== "source" || store.state.layout === "narrow") store.update({ pane });
    }
    const target = byId(pane === "expression" ? "bar" : pane);
    if (pane !== "expression" && target.hasAttribute("data-collapsed")) {
      target.querySelector<HTMLElement>(".edge-tab")?.click();
    }
    if (focus) focusInside(pane === "expression" ? byId("expression") : target);
  });

  function openProblems(open: boolean): void {
    setAttribute(problems, "data-open", open);
    setAttribute(main, "data-problems", open);
    byId("split-problems").hidden = !open;
    setAttribute(toggle, "aria-expanded", String(open));
  }
  const toggle = element("button", {
    type: "button",
    class: "button quiet icon-only problems-toggle",
    "aria-label": text("problems.toggle"),
    title: text("problems.toggle"),
    "aria-controls": "problems-body",
  });
  toggle.append(element("span", { class: "disclosure", "aria-hidden": "true" }));
  toggle.addEventListener("click", () => openProblems(!problems.hasAttribute("data-open")));
  byId("problems-head").append(toggle);
  openProblems(store.state.layout === "wide");

  const arrange = (): void => {
    const layout = currentLayout();
    if (layout === store.state.layout) return;
    if (layout === "narrow") openProblems(false);
    store.update({ layout });
  };
  // The skip links move the focus themselves: the fragment of the address belongs to shared workspaces.
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a.skip")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      store.perform("openPane", { pane: link.hash.slice(1) as Pane, focus: true });
    });
  }
  addEventListener("resize", arrange);
  // The rail's height is in the size of text, which can change without the window.
  new ResizeObserver(arrange).observe(byId("rail"));
  followViewport();
  walkPanes(store);
}

/** F6 walks through the panes; Ctrl+Shift+1…5 goes to one. */
function walkPanes(store: Store): void {
  const order = ["source", "resources", "inputs", "results", "bar", "problems"] as const;
  const direct = ["source", "resources", "inputs", "expression", "results"] as const;
  const open = (name: (typeof order)[number] | "expression"): void =>
    store.perform("openPane", { pane: name === "bar" ? "expression" : name, focus: true });
  addEventListener("keydown", (event) => {
    if (event.key === "F6" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      const here = order.findIndex((name) => byId(name).contains(document.activeElement));
      const next = (here + (event.shiftKey ? -1 : 1) + order.length) % order.length;
      open(order[here < 0 ? 0 : next] ?? "source");
      return;
    }
    const digit = /^Digit([1-5])$/.exec(event.code)?.[1];
    const pane = digit && event.ctrlKey && event.shiftKey ? direct[Number(digit) - 1] : undefined;
    if (pane) {
      event.preventDefault();
      open(pane);
    }
  });
}
