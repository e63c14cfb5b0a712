// Changing a value from its result: what can be changed, how the wish is typed, and how a candidate is applied.

import { type ChangeCandidate, type ChangeResult, JsonNode, type Path, readJson, type Workspace } from "evalground";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { changedTexts, editOf, keysOf, partOf, readable, textAfter, undoOf, withPart } from "../src/change/apply.ts";
import { type Progress, Search } from "../src/change/search.ts";
import { entryFor, readWanted } from "../src/change/wanted.ts";
import { othersOf, placeName, shortValue, summaryOf } from "../src/change/words.ts";
import { Answer } from "../src/results/answer.ts";
import { ResultsModel } from "../src/results/model.ts";
import { lineRow } from "../src/results/rows.ts";
import { wantedOf } from "../src/results/wanted.ts";
import { filesOf } from "../src/ui/entries.ts";
import { makeResult, makeStore, readYaml } from "./make.ts";

const candidate = (special: Partial<ChangeCandidate> = {}): ChangeCandidate => ({
  kind: "origin",
  title: "Change main.yaml, line 1",
  reason: "",
  edits: [],
  changes: [],
  others: [],
  ...special,
});

const edit = (file: string, from: number, to: number, text: string): ChangeCandidate["edits"][number] => ({
  file,
  from,
  to,
  text,
  line: 1,
});

describe("what can be changed", () => {
  const result = makeResult({
    json: '{"a":1,"pw":"<<REDACTED>>","parts":{"x":"<<REDACTED>>"},"bad":null}',
    text: "one\ntwo <<REDACTED>>\n",
    reports: ["R: one\nmore", "R: two"],
    variablesJson: '{"v":[1]}',
    sensitive: ["/pw", "/parts/x"],
    rows: [{ path: ["bad"], type: "error", kind: "error", error: { severity: "error", code: "x", message: "no" } }],
  });

  const answer = new Answer(result);
  const wanted = (pointer: string) => wantedOf(answer.row(pointer)!, answer);

  test("is a row by its path in the outcome", () => {
    expect(wanted("/a")).toMatchObject({ path: ["value", "a"], name: "a" });
    expect(wanted("variables#/v/0")).toMatchObject({ path: ["variables", "v", 0], name: "v.0" });
  });

  test("is an output where there is no value", () => {
    const outputs = new Answer(makeResult({ json: undefined as never, outputsJson: '{"ip":"x"}' }));
    expect(wantedOf(outputs.row("/ip")!, outputs)?.path).toEqual(["outputs", "ip"]);
  });

  test("is a secret without its value, but no value with a secret in it", () => {
    expect(wanted("/pw")).toEqual({ path: ["value", "pw"], name: "pw", value: null });
    expect(wanted("/parts")).toBeNull();
    expect(wantedOf(lineRow([], 2, ["text", 1]), answer)).toBeNull();
  });

  test("is a line of a text or a report", () => {
    const line = (number: number, path: Path) => wantedOf(lineRow([], number, path), answer);
    expect(line(1, ["text", 0])).toEqual({ path: ["text", 0], name: "line 1", value: "one" });
    expect(line(3, ["reports", 1])).toMatchObject({ path: ["reports", 1], value: "R: two" });
    expect(line(9, ["text", 8])).toBeNull();
  });

  test("is no failed row, no state of an earlier round, and nothing in an embed", () => {
    const store = makeStore({ result, lastGood: result });
    const model = new ResultsModel(store);
    model.take(result, null);
    const can = (pointer: string): boolean => model.canChange(model.answer!.row(pointer)!);
    expect(can("/a")).toBe(false);
    store.handle("changeValue", () => {});
    expect([can("/a"), can("/bad")]).toEqual([true, false]);
    model.take(result, { json: '{"a":1}' });
    expect(can("/a")).toBe(false);
  });
});

