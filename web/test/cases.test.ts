// Expectations and cases of a draft: the rules of `evalground cases`, and how cases are stored, saved and read.

import { readJson, type RunResult, type Workspace } from "evalground";
import { describe, expect, it } from "vitest";
import { asValues, countDifferences, expectedSides, othersOf, partsOf } from "../src/cases/compare.ts";
import { givenOf } from "../src/cases/bar.ts";
import { casesIn } from "../src/cases/import.ts";
import { trackRuns } from "../src/cases/mount.ts";
import { isPassed, judged, runCases, type CaseVerdict } from "../src/cases/runs.ts";
import { verdictOn } from "../src/cases/verdict.ts";
import { expressionOfPart, pathOfPart } from "../src/ui/way.ts";
import { readWorkspaces } from "../src/files/saved.ts";
import {
  caseFile,
  caseOf,
  casesOf,
  changedCases,
  freeId,
  isShown,
  joining,
  openedCase,
  workspaceOfCase,
} from "../src/run/cases.ts";
import { differencesOf, expectationOf } from "../src/run/expectation.ts";
import { shared } from "../src/share/content.ts";
import { withoutCases } from "../src/ui/entries.ts";
import { withoutInputs } from "../src/ui/outline.ts";
import { makeResult, makeStore } from "./make.ts";

const workspace: Workspace = { dialect: "heat", files: { "main.yaml": "a: 1\n" }, inputs: { size: 1 } };
const failed = makeResult({
  ok: false,
  json: undefined as never,
  diagnostics: [{ severity: "error", code: "x", message: "No Such thing." }],
});

/** The keys that differ. */
const differing = (expected: Workspace["expect"] & object, result: Partial<RunResult>, more: object = {}): string[] =>
  differencesOf({ ...workspace, expect: expected, ...more }, makeResult(result)).map(({ what }) => what);

describe("a result", () => {
  it.each([
    [{ value: { b: 2, a: [1] } }, { json: '{"a":[1.0],"b":2}' }],
    [{ text: "x\n" }, { text: "x\n" }],
    [{ reports: ["a", "b"] }, { reports: ["a", "b"] }],
    [{ classes: ["a", "!c"] }, { classes: ["a", "b"] }],
    [{ variables: { "main.x": "1" } }, { variablesJson: '{"main.x":"1","main.y":"2"}' }],
    [{ outputs: { o: null } }, { outputsJson: '{"o":null,"p":1}' }],
    [{ matches: [1] }, { matchesJson: "[1]" }],
    [{ sensitive: true }, { sensitive: ["/a"] }],
    [{ files: { "main.yaml": "a: 1\n", out: "x" } }, { files: { out: "x" } }],
  ])("is as expected: %j", (expected, result) => {
    expect(differing(expected as never, result)).toEqual([]);
  });

  it.each([
    [{ value: [1, 2] }, { json: "[2,1]" }, ["value"]],
    [{ value: "1" }, { json: "1" }, ["value"]],
    [{ value: 1 }, { json: undefined as never }, ["value"]],
    [{ text: "x\n" }, { text: "x" }, ["text"]],
    [{ reports: ["a"] }, { reports: ["a", "b"] }, ["reports"]],
    [{ classes: ["c", "!a"] }, { classes: ["a"] }, ["classes: c", "classes: !a"]],
    [{ variables: { "main.x": "1" } }, { variablesJson: "{}" }, ["variables: main.x"]],
    [{ outputs: { o: 1 } }, { outputsJson: '{"o":2}' }, ["outputs: o"]],
    [{ sensitive: true }, {}, ["sensitive"]],
    [{ sensitive: false }, { sensitive: [""] }, ["sensitive"]],
    [{ files: { out: "x" } }, { files: { out: "y" } }, ["files: out"]],
    [{ error: true }, {}, ["error"]],
    [{}, {}, ["expect"]],
    [{ unknown: 1 }, {}, ["unknown"]],
  ])("differs from what is expected: %j", (expected, result, what) => {
    expect(differing(expected as never, result)).toEqual(what);
  });

  it("is compared exactly if the case says so; integers always are", () => {
    expect(differing({ value: 1 }, { json: "1.0" }, { exact: true })).toEqual(["value"]);
    expect(differing({ value: 9007199254740993n }, { json: "9007199254740992" })).toEqual(["value"]);
  });

  it("that failed matches an expected error regardless of case", () => {
    const of = (expected: object) => differencesOf({ ...workspace, expect: expected }, failed).map(({ what }) => what);
    expect(of({ error: true })).toEqual([]);
    expect(of({ error: { contains: "no SUCH" } })).toEqual([]);
    expect(of({ error: { contains: "other" } })).toEqual(["error"]);
    expect(of({ value: 1 })).toEqual(["error"]);
  });

  it("becomes the expectation", () => {
    const expected = (result: Partial<RunResult>) => Object.fromEntries(expectationOf(makeResult(result)) ?? []);
    expect(Object.keys(expected({ json: "[1]" }))).toEqual(["value"]);
    expect(expected({ text: "a" })).toEqual({ text: "a" });
    expect(expected({ json: undefined as never, reports: ["r"] })).toEqual({ reports: ["r"] });
    expect(expectationOf(makeResult({ json: undefined as never }))).toBeNull();
    expect(Object.fromEntries(expectationOf(failed) ?? [])).toEqual({ error: { contains: "No Such thing." } });
  });
});

