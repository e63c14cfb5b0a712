// The nodes of a graph as a list, each with what it refers to and what refers to it. It is what keyboards and screen
// readers use in place of the drawing.

import type { Graph, GraphNode } from "evalground";
import { element } from "../../ui/dom.ts";
import { text } from "../../ui/text.ts";
import { notesOf } from "./notes.ts";

/** The list. `choose` is called with the node whose button was pressed. */
export function listOf(graph: Graph, choose: (node: GraphNode) => void): HTMLElement {
  return element(
    "ul",
    { class: "graph-list", "aria-label": text("graph.list") },
    ...graph.nodes.map((node) =>
      element(
        "li",
        {},
        element(
          "button",
          {
            type: "button",
            class: "graph-name",
            dir: "auto",
            "data-id": node.id,
            "aria-pressed": "false",
            on: { click: () => choose(node) },
          },
          node.name,
        ),
        element("span", { class: "graph-notes", dir: "auto" }, ` ${notesOf(node, graph).join(" · ")}`),
      ),
    ),
  );
}