describe("the wish", () => {
  test.each([
    ['"a: b"', { kind: "text", isLong: false, now: "a: b" }],
    ['"one\\ntwo"', { kind: "text", isLong: true, now: "one\ntwo" }],
    ["80", { kind: "yaml", isLong: false, now: "80" }],
    ["[]", { kind: "yaml", isLong: false, now: "[]" }],
    ['{"a":[1,"x"]}', { kind: "yaml", isLong: true, now: "a:\n  - 1\n  - x" }],
  ])("begins with the value %s in the form for typing", (json, entry) => {
    expect(entryFor(readJson(json))).toEqual(entry);
  });

  test("for a secret begins empty", () => {
    expect(entryFor(null)).toEqual({ kind: "secret", isLong: false, now: "" });
  });

  test("is the text itself in place of a text, and YAML in place of anything else", async () => {
    expect(await readWanted({ kind: "text" }, "8080", readYaml)).toEqual({ value: "8080" });
    expect(await readWanted({ kind: "secret" }, "yes", readYaml)).toEqual({ value: "yes" });
    expect(await readWanted({ kind: "yaml" }, "8080", readYaml)).toEqual({ value: 8080 });
    expect(await readWanted({ kind: "yaml" }, "a: [1", readYaml)).toEqual({ problem: "No YAML." });
    expect(await readWanted({ kind: "yaml" }, "  ", readYaml)).toEqual({ problem: "Type a value first." });
  });
});

describe("a candidate", () => {
  const workspace: Workspace = {
    dialect: "heat",
    files: { "a.yaml": "x: 1\ny: 2\n", "b.yaml": "z\n" },
    expression: "x | upper",
    inputs: { size: { cpu: 1 } },
    data: [{ port: 80 }, 2],
  };

  test("edits a text by its old offsets", () => {
    expect(textAfter("x: 1\ny: 2\n", [edit("", 3, 4, "10"), edit("", 8, 9, "20")])).toBe("x: 10\ny: 20\n");
    expect(changedTexts(workspace, { edits: [edit("new.yml", 0, 0, "n: 1\n")] })).toEqual([
      { file: "new.yml", before: "", after: "n: 1\n", isNew: true },
    ]);
  });

  test("is shown by whole words and lines", () => {
    expect(readable("port: 80 # x", edit("", 8, 8, "80"))).toEqual({ from: 6, to: 8, text: "8080" });
    expect(readable("{a: m1.small}", edit("", 7, 12, "large"))).toEqual({ from: 4, to: 12, text: "m1.large" });
    expect(readable("a: 1", edit("", 4, 4, "\nb: 2"))).toEqual({ from: 4, to: 4, text: "\nb: 2" });
    const inserted = readable("a:\n  c: 1\n", edit("", 5, 5, "b: 2\n  "));
    expect(inserted).toEqual({ from: 3, to: 3, text: "  b: 2\n" });
  });

  test("changes files, the expression and values of the workspace at once", () => {
    const edited = editOf(workspace, {
      edits: [edit("a.yaml", 3, 4, "5"), edit("new.yml", 0, 0, "n"), edit("<expression>", 4, 9, "lower")],
      changes: [
        { path: "/inputs/size/cpu", value: 4 },
        { path: "/data/0/port", value: 81 },
        { path: "/vars/a~1b", value: true },
      ],
    });
    expect(edited).toEqual({
      files: { "a.yaml": "x: 5\ny: 2\n", "b.yaml": "z\n", "new.yml": "n" },
      expression: "x | lower",
      inputs: { size: { cpu: 4 } },
      data: [{ port: 81 }, 2],
      vars: { "a/b": true },
    });
    expect(workspace.inputs).toEqual({ size: { cpu: 1 } });
  });

  test("keeps the order of keys, and reads values in any form", () => {
    const value = new Map<string, unknown>([
      ["10", 1],
      ["9", readJson("[1,{}]")],
    ]);
    const changed = withPart(value, ["9", "1", "k"], 2) as Map<string, unknown>;
    expect([...changed.keys()]).toEqual(["10", "9"]);
    expect(partOf(changed, ["9", "1", "k"])).toBe(2);
    expect(partOf(value, ["9", "0"])).toBeInstanceOf(JsonNode);
    expect(partOf(value, ["8", "0"])).toBeUndefined();
    expect(keysOf("/a~1b/0/~0")).toEqual(["a/b", "0", "~"]);
  });

  test("is taken back by one edit, which removes what it has added", () => {
    const change = editOf(workspace, {
      edits: [edit("a.yaml", 3, 4, "5"), edit("new.yml", 0, 0, "n")],
      changes: [{ path: "/vars/a", value: 1 }],
    });
    const undo = undoOf(workspace, change, { ...workspace, ...change });
    expect(undo).toEqual({ files: workspace.files, vars: undefined });
  });

  test("is taken back except for what was edited since", () => {
    const edits = [edit("a.yaml", 3, 4, "5"), edit("b.yaml", 0, 1, "Z"), edit("new.yml", 0, 0, "n")];
    const change = editOf(workspace, { edits, changes: [{ path: "/data/1", value: 3 }] });
    const files = { ...Object.fromEntries(filesOf({ files: change.files! })), "a.yaml": "x: 6\n", "new.yml": "more" };
    const undo = undoOf(workspace, change, { ...workspace, ...change, files, data: [0] });
    expect(undo).toEqual({ files: { "a.yaml": "x: 6\n", "b.yaml": "z\n", "new.yml": "more" } });
  });
});

