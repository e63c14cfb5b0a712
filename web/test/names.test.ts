// Inherited names such as "constructor" wherever a document, a link, a dropped file or another frame may use them.

import { decodeLink, encodeLink, readJson, type Workspace, writeJson } from "evalground";
import { describe, expect, it } from "vitest";
import { expectedSides } from "../src/cases/compare.ts";
import { verdictOn } from "../src/cases/verdict.ts";
import { SharedEngine } from "../src/embed/engine.ts";
import { arrived, repositoryFrom, workspaceFrom } from "../src/files/arrival.ts";
import { readWorkspaces } from "../src/files/saved.ts";
import { editBetween } from "../src/repro/smaller.ts";
import { applyFix } from "../src/results/problem_list.ts";
import { differencesOf, partOf } from "../src/run/expectation.ts";
import { partsOf, shared } from "../src/share/content.ts";
import { blockMarkup, elementMarkup } from "../src/share/embed.ts";
import { toMarkdown } from "../src/share/markdown.ts";
import { openShared, placeOfLine, titleOf } from "../src/share/opening.ts";
import { Search } from "../src/run/secrets.ts";
import { Share } from "../src/share/share.ts";
import { choiceOf, dialectFacts, inputWords, languageOf, optionsFor, referencesOf } from "../src/ui/dialects.ts";
import { filesOf } from "../src/ui/entries.ts";
import { own } from "../src/ui/own.ts";
import { expressionOfPart, pathOfPart } from "../src/ui/way.ts";
import { makeResult, makeStore } from "./make.ts";

const names = ["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty", "then"];
/** A map with one key, which may be `__proto__`. */
const named = <Value>(name: string, value: Value): Record<string, Value> => Object.fromEntries([[name, value]]);

/** A workspace that uses a name in every possible place. */
const full = (name: string): Workspace =>
  ({
    ...named<unknown>(name, 1),
    dialect: "yaql",
    main: name,
    files: named(name, "a: 1\n"),
    expression: "1",
    ...Object.fromEntries(["vars", "inputs", "attributes", "options", "limits"].map((key) => [key, named(name, 1)])),
    classes: [name],
    env: named(name, "x"),
    secrets: named(name, null),
    expect: named(name, 1),
  }) as unknown as Workspace;

/** The facts of an unknown dialect that consist of its name. */
const saysItself = { id: "", name: "", about: "", title: "", monogram: "" };
const origin = { url: null, version: "1" };
const choices = { editable: "all", theme: "host" } as const;

