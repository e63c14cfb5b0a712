// Reducing and comparing a draft: what is offered and shown, and that neither contains a secret.

import { decodeLink, type ShrinkOptions, type ShrinkProgress, type ShrinkResult, type Workspace } from "evalground";
import { describe, expect, test } from "vitest";
import { issueText } from "../src/repro/issue.ts";
import { keepings, pathOfPointer } from "../src/repro/keeping.ts";
import { reduceDraft, type Shrinker, type Wish } from "../src/repro/reducing.ts";
import { changedTexts, editBetween, goneFiles, shownNames, withSecretsOf } from "../src/repro/smaller.ts";
import { compare, wayTo } from "../src/repro/verdict.ts";
import { Search } from "../src/run/secrets.ts";
import { Share } from "../src/share/share.ts";
import { makeResult, makeStore } from "./make.ts";

const workspace: Workspace = {
  dialect: "jinja2",
  files: { "a.j2": "{{ x }}\n{{ y }}\n", "b.j2": "b" },
  vars: { x: 1, y: 2 },
  inputs: { password: "hunter2", size: 3 },
  secrets: { pw: "swordfish" },
};
const problem = (code: string, severity: "error" | "warning" = "error") => ({ severity, code, message: `${code}.` });

describe("what is kept", () => {
  test("is first of all the selected row", () => {
    const found = keepings(workspace, makeResult(), "/instances/app~1x/0");
    expect(found.map(({ options }) => options)).toEqual([{ keep: { path: ["instances", "app/x", "0"] } }, {}]);
  });

  test("of a value beside the result is named by its part", () => {
    expect(pathOfPointer("resources#/web/size")).toEqual(["resources", "web", "size"]);
    expect(pathOfPointer("/a/b")).toEqual(["a", "b"]);
  });

  test("for a failure is its first problem, each code once, errors first", () => {
    const diagnostics = [
      problem("deprecated", "warning"),
      problem("undefined"),
      problem("undefined"),
      problem("syntax"),
    ];
    const found = keepings(workspace, makeResult({ ok: false, diagnostics }), undefined);
    expect(found.map(({ options }) => options.keepError)).toEqual(["undefined", "syntax", "deprecated"]);
  });

  test("for a problem in the expression calls it by its name", () => {
    const span = { file: "<expression>", from: 0, to: 1, line: 1, column: 1 };
    const diagnostics = [{ ...problem("unknown-method"), span }];
    const [found] = keepings(workspace, makeResult({ ok: false, diagnostics }), undefined);
    expect(found?.label).toBe("the problem unknown-method in line 1 of Expression");
  });

  test("without a failure is the result, or the difference from an expectation", () => {
    expect(keepings(workspace, makeResult(), undefined)[0]).toMatchObject({ label: "the whole result", options: {} });
    const label = (value: unknown) => keepings({ ...workspace, expect: { value } }, makeResult(), undefined)[0]?.label;
    expect(label(2)).toContain("difference");
    expect(label(1)).toBe("the match with the expected result");
    expect(keepings(workspace, null, undefined)).toHaveLength(1);
  });
});