describe("a verdict", () => {
  const said = (expected: object, result: RunResult) => verdictOn({ ...workspace, expect: expected }, result);
  it("says how many differences there are", () => {
    expect(said({ value: 1 }, makeResult())).toEqual({ isMet: true, said: "As expected" });
    expect(said({ value: { a: 1, b: 2 } }, makeResult({ json: '{"a":2,"c":1}' })).said).toBe("Differs in 3 places");
    expect(said({ value: 1 }, failed).said).toBe("Failed, but a result is expected");
    const hidden = { ...makeResult(), sensitive: ["/a"] };
    expect(said({ sensitive: true }, hidden).said).toBe(
      "Contains a hidden value, as expected. The value itself is not compared",
    );
    expect(said({ error: true }, makeResult()).said).toBe("Gave a result, but an error is expected");
  });
});

describe("a comparison", () => {
  it("has the parts of a result, or a single part alone", () => {
    const parts = partsOf(makeResult({ json: undefined as never, reports: ["a"], variablesJson: '{"x":1}' }));
    expect([...parts.keys()]).toEqual(["Reports", "Variables"]);
    const [before, after] = asValues({ before: partsOf(makeResult()), after: partsOf(makeResult({ json: "2" })) });
    expect([before?.text, after?.text]).toEqual(["1", "2"]);
    expect(asValues({ before: parts, after: parts })[0]?.kind).toBe("map");
  });

  it("with an expectation leaves out what the expectation does not name", () => {
    const { before, after } = expectedSides({ outputs: { a: 1 } }, makeResult({ outputsJson: '{"a":2,"b":3}' }));
    expect(before.get("outputs")?.children).toHaveLength(1);
    expect(after.get("outputs")?.children.map(({ key }) => key)).toEqual(["a"]);
    expect(countDifferences({ classes: ["a", "!b"] }, makeResult({ classes: ["a", "b"] }))).toBe(1);
    expect(countDifferences({ error: { contains: "such" } }, failed)).toBe(0);
  });

  it("is offered with everything available", () => {
    const result = makeResult();
    expect(othersOf(makeStore().state, null)).toEqual([]);
    const { state } = makeStore({ former: result, pinned: { result, at: 0 }, workspace: { ...workspace, expect: {} } });
    expect(othersOf(state, null)).toEqual(["expected", "pinned", "previous"]);
  });
});

