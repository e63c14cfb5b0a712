import type { Graph, GraphNode } from "evalground";
import { expect, test } from "vitest";
import { clustered, drawing, foldedAtFirst } from "../src/results/graph/fold.ts";
import { arrowText, cut, layout, subtitleOf } from "../src/results/graph/layout.ts";
import { nodeAt } from "../src/results/graph/node_at.ts";
import { notesOf } from "../src/results/graph/notes.ts";
import { pathOf } from "../src/results/graph/path.ts";

const node = (id: string, more: Partial<GraphNode> = {}): GraphNode => ({ id, kind: "resource", name: id, ...more });
const graphOf = (nodes: GraphNode[], edges: Graph["edges"] = [], clusters: Graph["clusters"] = []): Graph => ({
  nodes,
  edges,
  clusters,
  leftOut: 0,
});
const measure = (words: string): number => words.length * 7;

const pipeline = graphOf(
  [
    node("Pod", { kind: "kind" }),
    node("stage/1", { name: "@select", kind: "stage", cluster: "controller", state: "failed" }),
    node("stage/2", { name: "@project", kind: "stage", cluster: "controller", state: "unused" }),
  ],
  [
    { from: "Pod", to: "stage/1", kind: "then" },
    { from: "stage/1", to: "stage/2", kind: "then" },
  ],
  [{ id: "controller", kind: "controller", name: "copy" }],
);

/** A stack of many servers on one network. */
const many = graphOf(
  [node("net"), ...Array.from({ length: 199 }, (_, at) => node(`server${at}`, at === 7 ? { state: "failed" } : {}))],
  Array.from({ length: 199 }, (_, at) => ({ from: `server${at}`, to: "net", kind: "get_resource" })),
);

test("an unfolded drawing has a box for each node, within the clusters", () => {
  const { boxes, arrows, clusters } = drawing(clustered(pipeline), new Set());
  expect(boxes.map(({ id, cluster, state }) => [id, cluster, state])).toEqual([
    ["Pod", undefined, undefined],
    ["stage/1", "controller", "failed"],
    ["stage/2", "controller", "unused"],
  ]);
  expect(arrows.map(({ from, to, kinds }) => [from, to, kinds])).toEqual([
    ["Pod", "stage/1", ["then"]],
    ["stage/1", "stage/2", ["then"]],
  ]);
  expect(clusters.map(({ name }) => name)).toEqual(["copy"]);
});

test("a folded cluster is one box that says whether something in it failed", () => {
  const { boxes, arrows, clusters } = drawing(clustered(pipeline), new Set(["controller"]));
  expect(boxes.map(({ name, folded, state, nodes }) => [name, folded, state, nodes.length])).toEqual([
    ["Pod", undefined, undefined, 1],
    ["copy", "controller", "failed", 2],
  ]);
  expect(arrows.map(({ from, to }) => [from, to])).toEqual([["Pod", "folded controller"]]);
  expect(clusters).toEqual([]);
});

test("nodes that nothing distinguishes fold, so that 200 nodes can be read", () => {
  const parts = clustered(many);
  const { boxes, arrows } = drawing(parts, foldedAtFirst(parts));
  expect(boxes.map((box) => [box.name, subtitleOf(box)])).toEqual([
    ["net", "resource"],
    ["server0, …", "198 × resource"],
    ["server7", "resource"],
  ]);
  expect(arrows).toHaveLength(2);
  expect(foldedAtFirst(clustered(pipeline)).size).toBe(0);
});

test("a node that encloses others stands for them when it is folded", () => {
  const nested = graphOf(
    [
      node("app"),
      node("app/db", { cluster: "app" }),
      node("app/web", { cluster: "app", state: "failed" }),
      node("dns"),
    ],
    [
      { from: "app/web", to: "app/db", kind: "requirement", label: "db" },
      { from: "dns", to: "app/web", kind: "reads" },
    ],
    [{ id: "app", kind: "resource", name: "app" }],
  );
  const { boxes, arrows } = drawing(clustered(nested), new Set(["app"]));
  expect(boxes.map(({ id, state, nodes }) => [id, state, nodes.length])).toEqual([
    ["app", "failed", 3],
    ["dns", undefined, 1],
  ]);
  expect(arrows.map(({ from, to }) => `${from} ${to}`)).toEqual(["dns app"]);
});

