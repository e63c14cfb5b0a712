import type { Diagnostic, OutlineNode } from "evalground";
import { describe, expect, it } from "vitest";
import { countProblems, filterRows, nodeAt, openRows, placeNodes, type TreeRow } from "../src/tree/nodes.ts";
import { signOf } from "../src/tree/status.ts";

const text = `app:
  attributes:
    url: x
    port: 1
  requirements: []
db:
  size: 3
`;

/** A node whose place is its key, located by these words in the text above. */
function node(name: string, words: string, special: Partial<OutlineNode> = {}): OutlineNode {
  const from = text.indexOf(words);
  const before = text.slice(0, from).split("\n");
  return {
    id: name,
    kind: "attribute",
    name,
    span: {
      file: "main.yaml",
      from,
      to: from + name.length,
      line: before.length,
      column: (before.at(-1) ?? "").length + 1,
    },
    ...special,
  };
}

const outline: OutlineNode[] = [
  {
    id: "root",
    kind: "resource",
    name: "root",
    children: [
      node("app", "app:", {
        kind: "resource",
        type: "WebApp",
        status: "ok",
        children: [
          {
            ...node("group", "url:"),
            kind: "group",
            children: [node("url", "url:", { status: "error" }), node("port", "port:")],
          },
        ],
      }),
      node("db", "db:", { kind: "resource", type: "Postgres" }),
    ],
  },
];
const rows = placeNodes(outline);
const ids = (shown: TreeRow[]): string[] => shown.map((row) => row.node.id);
const at = (words: string): string | undefined => {
  const offset = text.indexOf(words);
  return nodeAt(rows, { file: "main.yaml", offset, line: text.slice(0, offset).split("\n").length }, text)?.node.id;
};

describe("tree", () => {
  it("gives every node its level and its position among its siblings", () => {
    expect(rows.map(({ node: { id }, level, position, siblings }) => [id, level, position, siblings])).toEqual([
      ["root", 1, 1, 1],
      ["app", 2, 1, 2],
      ["group", 3, 1, 1],
      ["url", 4, 1, 2],
      ["port", 4, 2, 2],
      ["db", 2, 2, 2],
    ]);
  });

  it("hides the children of a closed node", () => {
    expect(ids(openRows(rows, ({ node: { id } }) => id !== "app"))).toEqual(["root", "app", "db"]);
  });

  it("handles an outline of any depth", () => {
    let deep: OutlineNode = { id: "0", kind: "data", name: "0" };
    for (let level = 1; level < 50_000; level += 1)
      deep = { id: String(level), kind: "data", name: "x", children: [deep] };
    expect(placeNodes([deep])).toHaveLength(50_000);
  });
});

describe("filter", () => {
  const found = (filter: string): string[] => ids(filterRows(rows, filter, (id) => (id === "port" ? 1 : 0)).rows);

  it("keeps matching nodes with their ancestors", () => {
    expect(found("por")).toEqual(["root", "app", "group", "port"]);
  });

  it("supports types, statuses and errors", () => {
    expect(found("type:post")).toEqual(["root", "db"]);
    expect(found("status:ok")).toEqual(["root", "app"]);
    expect(found("error")).toEqual(["root", "app", "group", "url", "port"]);
    expect(found("error port")).toEqual(["root", "app", "group", "port"]);
  });

  it("counts the nodes that match themselves", () => {
    expect(filterRows(rows, "type:", () => 0).found).toBe(6);
    expect(filterRows(rows, "nothing", () => 0)).toEqual({ rows: [], found: 0 });
  });
});

describe("the node at a position", () => {
  it("is the one whose key contains it, or whose line it ends", () => {
    expect(at("url")).toBe("url");
    expect(at("x\n")).toBe("url");
  });

  it("is the one below which the line is indented", () => {
    expect(at("attributes")).toBe("app");
    expect(at("requirements")).toBe("app");
    expect(at("size")).toBe("db");
  });

  it("is null in another file", () => {
    expect(nodeAt(rows, { file: "other.yaml", offset: 0, line: 1 }, "")).toBeNull();
  });
});

describe("the sign of a node", () => {
  it("depends on its status; a part with unknown status has no question mark", () => {
    expect(signOf({ kind: "promise", status: "repaired" }).sign).toBe("degraded");
    expect(signOf({ kind: "data", status: "not reached" }).sign).toBe("absent");
    expect(signOf({ kind: "resource", status: "unknown" }).sign).toBe("unknown");
    expect(signOf({ kind: "resource" }).sign).toBe("part");
    expect(signOf({ kind: "attribute", status: "unknown" }).sign).toBe("part");
  });
});

describe("problems", () => {
  it("count for the node and its ancestors; errors mark its resource as failed", () => {
    const from = text.indexOf("port");
    const problem: Diagnostic = {
      severity: "error",
      code: "x",
      message: "",
      span: { file: "main.yaml", from: from + 6, to: from + 7, line: 4, column: 11 },
    };
    const counts = countProblems(rows, [problem, { ...problem, severity: "hint" }], new Map([["main.yaml", text]]));
    expect(Object.fromEntries(counts.own)).toEqual({ port: 1, url: 1 });
    expect(Object.fromEntries(counts.below)).toEqual({ root: 2, app: 2, group: 2, port: 1, url: 1 });
    expect([...counts.failed].sort()).toEqual(["app", "port", "url"]);
  });
});