describe("the previous result", () => {
  const three = ["1", "2", "3"].map((json) => makeResult({ json }));
  it("is the last different one that was not just an intermediate state of typing", () => {
    const store = makeStore();
    trackRuns(store);
    const write = store.writer("run");
    write({ lastGood: three[0]! });
    expect(store.state.former).toBeNull();
    write({ lastGood: makeResult({ json: "1" }) });
    expect(store.state.former).toBeNull();
    write({ lastGood: three[1]! });
    expect(store.state.former?.json).toBe("1");
    write({ lastGood: three[2]! });
    expect(store.state.former?.json).toBe("1");
    store.update({ draft: "other", lastGood: null });
    expect(store.state.former).toBeNull();
  });
});

describe("a case", () => {
  const small = caseOf({ ...workspace, expect: { value: 1 }, seed: 7 }, "small");
  const draft = { ...workspace, inputs: { size: 5 }, env: { A: "x" }, ...changedCases([small]) } as Workspace;

  it("holds the inputs of a run, and shares the document", () => {
    expect(small).toEqual({ id: "small", inputs: { size: 1 }, seed: 7, expect: { value: 1 } });
    expect(workspaceOfCase(draft, small)).toEqual({
      dialect: "heat",
      files: { "main.yaml": "a: 1\n" },
      inputs: { size: 1 },
      seed: 7,
      expect: { value: 1 },
    });
  });

  it("is shown by a draft with its inputs, and by no other", () => {
    expect(isShown(draft, small)).toBe(false);
    const store = makeStore({ workspace: draft });
    store.edit(openedCase(draft, small));
    expect(isShown(store.state.workspace, small)).toBe(true);
    expect(store.state.workspace).not.toHaveProperty("env");
    expect(casesOf(store.state.workspace)).toEqual([small]);
  });

  it("is not evaluated, and does not make results stale", () => {
    expect(withoutCases(draft)).not.toHaveProperty("cases");
    const store = makeStore({ workspace: draft });
    const { revision } = store.state;
    store.edit(changedCases([]));
    store.edit({ expect: { value: 1 } });
    expect([store.state.revision, casesOf(store.state.workspace)]).toEqual([revision, []]);
    store.edit({ inputs: {} });
    expect(store.state.revision).toBe(revision + 1);
  });

  it("has a unique name, and is described by its inputs", () => {
    expect(freeId("small", [small, { id: "small-2" }])).toBe("small-3");
    expect(givenOf(small)).toBe("size: 1");
    expect(givenOf({ id: "x", expression: "$.a", data: [1] })).toBe("$.a");
    expect(givenOf({ id: "x" })).toBe("the document");
  });

  it("is ignored if a link holds something else", () => {
    expect(casesOf({ ...workspace, cases: { a: 1 } } as Workspace)).toEqual([]);
    expect(casesOf({ ...workspace, cases: [1, null, { id: 3 }, { id: "a" }] } as Workspace)).toEqual([{ id: "a" }]);
  });
});

describe("a case file", () => {
  const one = caseOf({ ...workspace, expect: { value: 1 } }, "one");
  const two = { ...caseOf({ ...workspace, inputs: { size: 2 }, expect: { value: 2 } }, "two"), note: "larger" };
  const draft = { ...workspace, ...changedCases([one, two]) } as Workspace;
  const text = caseFile(draft, [one, two], "playground 1.0.0");

  it("states common values once", () => {
    const file = readJson(text);
    expect(file.get("defaults")?.children.map(({ key }) => key)).toEqual(["dialect", "files"]);
    expect(file.get("cases")?.children.map((each) => each.children.map(({ key }) => key))).toEqual([
      ["id", "inputs", "expect", "source"],
      ["id", "inputs", "expect", "note", "source"],
    ]);
  });

  it("is read as a draft with the same cases, showing the first", () => {
    const [read, ...others] = readWorkspaces(text);
    expect(others).toEqual([]);
    expect(read).toMatchObject({ dialect: "heat", inputs: { size: 1 }, expect: { value: 1 } });
    expect(casesOf(read!).map(({ id, inputs, expect: expected }) => [id, inputs, expected])).toEqual([
      ["one", { size: 1 }, { value: 1 }],
      ["two", { size: 2 }, { value: 2 }],
    ]);
    expect(readWorkspaces(JSON.stringify(draft))).toEqual([draft]);
  });

  it("adds to a draft only what differs, and only cases in its language", () => {
    const found = casesIn(text, "file", "heat").map((each) => joining(draft, each));
    expect(found.map(({ id }) => id)).toEqual(["one", "two"]);
    expect(found[0]).not.toHaveProperty("files");
    expect(casesIn(text, "file", "yaql")).toEqual([]);
    expect(casesIn('{"expression": "$", "expect": {"value": 1}}', "file", "yaql")).toMatchObject([{ id: "file" }]);
    expect(casesIn('{"cases": [{"ask": "hover", "expect": {"null": true}}]}', "file", "yaql")).toEqual([]);
  });
});