describe("a smaller draft", () => {
  const smaller: Workspace = {
    dialect: "jinja2",
    files: { "a.j2": "{{ y }}\n" },
    inputs: { password: "hunter2" },
    secrets: { pw: null },
  };

  test("is shown text by text, without values that are secret", () => {
    const hidden = { before: ["password"], after: ["password"] };
    const changes = changedTexts(workspace, { reduced: smaller, named: smaller }, "settings", hidden);
    expect(changes.map(({ path }) => path)).toEqual(["a.j2", "settings"]);
    expect(JSON.stringify(changes)).not.toMatch(/hunter2|swordfish/);
    expect(goneFiles(workspace, smaller)).toEqual(["b.j2"]);
  });

  test("with new names has new file names, in the same order", () => {
    const reduced: Workspace = { ...workspace, files: { "b.j2": "b" } };
    const named: Workspace = { ...workspace, files: { "dad.j2": "d" } };
    const changes = changedTexts(workspace, { reduced, named }, "settings", { before: [], after: [] });
    expect(changes).toEqual([{ path: "b.j2 → dad.j2", before: "b", after: "d" }]);
    expect(goneFiles(workspace, reduced)).toEqual(["a.j2"]);
  });

  test("replaces the draft including its secrets, and undo restores all keys", () => {
    const taken = withSecretsOf(workspace, smaller);
    expect(taken.secrets).toEqual({ pw: "swordfish" });
    const there = { ...workspace, ...editBetween(workspace, taken) };
    expect(there.vars).toBeUndefined();
    expect({ ...taken, ...editBetween(taken, workspace) }).toEqual(workspace);
  });

  test("has a table of names without those that occur in secrets", () => {
    const names = [
      ["hunter", "babe"],
      ["swordfish-1", "dodo"],
      ["shop", "fifi"],
      ["3", "4"],
    ] as const;
    expect(shownNames(names, workspace, ["password"])).toEqual([
      ["shop", "fifi"],
      ["3", "4"],
    ]);
  });
});

describe("making a draft smaller", () => {
  const wish: Wish = { options: { keepError: "undefined" }, reduce: true, disguise: false, lengths: false };
  const result = (special: Partial<ShrinkResult>): ShrinkResult => ({ ok: true, diagnostics: [], ...special });
  const part: Workspace = { dialect: "jinja2", main: "{{ y }}", secrets: { pw: null } };
  const progress: ShrinkProgress = { before: 100, now: 40, trials: 7, workspace: part };
  const never = (): AbortSignal => new AbortController().signal;

  /** An engine that gives these answers in turn. The options of each call are recorded. */
  function engineOf(...answers: ((options: ShrinkOptions) => Promise<ShrinkResult>)[]) {
    const calls: { workspace: Workspace; options: ShrinkOptions }[] = [];
    const engine: Shrinker = {
      shrink: (given, options = {}) => {
        calls.push({ workspace: given, options });
        return answers.shift()!(options);
      },
    };
    return { engine, calls };
  }
  const run = (engine: Shrinker, special: Partial<Wish> = {}, stop = never(), disguising = never) =>
    reduceDraft(engine, workspace, { ...wish, ...special }, stop, () => undefined, disguising);

  test("returns what the engine returns", async () => {
    const { engine, calls } = engineOf(async () => result({ workspace: part, before: 100, after: 40, trials: 9 }));
    expect(await run(engine)).toMatchObject({ workspace: part, before: 100, after: 40, trials: 9, how: "minimal" });
    expect(calls[0]?.options.keepError).toBe("undefined");
  });

  test("reports if there is nothing to keep", async () => {
    const diagnostics = [{ severity: "error" as const, code: "nothing-to-keep", message: "It does not fail." }];
    const { engine } = engineOf(async () => result({ ok: false, diagnostics }));
    expect(await run(engine)).toEqual({ problem: "It does not fail." });
  });

  test("that is stopped returns the best so far", async () => {
    const control = new AbortController();
    const { engine } = engineOf(async ({ onProgress, signal }) => {
      onProgress?.(progress);
      control.abort();
      throw signal!.reason;
    });
    expect(await run(engine, {}, control.signal)).toMatchObject({ workspace: part, after: 40, how: "stop" });
  });

  test("that is stopped too early says so", async () => {
    const control = new AbortController();
    control.abort();
    const { engine } = engineOf(async ({ signal }) => {
      throw signal!.reason;
    });
    expect(await run(engine, {}, control.signal)).toEqual({ problem: "Stopped before anything was removed." });
  });

  test("replaces names with the draft's secrets present, and returns nothing when stopped meanwhile", async () => {
    const reduced = async () => result({ workspace: part, before: 100, after: 40, trials: 9 });
    const renamed = { dialect: "jinja2", main: "{{ ba }}", secrets: { pw: null } };
    const named = engineOf(reduced, async () => result({ workspace: renamed, after: 39, names: [["y", "ba"]] }));
    expect(await run(named.engine, { disguise: true })).toMatchObject({
      workspace: renamed,
      after: 39,
      names: { changed: [["y", "ba"]], stayed: [] },
    });
    expect(named.calls[1]?.workspace.secrets).toEqual({ pw: "swordfish" });
    expect(named.calls[1]?.options).toMatchObject({ reduce: false, keepError: "undefined" });
    const control = new AbortController();
    control.abort();
    const stopped = engineOf(reduced, async ({ signal }) => {
      throw signal!.reason;
    });
    expect(await run(stopped.engine, { disguise: true }, never(), () => control.signal)).toEqual({
      problem: "Stopped before every name was replaced. Nothing was copied.",
    });
  });
});