describe.each(names)("%s", (name) => {
  const result = makeResult({ json: writeJson(named(name, 1)) });

  it("is found in a table only if it was put there", () => {
    expect(own({}, name)).toBeUndefined();
    expect(own(named(name, 1), name)).toBe(1);
  });

  it("is kept in every place of a link", () => {
    const { workspace } = decodeLink(encodeLink(full(name)), { exact: true });
    expect(writeJson(workspace)).toBe(writeJson(decodeLink(encodeLink(workspace), { exact: true }).workspace));
    for (const key of [
      "files",
      "vars",
      "inputs",
      "attributes",
      "options",
      "limits",
      "env",
      "secrets",
      "expect",
    ] as const)
      expect(Object.keys(workspace[key] as object)).toEqual([name]);
    const absent = { dialect: "yaql", ...named(name, null) } as unknown as Workspace;
    expect(Object.keys(decodeLink(encodeLink(absent)).workspace)).toEqual(["dialect", name]);
  });

  it("as a key of an expectation is never met", () => {
    const tested = { dialect: "yaql", expect: named(name, 1) } as unknown as Workspace;
    expect(partOf(result, name)).toBeNull();
    expect(differencesOf(tested, result).map(({ what }) => what)).toEqual([name]);
    expect(verdictOn(tested, result).isMet).toBe(false);
    expect([...expectedSides(tested.expect!, result).before.keys()]).toEqual([name]);
  });

  it("as a dialect is unknown", () => {
    const workspace: Workspace = { dialect: name, operation: name as never, files: named(name, "a: 1\n"), main: name };
    expect({ ...dialectFacts(name), ...saysItself }).toEqual({ ...dialectFacts("nope"), ...saysItself });
    expect(choiceOf(workspace).name).toBe(choiceOf({ ...workspace, dialect: "nope" }).name.replace("nope", name));
    expect(languageOf(name, name)).toEqual(languageOf("nope", name));
    expect(inputWords(name, name)).toEqual(inputWords("nope", name));
    expect(referencesOf(workspace)).toEqual([]);
    for (const way of [expressionOfPart, pathOfPart]) {
      for (const path of [[], [name], [0, name]])
        expect(way(workspace, path, 1)).toEqual(way({ ...workspace, dialect: "nope" }, path, 1));
    }
    expect(() => titleOf(workspace)).not.toThrow();
  });

  it("as an option, a file and a variable is shared like any other", () => {
    const workspace = full(name);
    expect(optionsFor(workspace, choiceOf(workspace))).toBeDefined();
    const given = { left: new Set<string>(), includeSecrets: false, secretInputs: [] };
    expect(Object.keys(shared(workspace, given).vars!)).toEqual([name]);
    const share = new Share(makeStore({ workspace }).state, "https://example.org/", new Search(workspace, null));
    for (const part of partsOf(workspace)) expect(typeof share.valueOf(part)).not.toBe("function");
    const embed = { site: "https://example.org/", fragment: encodeLink(workspace), title: name };
    for (const make of [elementMarkup(workspace, embed, choices), toMarkdown(workspace, result, origin)])
      expect(make).not.toMatch(/native code|undefined/);
    expect(blockMarkup(workspace, null, choices) ?? "").not.toContain("native code");
  });

  it("as a file extension has no language", () => {
    const markdown = toMarkdown({ dialect: "yaql", expression: "1", files: named(`a.${name}`, "x\n") }, result, origin);
    expect(markdown).not.toContain("native code");
  });

  it("as a file takes the edits of a fix", () => {
    const at = { from: 0, to: 1, line: 1, column: 1, file: name };
    const fix = { title: "", edits: [{ span: at, text: "b" }] } as never;
    expect(applyFix(fix, new Map([[name, "a: 1"]]))).toEqual(named(name, "b: 1"));
  });

  it("as a key that a smaller workspace lacks is removed", () => {
    const before = { dialect: "yaql", ...named(name, 1) } as unknown as Workspace;
    expect(Object.keys(editBetween(before, { dialect: "yaql" }))).toContain(name);
  });

  it("as a dropped file opens", () => {
    const files = arrived([[name, new TextEncoder().encode("a: 1\n")]]).files;
    expect([...files.keys()]).toEqual([name]);
    expect([...filesOf(workspaceFrom(files, { dialect: "yaql" })).keys()]).toContain(name);
    expect(repositoryFrom(files, choiceOf({ dialect: "unfurl" })).files).toBeDefined();
    expect(readWorkspaces(writeJson(full(name)))).toHaveLength(1);
  });

  it("as a view, a file and a tab in a link is ignored if it does not exist", () => {
    const view = { tab: name, file: name, line: 3, hide: [name] };
    const link = decodeLink(encodeLink({ dialect: "yaql", expression: "1" }, { view }));
    const store = makeStore();
    openShared(store, link);
    expect(placeOfLine(link.workspace, link.view)).toBeNull();
  });

  it("as a method that another frame calls is rejected", async () => {
    const engine = new SharedEngine(
      () => "yaql",
      () => {},
    );
    const { port1, port2 } = new MessageChannel();
    engine.serve(port2);
    const answers: object[] = [];
    const isAnswered = new Promise<void>((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<object>) => {
        answers.push(data);
        if ("failure" in data) resolve();
      };
    });
    port1.postMessage(name);
    port1.postMessage(null);
    port1.postMessage({ id: 1, method: name, dialect: name, input: "[]" });
    await isAnswered;
    expect(answers.at(-1)).toEqual({
      id: 1,
      failure: "crashed",
      message: expect.stringContaining(`no method "${name}"`),
    });
    port1.close();
  });
});

it("is kept by a map of an answer", () => {
  const json = writeJson(Object.fromEntries(names.map((name) => [name, name])));
  expect(readJson(json).children.map(({ key }) => key)).toEqual(names);
});