describe("the cases", () => {
  const cases = [1, 2, 3].map((size) => ({ id: `${size}`, inputs: { size }, expect: { value: 1 } }));

  it("are run one after the other, with a verdict for each", async () => {
    const verdicts = new Map<string, CaseVerdict>();
    await runCases({ ...workspace, ...changedCases(cases) } as Workspace, cases, {
      evaluate: async (asked) => {
        expect(asked).not.toHaveProperty("cases");
        const { size } = asked.inputs as { size: number };
        if (size === 3) throw new Error("gone");
        return makeResult({ json: String(size) });
      },
      signal: new AbortController().signal,
      told: (id, verdict) => verdicts.set(id, verdict),
    });
    expect([...verdicts].map(([id, verdict]) => [id, isPassed(verdict)])).toEqual([
      ["1", true],
      ["2", false],
      ["3", false],
    ]);
    expect(verdicts.get("3")).toEqual({ failure: "gone" });
  });

  it("stop when their signal aborts", async () => {
    const control = new AbortController();
    const told: string[] = [];
    await runCases(workspace, cases, {
      evaluate: async () => makeResult(),
      signal: control.signal,
      told: (id) => {
        told.push(id);
        control.abort();
      },
    });
    expect(told).toEqual(["1"]);
  });

  it("are shared without secrets", () => {
    const secret = { id: "a", inputs: { password: "x", size: 1 } };
    const draft = { ...workspace, ...changedCases([secret]) } as Workspace;
    expect(casesOf(withoutInputs(draft, ["password"]))[0]?.inputs).toEqual({ size: 1 });
    const given = shared(draft, {
      left: new Set(),
      includeSecrets: false,
      secretInputs: ["password"],
    });
    expect(JSON.stringify(given)).not.toMatch(/"x"/);
  });
});

describe("the path of a part of a result", () => {
  it.each([
    ["yaql", "$.servers", [2, "name"], "$.servers[2].name"],
    ["yaql", "$", ["other key", "or"], "$['other key']['or']"],
    ["yaql", "$.servers.where($.ram > 1)", [2, "name"], "$[2].name"],
    ["jinja2", "{{ servers }}", [2, "name"], "servers[2].name"],
    ["jinja2", "{{ servers | list }}", [2, "name"], "[2].name"],
    ["jinja2", "{{ servers | list }}", ["name", 0, "other key"], "name[0]['other key']"],
    ["dcontroller", "$.spec", ["ports", 0, "my port"], "$.spec.ports[0]['my port']"],
    ["dcontroller", { "@len": ["$.x"] }, ["ports", 0], "$.ports[0]"],
  ])("of %s: %j at %j", (dialect, expression, path, written) => {
    expect(pathOfPart({ dialect, expression } as Workspace, path, 0)).toBe(written);
  });

  it("is null if the language has no notation", () => {
    expect(pathOfPart({ dialect: "heat", main: "a.yaml" }, ["a", 0], 0)).toBeNull();
  });
});

