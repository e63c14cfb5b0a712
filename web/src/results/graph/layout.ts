// Places of boxes, arrows and clusters, computed by dagre.

import { graphlib, layout as arrange } from "@dagrejs/dagre";
import type { Arrow, Box, Cluster, Drawing } from "./fold.ts";

/** The height of a box, and the most that its text may take in width. */
const boxHeight = 40;
const mostWidth = 220;
const leastWidth = 72;
/** Space for the sign and the borders beside the text of a box. */
const beside = 34;
/** Labels of arrows would cover a drawing with more arrows than this. */
const mostLabels = 80;

interface Place {
  /** The center. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlacedBox extends Place {
  box: Box;
  /** Its texts, cut to fit. */
  title: string;
  subtitle: string;
}

export interface PlacedArrow {
  arrow: Arrow;
  points: { x: number; y: number }[];
  /** Its text and the center of it; absent if the drawing has too many. */
  text?: string;
  at?: { x: number; y: number };
}

export interface PlacedCluster extends Place {
  cluster: Cluster;
}

export interface Layout {
  width: number;
  height: number;
  boxes: PlacedBox[];
  arrows: PlacedArrow[];
  clusters: PlacedCluster[];
}

/** The width of a text in pixels; `isSmall` for the second line of a box and the labels of arrows. */
export type Measure = (words: string, isSmall: boolean) => number;

/** The text, cut with an ellipsis where it is wider. */
export function cut(words: string, width: number, measure: (words: string) => number): string {
  if (measure(words) <= width) return words;
  const characters = [...words];
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(`${characters.slice(0, middle).join("")}…`) <= width) low = middle;
    else high = middle - 1;
  }
  return `${characters.slice(0, low).join("")}…`;
}

/**
 * The text of an arrow: every reference that it stands for, so that the drawing has as many as are counted. That a node
 * reads another needs no words.
 */
export function arrowText({ kinds, count, label }: Arrow): string {
  const times = count > kinds.length ? `${count} ×` : "";
  const told = kinds.length > 1 || kinds[0] !== "reads" ? kinds.join(", ") : "";
  return [times, told, label].filter((words) => words).join(" ");
}

/** The second line of a box. */
export function subtitleOf({ kind, type, nodes, folded }: Box): string {
  const what = type || kind;
  return folded === undefined ? what : [String(nodes.length), what].filter((words) => words !== "").join(" × ");
}

/** Ids of a document could be names that the library keeps for itself, so numbers take their place. */
function numbered(sign: string, items: readonly { id: string }[]): (id: string | undefined) => string | undefined {
  const numbers = new Map(items.map(({ id }, index) => [id, `${sign}${index}`]));
  return (id) => (id === undefined ? undefined : numbers.get(id));
}

/** Lays out a drawing, from left to right or from top to bottom. */
export function layout({ boxes, arrows, clusters }: Drawing, measure: Measure, isTall: boolean): Layout {
  const graph = new graphlib.Graph({ compound: true, multigraph: true });
  graph.setGraph({ rankdir: isTall ? "TB" : "LR", nodesep: 14, ranksep: isTall ? 44 : 56, marginx: 12, marginy: 12 });
  const small = (words: string): number => measure(words, true);
  const numberOf = numbered("n", boxes);
  const groupOf = numbered("c", clusters);
  for (const { id } of clusters) graph.setNode(groupOf(id) ?? "", {});
  for (const { id, cluster } of clusters) {
    const outer = groupOf(cluster);
    if (outer !== undefined && cluster !== id) graph.setParent(groupOf(id) ?? "", outer);
  }
  const texts = boxes.map((box) => ({
    box,
    id: numberOf(box.id) ?? "",
    title: cut(box.name, mostWidth, (words) => measure(words, false)),
    subtitle: cut(subtitleOf(box), mostWidth, small),
  }));
  for (const { box, id, title, subtitle } of texts) {
    const width = Math.max(leastWidth, measure(title, false) + beside, small(subtitle) + beside);
    graph.setNode(id, { width: Math.ceil(width), height: boxHeight });
    const group = groupOf(box.cluster);
    if (group !== undefined) graph.setParent(id, group);
  }
  const hasLabels = arrows.length <= mostLabels;
  const lines = arrows.map((arrow, index) => ({
    arrow,
    from: numberOf(arrow.from) ?? "",
    to: numberOf(arrow.to) ?? "",
    name: String(index),
    words: hasLabels ? cut(arrowText(arrow), mostWidth, small) : "",
  }));
  for (const { from, to, name, words } of lines) {
    const size = words === "" ? {} : { width: small(words) + 8, height: 16, labelpos: "c" };
    graph.setEdge(from, to, size, name);
  }
  arrange(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: texts.map(({ box, id, title, subtitle }) => ({ box, title, subtitle, ...placeOf(graph.node(id)) })),
    arrows: lines.map(({ arrow, from, to, name, words }) => {
      const { points, x, y } = graph.edge(from, to, name);
      return { arrow, points, ...(words !== "" && { text: words, at: { x, y } }) };
    }),
    clusters: clusters.map((cluster) => ({ cluster, ...placeOf(graph.node(groupOf(cluster.id) ?? "")) })),
  };
}

function placeOf({ x, y, width, height }: Place): Place {
  return { x, y, width, height };
}
