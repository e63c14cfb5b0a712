import {
  readJson,
  type Diagnostic,
  type JsonNode,
  type Origin,
  type RunResult,
  type Span,
  type Workspace,
} from "evalground";
import { describe, expect, it } from "vitest";
import { entryGiven, entryRead } from "../src/results/given.ts";
import { lineAt, marksOf, placeOfRead, quote, rowMadeAt, rowsMadeIn } from "../src/results/provenance.ts";
import { applyFix, sortProblems } from "../src/results/problem_list.ts";
import { ledger, openRows, pathText } from "../src/results/rows.ts";
import { columnsOf, compareCells, toCsv, toMarkdown, toTsv } from "../src/results/table.ts";
import { rowText } from "../src/results/values.ts";
import { Answer } from "../src/results/answer.ts";
import { usualView, viewsOf } from "../src/results/views/list.ts";
import { afterStages } from "../src/results/stages.ts";
import { countText } from "../src/ui/places.ts";
import { makeResult } from "./make.ts";

const span = (from: number, to: number, file = "main.yaml"): Span => ({ file, from, to, line: 1, column: from + 1 });
const origin = (via: Origin["via"], from: number, special: Partial<Origin> = {}): Origin => ({
  via,
  span: span(from, from + 1),
  ...special,
});
const failure: Diagnostic = { severity: "error", code: "x", message: "went wrong" };
const paths = (rows: { path: (string | number)[] }[]): string[] => rows.map(({ path }) => pathText(path));

describe("ledger", () => {
  it("has a row per key, parents before children, in the order of the value", () => {
    const rows = ledger(makeResult({ json: '{"10":{"b":1},"9":[true]}' }));
    expect(paths(rows)).toEqual(["10", "10.b", "9", "9.0"]);
    expect(rows.map(({ level, position, siblings }) => [level, position, siblings])).toEqual([
      [1, 1, 2],
      [2, 1, 1],
      [1, 2, 2],
      [2, 1, 1],
    ]);
  });

  it("puts failed keys where their definitions are among their siblings", () => {
    const rows = ledger(
      makeResult({
        json: '{"a":{"one":1,"three":3}}',
        rows: [{ path: ["a", "two"], type: "error", kind: "error", error: failure }],
        origins: {
          "/a/one": [origin("literal", 10)],
          "/a/two": [origin("literal", 20)],
          "/a/three": [origin("literal", 30)],
        },
      }),
    );
    expect(paths(rows)).toEqual(["a", "a.one", "a.two", "a.three"]);
    expect(rows[2]).toMatchObject({ error: failure, badges: ["error"], position: 2, siblings: 3 });
  });

  it("shows a failure in place of its null in a list", () => {
    const rows = ledger(
      makeResult({
        json: '{"l":[1,null,3]}',
        rows: [{ path: ["l", 1], type: "error", kind: "error", error: failure }],
      }),
    );
    expect(paths(rows)).toEqual(["l", "l.0", "l.1", "l.2"]);
    expect(rows[2]).toMatchObject({ error: failure, badges: ["error"], position: 2, siblings: 3 });
  });

  it("shows a failure below a missing value at the end", () => {
    const rows = ledger(
      makeResult({ json: '{"a":1}', rows: [{ path: ["gone", "x"], type: "error", kind: "error", error: failure }] }),
    );
    expect(paths(rows)).toEqual(["a", "gone.x"]);
  });

  it("has one row for a result that is a single value", () => {
    const [row] = ledger(makeResult({ json: "9007199254740993" }));
    expect(row).toMatchObject({ path: [], hasChildren: false });
    expect(row && rowText(row).words).toBe("9007199254740993");
  });

  it("has badges that describe a value", () => {
    const rows = ledger(
      makeResult({
        json: '{"a":1,"b":2,"c":null,"d":"x","e":3}',
        sensitive: ["/d"],
        origins: {
          "/a": [origin("literal", 1)],
          "/b": [origin("expression", 2), origin("merge", 3)],
          "/c": [origin("default", 4)],
          "/e": [origin("literal", 5), origin("merge", 6, { overridden: true })],
        },
      }),
    );
    expect(rows.map(({ badges }) => badges)).toEqual([
      ["literal"],
      ["computed", "merged"],
      ["fallback", "null"],
      ["sensitive"],
      ["literal"],
    ]);
  });

  it("keeps bytes in one row", () => {
    const rows = ledger(
      makeResult({ json: '{"a":{"base64":"AAEC"}}', rows: [{ path: ["a"], type: "bytes", kind: "literal" }] }),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0] && rowText(rows[0]).words).toBe("bytes, 3 bytes");
  });

  it("never shows a sensitive value", () => {
    const [row] = ledger(makeResult({ json: '{"a":"<<REDACTED>>"}', sensitive: ["/a"] }));
    expect(row && rowText(row).kind).toBe("sensitive");
  });

  it("leaves out the children of a closed row", () => {
    const rows = ledger(makeResult({ json: '{"a":{"b":{"c":1}},"d":2}' }));
    expect(paths(openRows(rows, new Set(["/a/b"])))).toEqual(["a", "a.b", "d"]);
    expect(paths(openRows(rows, new Set(["/a", "/a/b"])))).toEqual(["a", "d"]);
  });
});

