// What is told about a node in words.

import type { Graph, GraphNode } from "evalground";
import { text } from "../../ui/text.ts";

/** The words of a state. */
export function stateText(state: "failed" | "unused"): string {
  return text(state === "failed" ? "graph.failed" : "graph.unused");
}

/** The neighbours of a node that are listed; the rest is counted. */
const mostListed = 20;

function neighbourText(names: readonly string[]): string {
  const shown = names.slice(0, mostListed).join(", ");
  const rest = names.length - mostListed;
  return rest > 0 ? text("graph.more", { names: shown, count: rest }) : shown;
}

/** What is told about a node beside its name. */
export function notesOf(node: GraphNode, { nodes, edges }: Graph): string[] {
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  const told = (kind: string, name: string): string => (kind === "reads" ? name : `${name} (${kind})`);
  const to = edges.filter(({ from }) => from === node.id).map((edge) => told(edge.kind, names.get(edge.to) ?? ""));
  const from = edges.filter((edge) => edge.to === node.id).map((edge) => told(edge.kind, names.get(edge.from) ?? ""));
  return [
    node.type ?? node.kind,
    node.state ? stateText(node.state) : "",
    node.note ?? "",
    to.length > 0 ? text("graph.to", { names: neighbourText(to) }) : "",
    from.length > 0 ? text("graph.from", { names: neighbourText(from) }) : "",
  ].filter((note) => note !== "");
}