describe("the expression of a part of a result", () => {
  const of = (dialect: string, expression: unknown, path: (string | number)[]): unknown =>
    expressionOfPart({ dialect, expression } as Workspace, path, 1);

  it.each([
    ["$.servers", [0, "name"], "$.servers[0].name"],
    ["$.a.where($.b > 1)", [0, "c"], "($.a.where($.b > 1)).toList()[0].c"],
    ["  $.a +\n $.b ", ["x y", "o'k"], "($.a +\n $.b)['x y']['o\\'k']"],
    ["dict(a => 1)", ["or"], "(dict(a => 1))['or']"],
    ["$.a.len()", [1], "($.a.len()).toList()[1]"],
  ])("of YAQL: %j at %j", (expression, path, written) => {
    expect(of("yaql", expression, path)).toBe(written);
  });

  it.each([
    ["{{ users }}", [0, "name"], "{{ users[0]['name'] }}"],
    ["{{- {'a': {'b': 1}} -}}", ["a", "b"], "{{ ({'a': {'b': 1}})['a']['b'] }}"],
    ["{{ users | map('upper') }}", [1], "{{ ((users | map('upper')) | list)[1] }}"],
    ["{{ a }} and {{ b }}", [0], null],
    ["{% if a %}{{ b }}{% endif %}", [0], null],
  ])("of Jinja2: %j at %j", (expression, path, written) => {
    expect(of("jinja2", expression, path)).toBe(written);
  });

  it("is derived from the template if there is no expression", () => {
    const files = { "main.j2": "{{ users }}" };
    expect(expressionOfPart({ dialect: "jinja2", main: "main.j2", files }, [0], 1)).toBe("{{ users[0] }}");
    expect(expressionOfPart({ dialect: "jinja2", main: "{{ users }}" }, [0], 1)).toBe("{{ users[0] }}");
    const typed = { dialect: "jinja2", options: { as: "expression" } };
    expect(expressionOfPart({ ...typed, expression: "users" }, [0], 1)).toBe("users[0]");
    expect(expressionOfPart({ ...typed, expression: "users | sort" }, [0, "a"], 1)).toBe(
      "((users | sort) | list)[0]['a']",
    );
    expect(expressionOfPart({ dialect: "jinja2", files }, [0], 1)).toBe("{{ users[0] }}");
  });

  it.each([
    [{ a: { "@len": ["$.x"] }, b: 2 }, ["a"], { "@len": ["$.x"] }],
    [{ a: [1, "$.spec"] }, ["a", 1, "ports", 0, "my port"], "$.spec.ports[0]['my port']"],
    [{ a: { "@map": ["$$.x", "$.y"] } }, ["a", 0], null],
    [{ "@dict": { a: 1 } }, ["a"], null],
    [{ "$.x": 1 }, ["x"], null],
  ])("of the Δ-controller: %j at %j", (expression, path, written) => {
    expect(of("dcontroller", expression, path)).toEqual(written);
  });
});

describe("vault contents", () => {
  const tested = { dialect: "jinja2", secrets: { vault: "v" } };
  const hidden = makeResult({ json: '"<<REDACTED>>"', sensitive: [""] });
  const clear = makeResult({ json: '"open"', sensitive: [] });

  it.each([[{ value: "open" }], [{ sensitive: true }], [{ sensitive: false }]])(
    "may be expected as %j",
    async (expect_) => {
      const given: unknown[] = [];
      const evaluate = (_: Workspace, options: object): Promise<RunResult> => {
        given.push(options);
        return Promise.resolve(clear);
      };
      expect(await judged({ ...tested, expect: expect_ }, hidden, evaluate)).toEqual([]);
      expect(given.every((options) => (options as { maskVaults?: boolean }).maskVaults === false)).toBe(true);
    },
  );

  it("differ as shown, and without secrets there is no second run", async () => {
    const evaluate = (): Promise<RunResult> => Promise.resolve(clear);
    const [difference] = await judged({ ...tested, expect: { value: "other" } }, hidden, evaluate);
    expect(difference?.actual?.text).toBe("<<REDACTED>>");
    const never = (): Promise<RunResult> => Promise.reject(new Error("not asked for"));
    expect(await judged({ dialect: "jinja2", expect: { value: "open" } }, hidden, never)).toHaveLength(1);
  });
});