describe("views", () => {
  const offered = (result: RunResult): string[] => viewsOf(new Answer(result)).map(({ id }) => id);
  const begins = (result: RunResult, operation?: Workspace["operation"]): string =>
    usualView(new Answer(result, operation)).id;

  it("are those that have something to show", () => {
    expect(offered(makeResult({ json: "1" }))).toEqual(["keys", "yaml", "json"]);
    expect(offered(makeResult({ json: '[{"a":1}]', matchesJson: "[1]" }))).toEqual([
      "keys",
      "yaml",
      "json",
      "table",
      "matches",
    ]);
    expect(offered(makeResult({ json: "[1]" }))).not.toContain("table");
    expect(offered(makeResult({ json: '"text"' }))).toContain("text");
  });

  it("of a policy are its reports, variables and classes", () => {
    const model = new Answer(
      makeResult({ json: undefined as never, reports: ["a"], classes: ["any"], variablesJson: '{"main.x":1.0}' }),
    );
    expect(viewsOf(model).map(({ id }) => id)).toEqual(["reports", "variables", "classes"]);
    expect(model.variables().map(({ key, node }) => [key, node?.text])).toEqual([["main.x", "1.0"]]);
    expect(usualView(model).id).toBe("reports");
  });

  it("of outputs are their rows, with what is sensitive among them", () => {
    const model = new Answer(
      makeResult({ json: undefined as never, outputsJson: '{"a":1,"pw":"<<REDACTED>>"}', sensitive: ["/pw"] }),
    );
    expect(viewsOf(model).map(({ id }) => id)).toEqual(["outputs", "yaml", "json"]);
    expect(model.rows().map(({ key, isSensitive }) => [key, isSensitive])).toEqual([
      ["a", false],
      ["pw", true],
    ]);
  });

  it("start with the text for a template", () => {
    expect(begins(makeResult({ json: undefined as never, text: "x" }))).toBe("text");
    expect(begins(makeResult({ json: '"x"', text: "x" }))).toBe("text");
    expect(begins(makeResult({ json: '{"x":1}', text: "x" }))).toBe("keys");
  });

  it("start with the text for an expansion, and with the keys for anything else", () => {
    expect(begins(makeResult({ json: "{}", text: "a: 1\n" }), "expand")).toBe("text");
    expect(begins(makeResult({ json: "{}", text: "a: 1\n" }))).toBe("keys");
  });

  it("write JSON over several lines with its digits and the order of its keys", () => {
    expect(new Answer(makeResult({ json: '{"10":1.0,"9":[],"a":{"b":9007199254740993}}' })).json()).toBe(
      '{\n  "10": 1.0,\n  "9": [],\n  "a": {\n    "b": 9007199254740993\n  }\n}\n',
    );
  });
});

describe("table", () => {
  const rows = readJson('[{"b":"x","a":1},{"a":2,"c":"q\\"z, |\\n"}]').children;

  it("has columns in order of first appearance", () => {
    expect(columnsOf(rows)).toEqual(["b", "a", "c"]);
  });

  it("copies as CSV by RFC 4180", () => {
    expect(toCsv(columnsOf(rows), rows)).toBe('b,a,c\r\nx,1,\r\n,2,"q""z, |\n"\r\n');
  });

  it("copies as TSV with a line for each row", () => {
    expect(toTsv(columnsOf(rows), rows)).toBe('b\ta\tc\nx\t1\t\n\t2\tq"z, |\\n\n');
  });

  it("copies as Markdown with bars escaped", () => {
    expect(toMarkdown(columnsOf(rows), rows)).toBe(
      '| b | a | c |\n| --- | --- | --- |\n| x | 1 |  |\n|  | 2 | q"z, \\|<br> |\n',
    );
  });

  it("sorts integers exactly, numbers before strings, and missing values last", () => {
    const sorted = (json: string): string[] =>
      [...readJson(json).children, undefined as unknown as JsonNode]
        .sort(compareCells)
        .map((cell) => cell?.text ?? "missing");
    expect(sorted('[9007199254740993,9007199254740992,"b",null,"a",10,9.5]')).toEqual([
      "9.5",
      "10",
      "9007199254740992",
      "9007199254740993",
      "a",
      "b",
      "null",
      "missing",
    ]);
  });
});