describe("in words", () => {
  test("a place is named as in the results", () => {
    const names: [Path, string][] = [
      [["value", "a", 0], "a.0"],
      [["value"], "result"],
      [["outputs", "ip"], "outputs.ip"],
      [["text", 3], "Line 4"],
    ];
    for (const [path, name] of names) expect(placeName(path)).toBe(name);
  });

  test("a value takes one line", () => {
    expect([shortValue("a\nb"), shortValue(""), shortValue([1, "x"]), shortValue(undefined)]).toEqual([
      "a⏎b",
      '""',
      '[1,"x"]',
      "absent",
    ]);
    expect(shortValue("x".repeat(1000)).length).toBe(121);
  });

  test("the text of a template is told by its lines only", () => {
    const line = { path: ["text", 1], before: "a", after: "b" };
    const whole = { path: ["value"], before: "a\n", after: "b\n" };
    expect(othersOf({ others: [whole, line] })).toEqual([line]);
    expect(othersOf({ others: [whole] })).toEqual([whole]);
  });

  test("the end of a search says what was not tried", () => {
    const result: ChangeResult = { ok: true, diagnostics: [], candidates: [candidate(), candidate()], trials: 40 };
    expect(summaryOf(result)).toBe("2 places found.");
    expect(summaryOf({ ...result, bound: "trials", untried: 7 })).toBe(
      "2 places found. The search ended after 40 evaluations. 7 changes were not tried.",
    );
    expect(summaryOf({ ...result, notes: ["Hosts that could not be evaluated: w3."] })).toBe(
      "2 places found. Hosts that could not be evaluated: w3.",
    );
    expect(summaryOf({ ...result, candidates: [], bound: "time", untried: 1 })).toMatch(
      /^No single change gives this value.* The time was up\. 1 change was not tried\.$/,
    );
  });
});

describe("the search", () => {
  const done: ChangeResult = { ok: true, diagnostics: [], candidates: [] };
  let told: Progress<ChangeResult>[];
  let search: Search<ChangeResult>;

  beforeEach(() => {
    vi.useFakeTimers();
    told = [];
    search = new Search((progress) => told.push(progress));
  });
  afterEach(() => vi.useRealTimers());

  const later =
    (milliseconds: number, signals: AbortSignal[] = []) =>
    (signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<ChangeResult>((resolve) => setTimeout(() => resolve(done), milliseconds));
    };

  test("tells that it takes long only after 400 ms", async () => {
    const asked = search.ask(later(300));
    await vi.advanceTimersByTimeAsync(1000);
    await asked;
    expect(told).toEqual([
      { state: "running", isLong: false },
      { state: "done", result: done },
    ]);
    told.length = 0;
    void search.ask(later(600));
    await vi.advanceTimersByTimeAsync(450);
    expect(told.at(-1)).toEqual({ state: "running", isLong: true });
    await vi.advanceTimersByTimeAsync(450);
    expect(told.at(-1)).toEqual({ state: "done", result: done });
  });

  test("ends the question before, and ignores its answer", async () => {
    const signals: AbortSignal[] = [];
    void search.ask(later(500, signals));
    void search.ask(later(10, signals));
    await vi.advanceTimersByTimeAsync(1000);
    expect(signals.map(({ aborted }) => aborted)[0]).toBe(true);
    expect(told.filter(({ state }) => state === "done")).toHaveLength(1);
  });

  test("can be canceled, and says why it failed", async () => {
    const signals: AbortSignal[] = [];
    void search.ask(later(500, signals));
    search.cancel();
    await vi.advanceTimersByTimeAsync(1000);
    expect([signals[0]?.aborted, told.at(-1)]).toEqual([true, { state: "idle" }]);
    await search.ask(() => Promise.reject(new Error("no")));
    expect(told.at(-1)).toEqual({ state: "failed", reason: new Error("no") });
  });
});
