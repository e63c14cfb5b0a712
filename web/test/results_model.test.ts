import type { Diagnostic, Origin, RunResult, Span } from "evalground";
import { beforeEach, describe, expect, it } from "vitest";
import { Answer } from "../src/results/answer.ts";
import { copyMenu, rowMenu } from "../src/results/menus.ts";
import { fullText } from "../src/results/detail.ts";
import { ResultsModel } from "../src/results/model.ts";
import { ProblemList } from "../src/results/problem_list.ts";
import { type LedgerRow, lineRow } from "../src/results/rows.ts";
import { tableForms } from "../src/results/table.ts";
import { usualView, views, viewsOf } from "../src/results/views/list.ts";
import type { InputEntry, State, Store } from "../src/store.ts";
import { makeResult, makeStore } from "./make.ts";

const span = (from: number, file = "main.yaml"): Span => ({ file, from, to: from + 1, line: 1, column: from + 1 });
const origin = (from: number, special: Partial<Origin> = {}): Origin => ({
  via: "literal",
  span: span(from),
  ...special,
});
const value = makeResult({
  json: '{"a":1,"b":{"c":2}}',
  origins: { "/a": [origin(3), origin(9, { overridden: true })], "/b/c": [origin(20)] },
});

let store: Store;
let model: ResultsModel;
let shown: { span: Span; focus: boolean }[];

function start(special: Partial<State> = {}, result: RunResult = value): void {
  store = makeStore({ result, lastGood: result, ...special });
  model = new ResultsModel(store);
  shown = [];
  store.handle("show", (asked) => shown.push(asked));
  model.take(result, null);
}
const row = (pointer: string): LedgerRow => model.answer?.byPointer().get(pointer) as LedgerRow;

beforeEach(() => start());

describe("the view of the results", () => {
  it("is the draft's choice if it applies, else the default", () => {
    store.update({ view: "json" });
    expect(model.view().id).toBe("json");
    store.update({ view: "reports" });
    expect(model.view().id).toBe("keys");
  });

  it("is the keys without an answer", () => {
    start({}, makeResult());
    model.take(null, null);
    expect([model.view().id, model.offered()]).toEqual(["keys", []]);
  });

  it("switches to one with rows when a row is requested", () => {
    store.update({ view: "yaml" });
    model.showRows();
    expect(store.state.view).toBe("keys");
    start({}, makeResult({ json: undefined as never, outputsJson: '{"x":1}' }));
    store.update({ view: "json" });
    model.showRows();
    expect(store.state.view).toBe("outputs");
  });

  it("is that of the chosen stage", () => {
    model.take(makeResult({ json: "1", reports: ["end"] }), { reports: ["one"] });
    expect(model.answer?.result).toMatchObject({ reports: ["one"] });
    expect(model.answer?.root()).toBeNull();
  });
});

