// The graph of the last run: a drawing, its tools, and the list behind it. Nodes can be chosen here, in the tree and in
// the source.

import type { Graph, GraphNode } from "evalground";
import { graphed } from "../../run/recorded.ts";
import type { State, Store } from "../../store.ts";
import { announce } from "../../ui/announce.ts";
import { download } from "../../ui/download.ts";
import { button, element, fill, freshId, setAttribute } from "../../ui/dom.ts";
import { text } from "../../ui/text.ts";
import { draw, fileOf } from "./draw.ts";
import { type Clustered, clustered, drawing, foldedAtFirst } from "./fold.ts";
import { layout, type Measure } from "./layout.ts";
import { listOf } from "./list.ts";
import { nodeAt } from "./node_at.ts";
import "./graph.css";

/** Steps of the zoom. The drawing fits the width at first, unless it would get unreadable. */
const zoomStep = 1.25;
const leastZoom = 0.5;
const mostZoom = 3;
/** Narrower places have graphs from top to bottom. */
const wideFrom = 640;

/** Measures texts in the fonts of the page. */
function measurer(place: HTMLElement): Measure {
  const context = document.createElement("canvas").getContext("2d");
  const family = getComputedStyle(place).fontFamily;
  return (words, isSmall) => {
    if (!context) return words.length * (isSmall ? 6.2 : 6.8);
    context.font = `${isSmall ? 11 : 12}px ${family}`;
    return context.measureText(words).width;
  };
}

class GraphView {
  private readonly root: HTMLElement;
  private readonly store: Store;
  private readonly graph: Graph;
  private readonly parts: Clustered;
  private readonly folded: Set<string>;
  /** Takes the focus so that keys can scroll it. */
  private readonly canvas = element("div", {
    class: "graph-canvas",
    role: "group",
    "aria-label": text("graph.drawing"),
    tabindex: 0,
  });
  private readonly count = element("p", { class: "graph-count muted", role: "status" });
  private readonly list: HTMLElement;
  private readonly measure: Measure;
  private readonly marker = freshId("graph-arrow");
  private drawn: SVGSVGElement | null = null;
  private zoom = 1;
  private chosen: string | null = null;

  constructor(root: HTMLElement, store: Store, graph: Graph) {
    this.root = root;
    this.store = store;
    this.graph = graph;
    this.parts = clustered(graph);
    this.folded = foldedAtFirst(this.parts);
    this.measure = measurer(root);
    this.list = listOf(graph, (node) => this.choose(node));
    const details = element(
      "details",
      { class: "graph-behind" },
      element("summary", {}, text("graph.asList", { count: graph.nodes.length })),
      this.list,
    );
    fill(root, element("div", { class: "graph" }, this.tools(), this.canvas, details));
    this.canvas.addEventListener("click", (event) => this.press(event));
  }

  /** Draws, and follows the selection until the view shows something else. */
  start(isCurrent: () => boolean): void {
    this.redraw();
    this.fit();
    const unwatch = this.store.watch(["selection", "caret"], (state) => {
      if (isCurrent() && this.root.isConnected) this.follow(state);
      else unwatch();
    });
  }

  private tools(): HTMLElement {
    const tool = (label: string, press: () => void): HTMLElement => button({ label, class: "quiet small", press });
    const { clusters } = this.parts;
    return element(
      "div",
      { class: "graph-tools", role: "group", "aria-label": text("graph.tools") },
      this.count,
      clusters.length > 0 && tool(text("graph.fold"), () => this.foldAll(true)),
      clusters.length > 0 && tool(text("graph.unfold"), () => this.foldAll(false)),
      tool(text("graph.smaller"), () => this.setZoom(this.zoom / zoomStep)),
      tool(text("graph.larger"), () => this.setZoom(this.zoom * zoomStep)),
      tool(text("graph.fit"), () => this.fit()),
      tool(text("graph.save"), () => {
        if (this.drawn) download("graph.svg", fileOf(this.drawn), "image/svg+xml");
      }),
    );
  }

  private redraw(): void {
    const shown = drawing(this.parts, this.folded);
    const placed = layout(shown, this.measure, this.root.clientWidth < wideFrom);
    this.drawn = draw(placed, this.marker);
    fill(this.canvas, this.drawn);
    const { nodes, leftOut } = this.graph;
    const hidden = nodes.length - shown.boxes.filter(({ folded }) => folded === undefined).length;
    this.count.textContent = [
      text("graph.count", { count: nodes.length, edges: this.graph.edges.length }),
      hidden > 0 ? text("graph.hidden", { count: hidden }) : "",
      leftOut > 0 ? text("graph.leftOut", { count: leftOut }) : "",
    ]
      .filter((words) => words !== "")
      .join(" ");
    this.setZoom(this.zoom);
    this.markChosen();
  }