describe("the original", () => {
  test("is run here if the site has it, else natively or not at all", () => {
    const original = { name: "yaql", runsHere: true, path: "/yaql.zip" };
    expect(wayTo(original)).toBe("here");
    expect(wayTo({ ...original, path: null })).toBe("missing");
    expect(wayTo({ ...original, runsHere: false })).toBe("natively");
    expect(wayTo(undefined)).toBe("never");
    expect(wayTo(original, "expand")).toBe("operation");
  });

  test("agrees or differs path by path", () => {
    const verdict = compare(makeResult({ json: '{"a":[1,2.0],"b":{}}' }), { json: '{"a":[1,2],"c":null}' });
    expect(verdict).toEqual({
      kind: "values",
      differing: 3,
      rows: [
        { where: "a[0]", here: "1", original: "1", isSame: true },
        { where: "a[1]", here: "2.0", original: "2", isSame: false },
        { where: "b", here: "{}", original: undefined, isSame: false },
        { where: "c", here: undefined, original: "null", isSame: false },
      ],
    });
  });

  test("is compared line by line if both are texts, including the final line break", () => {
    const verdict = compare(makeResult({ text: "a\nb\n" }), { text: "a\nb" });
    expect(verdict).toMatchObject({ kind: "values", differing: 1 });
    expect(compare(makeResult({ text: "" }), { text: "" })).toMatchObject({ differing: 0 });
  });

  test("may fail although this engine does not, and vice versa", () => {
    const failed = makeResult({ ok: false, diagnostics: [problem("undefined")] });
    expect(compare(failed, { error: "UndefinedError" })).toMatchObject({ kind: "both fail" });
    expect(compare(failed, { text: "x" })).toMatchObject({ kind: "only here fails", here: "undefined." });
    expect(compare(makeResult({ text: "x" }), { error: "E" })).toMatchObject({ kind: "only the original fails" });
  });

  test("is reported by an issue with the workspace and its link, and without secrets", () => {
    const { state } = makeStore({ workspace: { ...workspace, inputs: {} } });
    const rows = [
      { where: "1", here: "a | `b`", original: undefined, isSame: false },
      { where: "2", here: "x", original: "x", isSame: true },
    ];
    const words = issueText(
      new Share(state, "https://a.example/", new Search(state.workspace, null)),
      rows,
      "jinja2 3.1.2",
    );
    expect(words).toContain("### Differs from jinja2 3.1.2\n\n| Where | Evalground | jinja2 3.1.2 |\n");
    expect(words).toContain("| ` 1 ` | `` a \\| `b` `` | nothing |\n");
    expect(words).not.toContain("| ` 2 `");
    expect(words).toContain("{{ y }}");
    const [, link] = /\((https:[^)]*)\)/.exec(words)!;
    expect(decodeLink(link!).workspace.secrets).toEqual({ pw: null });
    expect(words).not.toContain("swordfish");
  });
});