describe("the chosen row", () => {
  it("marks its places and shows the first in the open file, without moving the focus", () => {
    model.choose(row("/a"));
    expect(store.state.selection).toMatchObject({ from: "results", pointer: "/a", span: { from: 3 } });
    expect(store.state.marks.map(({ as, span: at }) => [as, at.from])).toEqual([
      ["winning", 3],
      ["overridden", 9],
    ]);
    expect(shown).toEqual([{ span: span(3), focus: false }]);
  });

  it("does not scroll the editor on a small screen or for another file", () => {
    start({ layout: "narrow" });
    model.choose(row("/a"));
    start({ activeFile: "other.yaml" });
    model.choose(row("/a"));
    expect(shown).toEqual([]);
  });

  it("stays chosen in the next answer, until it is gone", () => {
    model.choose(row("/b/c"));
    model.take(makeResult({ json: '{"b":{"c":3}}', origins: { "/b/c": [origin(30)] } }), null);
    expect(model.chosen?.node?.text).toBe("3");
    expect(store.state.marks).toEqual([{ span: span(30), as: "winning" }]);
    model.take(makeResult({ json: "{}" }), null);
    expect(model.chosen).toBeNull();
    expect(store.state).toMatchObject({ marks: [], selection: null });
  });

  it("leads from place to place in a cycle", () => {
    model.choose(row("/a"));
    const visits = [1, 2, 3].map(() => model.visitSource());
    expect(visits.map((visit, at) => [shown[shown.length - 3 + at]?.span.from, visit?.number, visit?.count])).toEqual([
      [3, 1, 2],
      [9, 2, 2],
      [3, 1, 2],
    ]);
    expect(shown.at(-1)).toEqual({ span: span(3), focus: true });
  });

  it("leads to the entry of the inputs that gave it, after the places in the source", () => {
    const computed = { ...origin(3), via: "expression" as const, reads: ["port"] };
    const workspace = { dialect: "jinja2", files: { "main.yaml": "" }, vars: { port: 80, cfg: { a: 1 } } };
    start(
      { workspace },
      makeResult({
        json: '{"a":80,"b":1,"c":2}',
        origins: { "/a": [computed], "/b": [{ via: "var", name: "cfg.a" }], "/c": [{ via: "var", name: "gone" }] },
      }),
    );
    const opened: InputEntry[] = [];
    store.handle("openInput", (entry) => opened.push(entry));
    model.choose(row("/a"));
    expect([1, 2].map(() => model.visitSource()?.where)).toEqual(["main.yaml 1:4", "port in Vars"]);
    model.choose(row("/b"));
    expect(model.visitSource()).toMatchObject({ number: 1, count: 1 });
    expect(opened).toEqual([
      { tab: "vars", name: "port" },
      { tab: "vars", name: "cfg" },
    ]);
    model.choose(row("/c"));
    expect(model.visitSource()).toBeNull();
  });

  it("leads from a line of a text to the part that printed it", () => {
    model.showLine(lineRow([origin(3), origin(9)], 2, ["text", 1]), span(5));
    expect(model.hasChoice).toBe(true);
    expect([model.visitSource()?.count, shown.at(-1)?.span.from]).toEqual([2, 5]);
    model.visitSource();
    expect(shown.at(-1)).toEqual({ span: span(9), focus: true });
    expect(store.state.selection).not.toHaveProperty("pointer");
    model.forget();
    expect([model.hasChoice, model.visitSource()]).toEqual([false, null]);
  });

  it("starts at its first place after another row was chosen", () => {
    model.choose(row("/a"));
    model.visitSource();
    model.choose(row("/b/c"));
    expect(model.visitSource()).toMatchObject({ number: 1, count: 1 });
    expect(shown.at(-1)?.span.from).toBe(20);
  });

  it("leads to its error if it has no value, and nowhere if no place is known", () => {
    const error: Diagnostic = { severity: "error", code: "x", message: "went wrong", span: span(5) };
    start({}, makeResult({ json: '{"a":1}', rows: [{ path: ["f"], type: "error", kind: "error", error }] }));
    model.choose(row("/f"));
    expect(store.state.marks).toEqual([{ span: span(5), as: "winning" }]);
    expect(model.visitSource()).not.toBeNull();
    expect(shown.at(-1)?.span.from).toBe(5);
    start({}, makeResult({ json: '{"n":1}' }));
    model.choose(row("/n"));
    expect(model.visitSource()).toBeNull();
  });

  it("is where the thread begins, unless another one is hovered", () => {
    model.choose(row("/a"));
    expect(model.threadRow()).toBe("/a");
    model.hover(row("/b/c"));
    expect(model.threadRow()).toBe("/b/c");
  });
});

describe("a hovered row", () => {
  it("replaces the marks of the chosen row temporarily", () => {
    model.choose(row("/a"));
    const { marks } = store.state;
    model.hover(row("/b/c"));
    model.hover(row("/b"));
    expect(store.state.marks).not.toEqual(marks);
    model.hover(null);
    expect(store.state.marks).toEqual(marks);
    expect(store.state.hovered).toBeNull();
  });

  it("keeps the marks when it is chosen", () => {
    model.hover(row("/b/c"));
    model.choose(row("/b/c"));
    model.hover(null);
    expect(store.state.marks).toEqual([{ span: span(20), as: "winning" }]);
  });
});

describe("the selection of another pane", () => {
  it("shows the rows that it produced, or the one that it names", () => {
    store.update({ selection: { from: "source", span: { ...span(0), to: 10 } } });
    expect([...model.rowsOfSelection()]).toEqual(["/a"]);
    store.update({ selection: { from: "resources", pointer: "/b" } });
    expect([...model.rowsOfSelection()]).toEqual(["/b"]);
    store.update({ selection: null });
    expect(model.rowsOfSelection().size).toBe(0);
  });
});

describe("a sensitive row", () => {
  beforeEach(() => start({}, makeResult({ json: '{"pw":"<<REDACTED>>"}', sensitive: ["/pw"] })));

  it("is copied redacted until it is revealed", () => {
    expect(model.revealed(row("/pw"))).toBeNull();
    expect(model.copied(row("/pw"))?.text).toBe("<<REDACTED>>");
    store.update({ revealed: { path: ["pw"], result: makeResult({ json: '{"pw":"hunter2"}' }) } });
    expect(model.revealed(row("/pw"))).toBe('"hunter2"');
    expect(model.copied(row("/pw"))?.text).toBe("hunter2");
  });

  it("can be revealed only while it is hidden", () => {
    const actions = { goToSource: () => {}, change: () => {}, why: () => {} };
    const labels = (): string[] => rowMenu(row("/pw"), model, store, actions).map(({ label }) => label);
    expect(labels()).toContain("Reveal");
    store.update({ revealed: { path: ["pw"], result: makeResult({ json: '{"pw":"hunter2"}' }) } });
    expect(labels()).not.toContain("Reveal");
  });
});