  private setZoom(zoom: number): void {
    this.zoom = Math.min(mostZoom, Math.max(leastZoom, zoom));
    const { drawn } = this;
    const size = drawn?.viewBox.baseVal;
    if (!drawn || !size) return;
    drawn.setAttribute("width", String(Math.round(size.width * this.zoom)));
    drawn.setAttribute("height", String(Math.round(size.height * this.zoom)));
  }

  private fit(): void {
    const width = this.drawn?.viewBox.baseVal.width ?? 0;
    if (width > 0) this.setZoom(Math.min(1, this.canvas.clientWidth / width));
  }

  private foldAll(fold: boolean): void {
    this.folded.clear();
    if (fold) for (const { id } of this.parts.clusters) this.folded.add(id);
    this.redraw();
    announce(text(fold ? "graph.folded" : "graph.unfolded"));
  }

  /** A click: a folded box or the frame of a cluster is turned, a node is chosen. */
  private press(event: MouseEvent): void {
    const target = event.target as Element;
    const box = target.closest<SVGElement>(".graph-box");
    const id = box?.dataset["id"];
    if (id !== undefined) {
      const cluster = box?.hasAttribute("data-folded") ? id.replace(/^folded /, "") : undefined;
      const node = this.graph.nodes.find((each) => each.id === id);
      if (node) this.choose(node);
      if (cluster !== undefined && this.folded.delete(cluster)) this.redraw();
      return;
    }
    const frame = target.closest<SVGElement>(".graph-cluster")?.dataset["cluster"];
    if (frame === undefined) return;
    this.folded.add(frame);
    this.redraw();
  }

  private choose(node: GraphNode): void {
    const { store } = this;
    const { id, span } = node;
    this.chosen = id;
    this.markChosen();
    store.writer("selection")({
      selection: { from: "results", node: id, ...(span && { span }) },
      marks: span ? [{ span, as: "definition" }] : [],
    });
    if (span && store.state.layout !== "narrow") store.perform("show", { span, focus: false });
  }

  /** Marks the node that is selected in the tree or in the source. */
  private follow({ selection, caret }: Readonly<State>): void {
    if (selection?.from === "results" && selection.node === this.chosen) return;
    const { graph } = this;
    const named = graph.nodes.find(({ id }) => id === selection?.node);
    // The source selects whole lines, which begin before the names in them.
    const span = selection?.from === "source" ? undefined : selection?.span;
    const place = span ? { file: span.file, offset: span.from } : caret;
    const next = named ?? (place ? nodeAt(graph, place) : null);
    if ((next?.id ?? null) === this.chosen) return;
    this.chosen = next?.id ?? null;
    this.markChosen();
  }

  /** The box that shows a node: its own, or that of a folded cluster. */
  private boxOf(id: string): string | undefined {
    return drawing(this.parts, this.folded).boxes.find(({ nodes }) => nodes.some((node) => node.id === id))?.id;
  }

  private markChosen(): void {
    const { chosen, drawn } = this;
    for (const name of this.list.querySelectorAll<HTMLElement>(".graph-name"))
      setAttribute(name, "aria-pressed", String(name.dataset["id"] === chosen));
    const box = chosen === null ? undefined : this.boxOf(chosen);
    for (const each of drawn?.querySelectorAll<SVGElement>(".graph-box") ?? [])
      setAttribute(each, "data-chosen", each.dataset["id"] === box);
    for (const each of drawn?.querySelectorAll<SVGElement>(".graph-arrow") ?? [])
      setAttribute(each, "data-chosen", box !== undefined && [each.dataset["from"], each.dataset["to"]].includes(box));
  }
}

/** Shows the graph of the last run. */
export async function showGraph(root: HTMLElement, store: Store, isCurrent: () => boolean): Promise<void> {
  const say = (words: string): void => fill(root, element("p", { class: "muted result-empty" }, words));
  if (!root.querySelector(".graph")) say(text("graph.running"));
  const graph = await graphed(store);
  if (!isCurrent()) return;
  if (!graph) return say(text("graph.none"));
  if (graph.nodes.length === 0) return say(text("graph.empty"));
  new GraphView(root, store, graph).start(isCurrent);
}
