// What is drawn of a graph: clusters can be folded into one node, and so can nodes that nothing distinguishes, such as
// the hosts of a group. Without this, a graph of 200 nodes could not be read.

import type { Graph, GraphNode } from "evalground";

/** Nodes of the same kind with the same neighbours become a cluster of their own from this number on. */
const leastAlike = 5;
/** Clusters are folded at first if the graph has more nodes than this. */
const mostUnfolded = 40;

/** A cluster of the document, or of nodes that are alike. */
export interface Cluster {
  id: string;
  name: string;
  /** Id of the cluster that encloses it. */
  cluster?: string;
  /** The kind of its nodes if they are alike. */
  alike?: string;
}

/** What is drawn for one node of the document, or for a folded cluster. */
export interface Box {
  id: string;
  name: string;
  kind: string;
  type?: string;
  state?: "failed" | "unused";
  /** The open cluster that it is drawn in. */
  cluster?: string;
  /** The nodes that it stands for. The first one is the node itself, if it is no folded cluster. */
  nodes: GraphNode[];
  /** The cluster that it stands for. */
  folded?: string;
}

export interface Arrow {
  from: string;
  to: string;
  /** The kinds of all references that it stands for. */
  kinds: string[];
  /** Number of these references. */
  count: number;
  label?: string;
}

export interface Drawing {
  boxes: Box[];
  arrows: Arrow[];
  /** The open clusters that have something in them, outer ones first. */
  clusters: Cluster[];
}

/** A graph with a cluster for each set of nodes that are alike. */
export interface Clustered {
  graph: Graph;
  clusters: Cluster[];
  /** The innermost cluster of each node, by its id. */
  of: Map<string, string>;
}

/** The neighbours of each node as a text: equal for nodes that have the same ones. */
function neighbours({ nodes, edges }: Graph): Map<string, string> {
  const lists = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { from, to, kind } of edges) {
    lists.get(from)?.push(`>${kind} ${to}`);
    lists.get(to)?.push(`<${kind} ${from}`);
  }
  return new Map([...lists].map(([id, list]) => [id, list.sort().join("\n")]));
}

/** Finds the clusters: those of the document, and nodes that are alike. */
export function clustered(graph: Graph): Clustered {
  const of = new Map<string, string>();
  const clusters: Cluster[] = graph.clusters.map(({ id, name, cluster }) => ({
    id,
    name,
    ...(cluster && { cluster }),
  }));
  for (const { id, cluster } of graph.nodes) if (cluster !== undefined) of.set(id, cluster);
  const near = neighbours(graph);
  const sets = new Map<string, GraphNode[]>();
  for (const node of graph.nodes) {
    const around = near.get(node.id) ?? "";
    // A node without neighbours, or that encloses others, is of interest itself.
    if (around === "" || clusters.some(({ id }) => id === node.id)) continue;
    const key = [node.kind, node.state ?? "", node.cluster ?? "", around].join("\n");
    const set = sets.get(key) ?? [];
    sets.set(key, set);
    set.push(node);
  }
  for (const set of sets.values()) {
    const [first] = set;
    if (!first || set.length < leastAlike) continue;
    const id = `alike ${first.id}`;
    const { cluster, kind, name } = first;
    clusters.push({ id, name: `${name}, …`, alike: kind, ...(cluster !== undefined && { cluster }) });
    for (const node of set) of.set(node.id, id);
  }
  return { graph, clusters, of };
}

/** The clusters that are folded at first. */
export function foldedAtFirst({ graph, clusters }: Clustered): Set<string> {
  return new Set(graph.nodes.length > mostUnfolded ? clusters.map(({ id }) => id) : []);
}

/** The chain of clusters around a node, from the innermost one. Clusters of a hostile graph may enclose each other. */
function around(start: string | undefined, byId: ReadonlyMap<string, Cluster>): Cluster[] {
  const chain: Cluster[] = [];
  for (let at = start; at !== undefined; ) {
    const cluster = byId.get(at);
    if (!cluster || chain.includes(cluster)) break;
    chain.push(cluster);
    at = cluster.cluster;
  }
  return chain;
}

/** Whether several nodes have failed or are unused: all of them, except that one failure is enough. */
function stateOf(nodes: readonly GraphNode[]): "failed" | "unused" | undefined {
  if (nodes.some(({ state }) => state === "failed")) return "failed";
  return nodes.every(({ state }) => state === "unused") ? "unused" : undefined;
}

function boxOf(node: GraphNode, open: Cluster | undefined): Box {
  const { id, name, kind, type, state } = node;
  return {
    id,
    name,
    kind,
    ...(type && { type }),
    ...(state && { state }),
    ...(open && { cluster: open.id }),
    nodes: [node],
  };
}

/** What is drawn while these clusters are folded. */
export function drawing({ graph, clusters, of }: Clustered, folded: ReadonlySet<string>): Drawing {
  const byId = new Map(clusters.map((cluster) => [cluster.id, cluster]));
  const nodeIds = new Set(graph.nodes.map(({ id }) => id));
  const boxes = new Map<string, Box>();
  /** The box that shows each node. */
  const shownBy = new Map<string, string>();
  for (const node of graph.nodes) {
    const chain = around(of.get(node.id), byId);
    const outermost = chain.findLast(({ id }) => folded.has(id));
    const open = outermost ? chain[chain.indexOf(outermost) + 1] : chain[0];
    // A folded node that encloses others stands for them itself.
    const own = outermost && nodeIds.has(outermost.id) ? outermost.id : outermost ? `folded ${outermost.id}` : node.id;
    shownBy.set(node.id, own);
    const box = boxes.get(own);
    if (box) box.nodes.push(node);
    else if (own === node.id) boxes.set(own, boxOf(node, open));
    else if (outermost && own !== outermost.id) {
      const { id, name, alike = "" } = outermost;
      boxes.set(own, { id: own, name, kind: alike, ...(open && { cluster: open.id }), nodes: [node], folded: id });
    } else boxes.set(own, boxOf(graph.nodes.find(({ id }) => id === own) ?? node, open));
  }
  for (const box of boxes.values()) {
    const cluster = byId.get(box.folded ?? box.id);
    if (cluster && folded.has(cluster.id)) box.folded = cluster.id;
    const state = box.folded === undefined ? box.state : stateOf(box.nodes);
    if (state) box.state = state;
  }
  const arrows = new Map<string, Arrow>();
  for (const { from, to, kind, label } of graph.edges) {
    const [start, end] = [shownBy.get(from), shownBy.get(to)];
    if (start === undefined || end === undefined || start === end) continue;
    const key = `${start}\n${end}`;
    const arrow = arrows.get(key) ?? { from: start, to: end, kinds: [], count: 0 };
    arrows.set(key, arrow);
    arrow.count += 1;
    if (!arrow.kinds.includes(kind)) arrow.kinds.push(kind);
    if (label !== undefined) arrow.label = arrow.label === undefined ? label : "…";
  }
  const used = new Set([...boxes.values()].flatMap(({ cluster }) => around(cluster, byId).map(({ id }) => id)));
  return {
    boxes: [...boxes.values()],
    arrows: [...arrows.values()],
    clusters: clusters.filter(({ id }) => used.has(id)),
  };
}
