import { describe, expect, it } from "vitest";
import { HistoryWalk } from "../src/editor/history.ts";
import { ExpressionLine, expressionText, isMeantAsYaml } from "../src/editor/line.ts";
import { makeStore, readYaml } from "./make.ts";

describe("the text of an expression", () => {
  it.each([
    ["unfurl", "::a", false],
    ["unfurl", "{eval: ::a}", true],
    ["unfurl", "concat: [a]", true],
    ["unfurl", "a:b", false],
    ["yaql", "{a: 1}", false],
    ["heat", "get_param", true],
    ["heat", " ", false],
  ])("in %s: %j is meant as YAML: %s", (dialect, typed, is) => {
    expect(isMeantAsYaml(typed, dialect)).toBe(is);
  });

  it("is the expression itself, or JSON if that is not a string", () => {
    expect([undefined, "::a", { eval: "::a" }].map(expressionText)).toEqual(["", "::a", '{"eval":"::a"}']);
  });
});

describe("the expression line", () => {
  function start(expression?: unknown) {
    const store = makeStore();
    if (expression !== undefined) store.edit({ expression });
    const notes: boolean[] = [];
    return { store, notes, line: new ExpressionLine(store, readYaml, (is) => notes.push(is)) };
  }

  it("takes text literally, and an empty text as no expression", async () => {
    const { store, line } = start();
    await line.take("::a");
    expect(store.state.workspace.expression).toBe("::a");
    await line.take("  ");
    expect(store.state.workspace).not.toHaveProperty("expression");
  });

  it("takes YAML as its value, and as text while it cannot be parsed", async () => {
    const { store, notes, line } = start();
    await line.take("{eval: [");
    expect(store.state.workspace.expression).toBe("{eval: [");
    await line.take("{eval: [a]}");
    expect(store.state.workspace.expression).toEqual({ eval: ["a"] });
    expect(notes).toEqual([true, false, true, true]);
  });

  it("formats YAML, unless that would lose something", async () => {
    const { line } = start();
    const long = `{"@and": [{"@eq": ["$.metadata.namespace", "shop"]}, {"@gt": ["$.spec.replicas", 1]}]}`;
    expect(await line.formatted(long)).toMatch(/^"?'?@and"?'?:\n/);
    expect(await line.formatted("{ eval:   a }")).toBe('{"eval":"a"}');
    expect(await line.formatted("::a::b")).toBeNull();
    expect(await line.formatted("{eval: a} # why")).toBeNull();
    expect(await line.formatted("{eval: [")).toBeNull();
  });

  it("uses the last keystroke, even if an earlier one is answered later", async () => {
    const { store, line } = start();
    const earlier = line.take("{eval: a}");
    await line.take("::b");
    await earlier;
    expect(store.state.workspace.expression).toBe("::b");
  });

  it("keeps the text as typed, and shows what another part sets", async () => {
    const { store, notes, line } = start();
    await line.take("{ eval: a }");
    expect(line.changed()).toBeNull();
    store.edit({ expression: { eval: "b" } });
    expect([line.changed(), line.changed()]).toEqual(['{"eval":"b"}', null]);
    expect(notes.at(-1)).toBe(true);
    store.edit({ expression: undefined });
    expect(line.changed()).toBe("");
    expect(notes.at(-1)).toBe(false);
  });

  it("maps a position in the engine's text to the whole line if the texts differ", () => {
    const span = { file: "<expression>", from: 1, to: 3, line: 1, column: 2 };
    expect(start("::abc").line.place(span, "::abc")).toEqual(span);
    const { line } = start({ eval: "a" });
    expect(line.place(span, '{"eval":"a"}')).toEqual(span);
    expect(line.place(span, "{eval:  a}")).toMatchObject({ from: 0, to: 10 });
  });
});

describe("a walk through the history of expressions", () => {
  it("leads to older ones and back to the empty line", () => {
    const walk = new HistoryWalk();
    const steps = [-1, -1, -1, 1, 1, 1] as const;
    expect(steps.map((step) => walk.step(step, ["a", "b"]))).toEqual(["b", "a", null, "b", "", null]);
  });

  it("keeps its order when a run moves the shown expression to the end", () => {
    const walk = new HistoryWalk();
    expect([walk.step(-1, ["a", "b"]), walk.step(-1, ["a", "b"])]).toEqual(["b", "a"]);
    expect(walk.step(1, ["b", "a"])).toBe("b");
  });

  it("starts again at the newest entry after an edit, or when it was ended", () => {
    const walk = new HistoryWalk();
    walk.step(-1, ["a", "b"]);
    walk.step(-1, ["a", "b"]);
    walk.shown("a");
    expect(walk.step(1, ["a", "b"])).toBe("b");
    walk.shown("b!");
    expect(walk.step(-1, ["a", "b", "b!"])).toBe("b!");
    walk.end();
    expect(walk.step(-1, ["a", "c"])).toBe("c");
  });
});