test("clusters that enclose each other do no harm", () => {
  const loop = graphOf(
    [node("a", { cluster: "one" })],
    [],
    [
      { id: "one", kind: "group", name: "one", cluster: "two" },
      { id: "two", kind: "group", name: "two", cluster: "one" },
    ],
  );
  expect(drawing(clustered(loop), new Set()).boxes).toHaveLength(1);
});

test("the layout keeps boxes apart and leads arrows between them", () => {
  const { boxes, arrows, clusters, width, height } = layout(drawing(clustered(pipeline), new Set()), measure, false);
  const [pod, first, second] = boxes;
  if (!pod || !first || !second) throw new Error("three boxes are expected");
  expect(pod.x + pod.width / 2).toBeLessThan(first.x - first.width / 2);
  expect(first.x + first.width / 2).toBeLessThan(second.x - second.width / 2);
  expect(second.x + second.width / 2).toBeLessThanOrEqual(width);
  expect(second.y + second.height / 2).toBeLessThanOrEqual(height);
  expect(arrows.map(({ text }) => text)).toEqual(["then", "then"]);
  expect(clusters[0]?.width).toBeGreaterThan(first.width);
  const tall = layout(drawing(clustered(pipeline), new Set()), measure, true);
  expect(tall.height).toBeGreaterThan(tall.width);
});

test("200 nodes that cannot be folded are laid out within seconds", { timeout: 20_000 }, () => {
  const chain = graphOf(
    Array.from({ length: 200 }, (_, at) => node(`n${at}`)),
    Array.from({ length: 199 }, (_, at) => ({ from: `n${at + 1}`, to: `n${Math.floor(at / 3)}`, kind: "reads" })),
  );
  expect(layout(drawing(clustered(chain), new Set()), measure, false).boxes).toHaveLength(200);
});

test("ids of a document may be any text", () => {
  const strange = graphOf(
    [node("__proto__"), node("\u0000"), node("")],
    [{ from: "__proto__", to: "", kind: "reads" }],
  );
  expect(layout(drawing(clustered(strange), new Set()), measure, false).boxes).toHaveLength(3);
});

test("texts are cut, and references that say nothing have no text", () => {
  expect(cut("a long name", 42, measure)).toBe("a lon…");
  expect(cut("short", 42, measure)).toBe("short");
  expect(arrowText({ from: "a", to: "b", kinds: ["reads"], count: 1 })).toBe("");
});

test("an arrow that stands for several references tells all of them", () => {
  expect(arrowText({ from: "a", to: "b", kinds: ["reads"], count: 2 })).toBe("2 ×");
  expect(arrowText({ from: "a", to: "b", kinds: ["usebundle", "reads"], count: 2, label: "@(hosts)" })).toBe(
    "usebundle, reads @(hosts)",
  );
  const edges = ["reads", "reads", "then"].map((kind) => ({ from: "a", to: "b", kind }));
  const { arrows } = drawing(clustered(graphOf([node("a"), node("b")], edges)), new Set());
  expect(arrows.map(arrowText)).toEqual(["3 × reads, then"]);
});

test("a place in a file leads to the node that is defined before it", () => {
  const span = (from: number) => ({ file: "main.yaml", from, to: from + 3, line: 1, column: 1 });
  const graph = graphOf([node("a", { span: span(10) }), node("b", { span: span(50) })]);
  expect(nodeAt(graph, { file: "main.yaml", offset: 60 })?.id).toBe("b");
  expect(nodeAt(graph, { file: "main.yaml", offset: 49 })?.id).toBe("a");
  expect(nodeAt(graph, { file: "main.yaml", offset: 5 })).toBeNull();
  expect(nodeAt(graph, { file: "other.yaml", offset: 60 })).toBeNull();
});

test("the list tells what a node refers to and what refers to it", () => {
  expect(notesOf(pipeline.nodes[1] as GraphNode, pipeline)).toEqual([
    "stage",
    "failed",
    "refers to @project (then)",
    "referred to by Pod (then)",
  ]);
});

test("an arrow begins and ends at the first and the last point", () => {
  expect(
    pathOf([
      { x: 0, y: 0 },
      { x: 10, y: 5 },
      { x: 20, y: 0 },
    ]),
  ).toBe("M0 0Q10 5 20 0");
  expect(
    pathOf([
      { x: 0, y: 0 },
      { x: 10.04, y: 5 },
    ]),
  ).toBe("M0 0L10 5");
  expect(pathOf([])).toBe("");
});