describe("where a value comes from", () => {
  it("distinguishes what won from what was overridden", () => {
    const marks = marksOf([
      origin("include", 1),
      origin("literal", 2),
      origin("literal", 3, { overridden: true }),
      { via: "input", name: "x" },
    ]);
    expect(marks.map(({ as, span: at }) => [as, at.from])).toEqual([
      ["winning", 1],
      ["winning", 2],
      ["overridden", 3],
    ]);
  });

  it("finds the place that a computed value has read", () => {
    const files = new Map([["a:b.yaml", "one\ntwo three\n"]]);
    expect(placeOfRead("a:b.yaml:2:5", files)).toEqual({ file: "a:b.yaml", from: 8, to: 13, line: 2, column: 5 });
    expect(placeOfRead("a:b.yaml:9:1", files)).toBeNull();
    expect(placeOfRead("domain", files)).toBeNull();
    const place = placeOfRead("a:b.yaml:2:5", files)!;
    expect(lineAt(place, files)).toBe(String(files.get("a:b.yaml")).split("\n")[1]!.trim());
    expect(lineAt({ ...place, file: "none" }, files)).toBe("");
  });

  const rows = ledger(
    makeResult({
      json: '{"a":{"b":1,"c":2}}',
      origins: {
        "/a": [origin("literal", 0)],
        "/a/b": [origin("literal", 10)],
        "/a/c": [origin("expression", 20), origin("literal", 10, { overridden: true })],
      },
    }),
  );

  it("finds the row that was made at a place", () => {
    expect(rowMadeAt(rows, span(20, 25))?.pointer).toBe("/a/c");
  });

  it("finds the leaf values produced by a range of the source, but not overridden ones", () => {
    expect([...rowsMadeIn(rows, span(0, 15))]).toEqual(["/a/b"]);
    expect([...rowsMadeIn(rows, { ...span(0, 50), file: "other.yaml" })]).toEqual([]);
  });

  it("quotes one short line of the source", () => {
    expect(quote(span(0, 9), new Map([["main.yaml", "one\ntwo three"]]))).toBe("one…");
    expect(quote(span(4, 13), new Map([["main.yaml", "one\ntwo three"]]))).toBe("two three");
  });
});

describe("stages", () => {
  it("add up, except that the last one's value counts", () => {
    const stages = [
      { name: "1", json: "1", reports: ["a"], classes: ["x"], variablesJson: '{"v":1.0,"w":2}' },
      { name: "2", reports: ["b"], classes: ["x", "y"], variablesJson: '{"v":3}' },
    ];
    expect(afterStages(stages)).toEqual({ reports: ["a", "b"], classes: ["x", "y"], variablesJson: '{"v":3,"w":2}' });
    expect(afterStages(stages.slice(0, 1)).json).toBe("1");
    expect(afterStages([{ name: "@join", count: 3 }])).toEqual({});
  });
});

describe("problems", () => {
  const problem = (file: string, from: number): Diagnostic => ({ ...failure, span: span(from, from + 1, file) });

  it("are sorted by file, then by position; those without a position come first", () => {
    const sorted = sortProblems(
      [problem("b", 5), problem("a", 9), problem("b", 1), failure, problem("z", 0)],
      ["b", "a"],
    );
    expect(sorted.map((each) => (each.span ? `${each.span.file}${each.span.from}` : "none"))).toEqual([
      "none",
      "b1",
      "b5",
      "a9",
      "z0",
    ]);
  });

  it("are fixed from the end of a file, so that positions stay valid", () => {
    const fix = {
      title: "x",
      edits: [
        { span: span(0, 1), text: "AAA" },
        { span: span(2, 3), text: "" },
      ],
    };
    expect(
      applyFix(
        fix,
        new Map([
          ["main.yaml", "abc"],
          ["other", "x"],
        ]),
      ),
    ).toEqual({ "main.yaml": "AAAb" });
  });
});

describe("the number of problems", () => {
  const of = (...severities: Diagnostic["severity"][]): string =>
    countText(severities.map((severity) => ({ severity })));
  it("calls hints hints, because nothing is wrong", () => {
    expect(of()).toBe("No problems");
    expect(of("hint", "hint")).toBe("2 hints");
    expect(of("hint", "warning")).toBe("2 problems");
    expect(of("error")).toBe("1 problem");
  });
});

describe("the entry of the inputs that an origin names", () => {
  const workspace = { dialect: "jinja2", vars: { port: 80, "a.b": 1 }, env: { PATH: "/" }, inputs: { size: 1 } };
  it("is found by the first step of its path, or by its whole name", () => {
    expect(entryGiven({ via: "var", name: "port[0]" }, workspace)).toEqual({ tab: "vars", name: "port" });
    expect(entryGiven({ via: "var", name: "a.b" }, workspace)).toEqual({ tab: "vars", name: "a.b" });
    expect(entryGiven({ via: "env", name: "PATH" }, workspace)).toEqual({ tab: "env", name: "PATH" });
    expect(entryGiven({ via: "input", name: "size" }, workspace)).toEqual({ tab: "inputs", name: "size" });
    expect(entryGiven({ via: "input", name: "options.flavor" }, workspace)).toEqual({ tab: "limits", name: "flavor" });
    expect(entryRead("port", workspace)).toEqual({ tab: "vars", name: "port" });
  });

  it("is absent for data, for a place in a document, and for a name that is not set", () => {
    expect(entryGiven({ via: "input", name: "$.size" }, workspace)).toBeNull();
    expect(entryGiven({ ...origin("literal", 1), name: "port" }, workspace)).toBeNull();
    expect(entryGiven({ via: "var", name: "other" }, workspace)).toBeNull();
    expect(entryGiven({ via: "expression" }, workspace)).toBeNull();
  });
});