describe("the copy menu", () => {
  const labels = (view: string, result: RunResult, special: Partial<State> = {}): string[] => {
    start({ view, ...special }, result);
    return copyMenu(model, store, {}).map(({ label, apart }) => (apart ? `| ${label}` : label));
  };

  it("offers a value as YAML, as JSON and as text, and to save it", () => {
    expect(labels("keys", value)).toEqual([
      "Copy as YAML",
      "Copy as JSON",
      "Copy as text",
      "| Copy an expression for this value",
      "Download as YAML",
    ]);
  });

  it("offers reports as text only", () => {
    const policy = makeResult({ json: undefined as never, reports: ["a", "b"] });
    expect(labels("reports", policy)).toEqual(["Copy as text", "| Copy an expression for this value"]);
    const [forms] = [model.view().copy(model.answer as Answer, {}).forms];
    expect(forms.map(({ text }) => text())).toEqual(["a\nb"]);
  });

  it("has nothing to copy before the first answer", () => {
    start();
    model.take(null, null);
    expect(copyMenu(model, store, {}).map(({ disabled }) => disabled)).toEqual([true]);
  });

  it("offers the rows of a table in sorted order before the value", () => {
    const rows = makeResult({ json: '[{"a":1}]' });
    start({ view: "table" }, rows);
    const table = { forms: () => tableForms({ columns: ["a"], rows: [...(model.answer?.tableRows() ?? [])] }) };
    const { forms } = model.view().copy(model.answer as Answer, { table });
    expect(forms.map(({ label }) => label).slice(0, 4)).toEqual([
      "Copy as CSV",
      "Copy as TSV",
      "Copy as Markdown table",
      "Copy as YAML",
    ]);
    expect(forms[0]?.text()).toBe("a\r\n1\r\n");
  });
});

describe("the list of views", () => {
  it("has unique ids and labels", () => {
    expect(new Set(views.map(({ id }) => id)).size).toBe(views.length);
    expect(new Set(views.map(({ label }) => label)).size).toBe(views.length);
  });

  it("starts with the difference when merge directives are restored", () => {
    const restored = new Answer(makeResult({ json: undefined as never, text: "a: 1\n" }), "restore");
    expect(viewsOf(restored).map(({ id }) => id)).toEqual(["text", "diff"]);
    expect(usualView(restored).id).toBe("diff");
    expect(viewsOf(new Answer(makeResult(), "evaluate", { isComparable: true })).map(({ id }) => id)).toContain("diff");
    expect(viewsOf(new Answer(makeResult())).map(({ id }) => id)).not.toContain("diff");
  });
});

describe("the list of problems", () => {
  const problem = (severity: Diagnostic["severity"], from: number): Diagnostic => ({
    severity,
    code: "x",
    message: "",
    span: span(from),
  });
  let list: ProblemList;
  beforeEach(() => {
    list = new ProblemList();
    list.take([problem("hint", 1), problem("error", 5), problem("warning", 3)], ["main.yaml"]);
  });
  const places = (): (number | undefined)[] => list.listed.map((each) => each.span?.from);

  it("names the worst problem, the first of its severity", () => {
    expect(list.foremost?.span?.from).toBe(5);
    list.take([problem("hint", 2), problem("warning", 4)], []);
    expect(list.foremost?.span?.from).toBe(4);
    list.take([problem("hint", 2)], []);
    expect(list.foremost?.span?.from).toBe(2);
  });

  it("lists the severities that the user selected, also for the next run", () => {
    expect(list.present()).toEqual(["error", "warning", "hint"]);
    list.toggle("hint");
    expect(places()).toEqual([3, 5]);
    list.take([problem("hint", 7), problem("error", 8)], []);
    expect(places()).toEqual([8]);
    expect(list.hiddenCount).toBe(1);
    list.toggle("hint");
    expect(places()).toEqual([7, 8]);
  });

  it("is visited in a cycle, in either direction", () => {
    expect([list.next(false), list.next(true)]).toEqual([0, 2]);
    list.goTo(2);
    expect([list.next(false), list.next(true)]).toEqual([0, 1]);
    expect(list.goTo(3)).toBeUndefined();
  });

  it("keeps the visited problem when the same run gets more problems", () => {
    const before = [...list.listed];
    list.goTo(1);
    list.take([...before, problem("hint", 0)], ["main.yaml"]);
    expect(list.visited).toBe(2);
    expect(list.next(false)).toBe(3);
  });

  it("starts again with another run", () => {
    list.goTo(1);
    list.take([problem("error", 1)], []);
    expect(list.next(false)).toBe(0);
  });
});

describe("the value below the results", () => {
  it("is shown if it is too long for a line, or if its row cuts it, and never if it is secret", () => {
    model.take(
      makeResult({
        json: `{"short":"abc","long":"${"x".repeat(61)}","n":123,"m":{},"s":"x"}`,
        sensitive: ["/s"],
      }),
      null,
    );
    const shown = (pointer: string, isCut: boolean): boolean => fullText(row(pointer), null, isCut) !== null;
    expect(["/short", "/long", "/n", "/m", "/s"].map((pointer) => shown(pointer, false))).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
    expect(["/short", "/n", "/m", "/s"].map((pointer) => shown(pointer, true))).toEqual([true, true, false, false]);
    expect(fullText(row("/s"), "plain", false)).toBe("plain");
  });
});
