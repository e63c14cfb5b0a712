import type { Origin, OutlineNode } from "evalground";
import { beforeEach, describe, expect, it } from "vitest";
import { resultOf, TreeModel, type Step } from "../src/tree/model.ts";

const text = "app:\n  url: x\n  port: 1\ndb: 2\n";
const span = (words: string): NonNullable<OutlineNode["span"]> => {
  const from = text.indexOf(words);
  const before = text.slice(0, from).split("\n");
  return {
    file: "main.yaml",
    from,
    to: from + words.length,
    line: before.length,
    column: (before.at(-1) ?? "").length + 1,
  };
};
const node = (name: string, special: Partial<OutlineNode> = {}): OutlineNode => ({
  id: name,
  kind: "attribute",
  name,
  span: span(name),
  ...special,
});
const resource = (name: string, children: OutlineNode[]): OutlineNode =>
  node(name, { kind: "resource", selectable: true, children });
const outline: OutlineNode[] = [
  {
    id: "root",
    kind: "resource",
    name: "root",
    children: [resource("app", [node("url"), node("port")]), resource("db", [])],
  },
];
const files = new Map([["main.yaml", text]]);

let tree: TreeModel;
const shown = (): string[] => tree.shown.map((row) => row.node.id);
const press = (key: string, on: string, time = 0): Step | null => tree.press(key, tree.indexOf(on), time);
const open = (id: string): void => {
  const step = press("ArrowRight", id);
  if (step?.does === "turn") tree.turn(step.row, step.open);
};

beforeEach(() => {
  tree = new TreeModel();
  tree.takeOutline(outline);
  tree.takeProblems([], files);
  tree.arrange();
});

describe("the tree", () => {
  it("initially shows how resources are nested, but not their parts", () => {
    expect(shown()).toEqual(["root", "app", "db"]);
  });

  it("shows the first two levels of a small document without resources", () => {
    tree.takeOutline([node("app", { kind: "data", children: [node("url", { children: [node("port")] })] })]);
    tree.arrange();
    expect(shown()).toEqual(["app", "url", "port"]);
  });

  it("keeps opened nodes in a new outline", () => {
    open("app");
    tree.takeOutline(structuredClone(outline));
    tree.arrange();
    expect(shown()).toEqual(["root", "app", "url", "port", "db"]);
  });

  it("opens everything that matches a filter, and counts the matches", () => {
    tree.filter = " port ";
    tree.arrange();
    expect(shown()).toEqual(["root", "app", "port"]);
    expect(tree.found).toBe(1);
  });

  it("moves the tab stop to the first row if its row is gone", () => {
    tree.current = "db";
    tree.filter = "port";
    tree.arrange();
    expect(tree.current).toBe("root");
  });

  it("marks the closed node that contains the caret, and the node itself once it is visible", () => {
    const caret = { file: "main.yaml", offset: text.indexOf("port"), line: 3, column: 3 };
    expect(tree.nodeOf(caret, files)).toBe("app");
    open("app");
    expect(tree.nodeOf(caret, files)).toBe("port");
    expect(tree.nodeOf({ ...caret, file: "other.yaml" }, files)).toBeNull();
  });

  it("counts problems for all ancestors of a node, and marks its resource", () => {
    tree.takeProblems([{ severity: "error", code: "x", message: "", span: span("port") }], files);
    const [root] = outline as [OutlineNode];
    expect([tree.problemsOf(root), tree.worstOf(root)]).toEqual([1, "error"]);
    expect(tree.statusOf((root.children as OutlineNode[])[0] as OutlineNode)).toBe("error");
    expect(tree.statusOf(root)).toBeUndefined();
    tree.takeProblems([{ severity: "warning", code: "x", message: "", span: span("port") }], files);
    expect([tree.problemsOf(root), tree.worstOf(root)]).toEqual([1, "warning"]);
  });
});

describe("the keys of the tree", () => {
  it("move through the visible rows and stop at the ends", () => {
    expect(press("ArrowDown", "app")).toEqual({ does: "move", to: 2 });
    expect(press("ArrowDown", "db")).toEqual({ does: "move", to: 2 });
    expect(press("ArrowUp", "root")).toEqual({ does: "move", to: 0 });
    expect(press("End", "root")).toEqual({ does: "move", to: 2 });
  });

  it("open a closed row, then step into it", () => {
    expect(press("ArrowRight", "app")).toMatchObject({ does: "turn", open: true });
    open("app");
    expect(press("ArrowRight", "app")).toEqual({ does: "move", to: 2 });
    expect(press("ArrowRight", "url")).toEqual({ does: "nothing" });
  });

  it("close an open row, and go from a closed one to its parent", () => {
    open("app");
    expect(press("ArrowLeft", "app")).toMatchObject({ does: "turn", open: false });
    expect(press("ArrowLeft", "url")).toEqual({ does: "move", to: 1 });
    expect(press("ArrowLeft", "db")).toEqual({ does: "move", to: 0 });
  });

  it("make a resource the current one with Space, and only select other nodes", () => {
    open("app");
    expect(press(" ", "app")).toEqual({ does: "make current" });
    expect(press(" ", "url")).toEqual({ does: "choose" });
    expect(press("Enter", "url")).toEqual({ does: "show source" });
  });

  it("open all siblings of a row", () => {
    expect(press("*", "app")).toEqual({ does: "open siblings" });
    tree.openSiblings(tree.shown[1] as (typeof tree.shown)[number]);
    expect(shown()).toEqual(["root", "app", "url", "port", "db"]);
  });

  it("find names by letters typed in quick succession, starting at the row", () => {
    open("app");
    expect(press("p", "root", 1000)).toEqual({ does: "move", to: 3 });
    expect(press("o", "port", 1100)).toEqual({ does: "move", to: 3 });
    expect(press("d", "port", 2000)).toEqual({ does: "move", to: 4 });
    expect(press("z", "port", 3000)).toEqual({ does: "nothing" });
  });

  it("ignore the keys of the page", () => {
    expect(press("Tab", "app")).toBeNull();
  });
});

describe("the value of a node", () => {
  const row = (id: string): (typeof tree.shown)[number] => {
    open("app");
    return tree.shown[tree.indexOf(id)] as (typeof tree.shown)[number];
  };
  const literal = (words: string): Origin => ({ via: "literal", span: span(words) });

  it("is the one written at the node's place", () => {
    expect(resultOf(row("url"), { "/x": [literal("port")], "/y": [literal("url")] })).toBe("/y");
  });

  it("is otherwise the one with its name below its resource", () => {
    expect(resultOf(row("url"), { "/db/url": [], "/instances/app/url": [] })).toBe("/instances/app/url");
    expect(resultOf(row("url"), {})).toBeNull();
  });
});
