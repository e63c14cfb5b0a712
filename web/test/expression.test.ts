import type { OutlineNode, Workspace } from "evalground";
import { describe, expect, it } from "vitest";
import { HistoryWalk } from "../src/editor/history.ts";
import { ExpressionLine, expressionText, isMeantAsYaml } from "../src/editor/line.ts";
import { valuesOf } from "../src/editor/reading.ts";
import { chosen } from "../src/ui/choose.ts";
import { choices } from "../src/ui/dialects.ts";
import { type ExpressionOption, expressionOptions, typedExpression } from "../src/ui/options.ts";
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

describe("an expression that a person types", () => {
  const typed = (workspace: Partial<Workspace>, expression?: unknown): Partial<Workspace> =>
    typedExpression({ dialect: "jinja2", ...workspace }, expression);

  it("is evaluated as an expression in languages whose expressions are templates", () => {
    expect(typed({}, "x | upper")).toEqual({ expression: "x | upper", options: { as: "expression" } });
    expect(typed({ options: { flavor: "ansible" } }, "x").options).toEqual({ flavor: "ansible", as: "expression" });
    expect(typed({ dialect: "yaql" }, "$")).toEqual({ expression: "$" });
  });

  it("keeps what was chosen, and what a workspace from elsewhere has", () => {
    expect(typed({ options: { as: "conditional" } }, "x")).toEqual({ expression: "x" });
    expect(typed({ expression: "{{ x }}" }, "{{ y }}")).toEqual({ expression: "{{ y }}" });
  });

  it("leaves nothing behind when it is deleted", () => {
    const deleted = typed({ expression: "x", options: { as: "expression" } });
    expect(deleted).toEqual({ expression: undefined, options: undefined });
    expect(typed({ expression: "x", options: { as: "conditional", native: true } })).toEqual({ expression: undefined });
  });

  it("keeps its text in another language, with the options of that language", () => {
    const jinja2 = { dialect: "jinja2", expression: "x", options: { as: "expression" } };
    const cfengine = chosen(jinja2, choices.find(({ id }) => id === "cfengine")!);
    expect(cfengine.options).toBeUndefined();
    const back = chosen({ ...jinja2, ...cfengine }, choices.find(({ id }) => id === "jinja2")!);
    expect(back.options).toEqual({ as: "expression" });
  });
});

describe("the choice of how an expression is evaluated", () => {
  const named = (dialect: string, name: string): ExpressionOption =>
    expressionOptions(dialect).find(({ facts }) => facts.name === name)!;

  it("has the words of the option, or the names of the outline", () => {
    expect(valuesOf(named("jinja2", "as"), []).map(({ value }) => value)).toEqual([
      "template",
      "expression",
      "conditional",
    ]);
    const outline = ["main", "other", "main"].map((name) => ({ id: name, kind: "bundle", name }) as OutlineNode);
    const values = valuesOf(named("cfengine", "bundle"), [
      ...outline,
      { id: "c", kind: "class", name: "c" } as OutlineNode,
    ]);
    expect(values).toEqual([
      { value: "", label: "in the default bundle" },
      { value: "main", label: "in bundle main" },
      { value: "other", label: "in bundle other" },
    ]);
  });
});
