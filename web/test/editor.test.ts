import { ChangeSet, EditorState, Text } from "@codemirror/state";
import { yaml } from "@codemirror/lang-yaml";
import { ensureSyntaxTree, foldable, type Language, syntaxTree } from "@codemirror/language";
import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import { describe, expect, it } from "vitest";
import { smallestChange } from "../src/editor/change.ts";
import { Drift } from "../src/editor/drift.ts";
import { editedDialect, readEmbedded } from "../src/editor/languages.ts";
import { underlined } from "../src/editor/lint.ts";
import { slicesOf } from "../src/editor/long_paste.ts";
import { longYaml } from "../src/editor/long_text.ts";
import { policy, template } from "../src/editor/modes.ts";
import { callPieces, queryPieces, templateParts } from "../src/editor/query.ts";
import { dialectFacts } from "../src/ui/dialects.ts";
import { expressionFor } from "../src/ui/notation.ts";

describe("change", () => {
  it("is the smallest that turns one text into the other", () => {
    expect(smallestChange("abcd", "abXd")).toEqual({ from: 2, to: 3, insert: "X" });
    expect(smallestChange("aa", "aaa")).toEqual({ from: 2, to: 2, insert: "a" });
    expect(smallestChange("a", "a")).toBeNull();
  });
});

describe("a long paste", () => {
  it("is cut at the ends of lines", () => {
    expect(slicesOf("ab\ncd\nef", 4)).toEqual(["ab\n", "cd\n", "ef"]);
  });

  it("keeps characters and line breaks whole", () => {
    expect(slicesOf("aaa\r\nb", 4)).toEqual(["aaa\r\n", "b"]);
    expect(slicesOf("aaa😀b", 4)).toEqual(["aaa😀", "b"]);
    expect(slicesOf("x".repeat(10), 4).join("")).toBe("x".repeat(10));
  });
});

describe("a long document", () => {
  const doc = "# list\nitems:\n  - name: one\n    port: 80\n\nlast: 'x'\n";
  const state = EditorState.create({ doc, extensions: longYaml });

  it("folds by indentation", () => {
    const { from, to } = state.doc.line(2);
    expect(foldable(state, from, to)).toEqual({ from: to, to: doc.indexOf("80") + 2 });
    const last = state.doc.line(6);
    expect(foldable(state, last.from, last.to)).toBeNull();
  });

  it("is highlighted without the parser of YAML", () => {
    expect(ensureSyntaxTree(state, doc.length)).not.toBeNull();
    expect(syntaxTree(state).topNode.name).toBe("Document");
  });
});

describe("query", () => {
  const pieces = (query: string): string[] =>
    queryPieces(query).map(({ from, to, kind }) => `${kind} ${query.slice(from, to)}`);

  it("is split into operators, variables, special keys, numbers and names", () => {
    expect(pieces("::app[.type=Web]::$key::0?")).toEqual([
      "operator ::",
      "name app",
      "operator [",
      "special .type",
      "operator =",
      "name Web",
      "operator ]",
      "operator ::",
      "variable $key",
      "operator ::",
      "number 0",
      "operator ?",
    ]);
  });

  it("keeps the parent key and the star", () => {
    expect(pieces("..::*")).toEqual(["special ..", "operator ::", "operator *"]);
  });

  it("accepts any text", () => {
    for (const odd of ["", "[[[", "]::!=$", "a\u0000b", "😀::é"]) expect(() => queryPieces(odd)).not.toThrow();
  });
});

describe("directive", () => {
  it("is a key that merges or includes", () => {
    const isDirective = new RegExp(dialectFacts("unfurl").embedding?.directives ?? "", "mu");
    for (const key of ["+include", "+?include", "+includes", "+*a", "+/a/b", "+../x", "+.", "+%", "+&", "+?/a"])
      expect(key).toMatch(isDirective);
    for (const key of ["+foo", "+1", "+", "include", "+?"]) expect(key).not.toMatch(isDirective);
  });
});

describe("templates", () => {
  it("are found, even if they do not end", () => {
    expect(templateParts("a {{ b }} {% if %}x{{")).toEqual([
      { from: 2, to: 9 },
      { from: 10, to: 18 },
      { from: 19, to: 21 },
    ]);
  });
});

describe("embedded expressions", () => {
  const read = (doc: string, dialect = "unfurl"): string[] => {
    const state = EditorState.create({ doc, extensions: [yaml(), editedDialect.of(dialect)] });
    const tree = ensureSyntaxTree(state, doc.length, 60_000) ?? undefined;
    return readEmbedded(state, 0, doc.length, tree)
      .filter(({ kind }) => kind !== null)
      .map(({ from, to, kind }) => `${kind} ${doc.slice(from, to)}`);
  };

  it("are highlighted in plain, quoted and block scalars", () => {
    for (const doc of ["eval: ::a", 'eval: "::a"', "eval: '::a'", "eval: |\n  ::a\n", "x: {eval: !t ::a}"])
      expect(read(doc)).toEqual(["keyword eval", "operator ::", "name a"]);
  });

  it("name the function of a call", () => {
    expect(read("eval:\n  concat: [x]\n  sep: y\n")).toEqual(["keyword eval", "function concat"]);
    expect(read("eval: {vars: {a: 1}, to_label: x}")).toEqual(["keyword eval", "function to_label"]);
  });

  it("leave templates to their own highlighting", () => {
    expect(read('eval: "{{ a }}"')).toEqual(["keyword eval", "operator {{", "operator }}"]);
  });

  it("are those of the dialect", () => {
    const doc = "'@cond': $.a\nexpression: $.len()\neval: ::b\n";
    expect(read(doc, "dcontroller")).toEqual([
      "function '@cond'",
      "variable $",
      "operator .",
      "name a",
      "variable $",
      "operator .",
      "function len",
    ]);
    expect(read(doc, "heat")).toEqual(["variable $", "operator .", "function len"]);
    expect(read(doc, "jinja2")).toEqual([]);
  });

  it("leave other scalars alone", () => {
    expect(read("a: ::b\n+include: x.yaml\n")).toEqual(["directive +include"]);
  });
});

describe("languages of their own", () => {
  const kinds = (language: Language, doc: string): string[] => {
    const found: string[] = [];
    highlightTree(language.parser.parse(doc), colours, (from, to, classes) =>
      found.push(`${classNames.get(classes) ?? "?"} ${doc.slice(from, to)}`),
    );
    return found;
  };
  const shades = [
    ["keyword", tags.keyword],
    ["meta", tags.meta],
    ["comment", tags.comment],
    ["string", tags.string],
    ["number", tags.number],
    ["function", tags.function(tags.variableName)],
    ["variable", tags.variableName],
    ["operator", tags.operator],
    ["property", tags.propertyName],
    ["type", tags.typeName],
  ] as const;
  const colours = tagHighlighter(shades.map(([name, tag]) => ({ tag, class: name })));
  const classNames = new Map<string, string>(shades.map(([name]) => [name, name]));

  it("highlight only what a template contains", () => {
    expect(kinds(template, "a {{ x|default('y') }} {# c\nd #}b")).toEqual([
      "meta {{",
      "variable x",
      "operator |",
      "function default",
      "operator (",
      "string 'y'",
      "operator )",
      "meta }}",
      "comment {# c",
      "comment d #}",
    ]);
    expect(kinds(template, "{% for i in xs -%}")).toEqual([
      "meta {%",
      "keyword for",
      "variable i",
      "keyword in",
      "variable xs",
      "meta -%}",
    ]);
  });

  it("highlight a policy", () => {
    expect(kinds(policy, 'bundle agent main # c\n{\nvars:\n  linux::\n    "a" string => f("$(x)y");\n}')).toEqual([
      "keyword bundle",
      "property agent",
      "property main",
      "comment # c",
      "operator {",
      "keyword vars:",
      "type linux::",
      'string "a"',
      "property string",
      "operator =>",
      "function f",
      "operator (",
      'string "',
      "variable $(x)",
      'string y"',
      "operator );",
      "operator }",
    ]);
  });

  it("highlight an expression of calls", () => {
    const pieces = callPieces("$.where($a > 1).len() and 'x'").map(({ from, to, kind }) => [kind, from, to]);
    expect(pieces.map(([kind]) => kind)).toEqual([
      "variable",
      "operator",
      "function",
      "variable",
      "operator",
      "number",
      "operator",
      "function",
      "keyword",
      "string",
    ]);
  });
});

describe("drift", () => {
  const insert = (length: number, at: number, words: string): ChangeSet =>
    ChangeSet.of({ from: at, insert: words }, length);

  it("moves positions of an answer with the edits made since", () => {
    const drift = new Drift();
    drift.add("a", 5, insert(10, 0, "xx").desc);
    drift.add("a", 6, insert(12, 12, "y").desc);
    expect(drift.now("a", 3, 4, 13)).toEqual({ from: 5, to: 6 });
    expect(drift.now("b", 3, 4, 13)).toEqual({ from: 3, to: 4 });
  });

  it("forgets edits that a newer answer includes", () => {
    const drift = new Drift();
    drift.add("a", 5, insert(10, 0, "xx").desc);
    drift.add("a", 6, insert(12, 0, "y").desc);
    drift.settle(5);
    expect(drift.now("a", 3, 4, 13)).toEqual({ from: 4, to: 5 });
  });

  it("never points beyond the text", () => {
    const drift = new Drift();
    drift.add("a", 5, ChangeSet.of({ from: 2, to: 10 }, 10).desc);
    expect(drift.now("a", 8, 10, 2)).toEqual({ from: 2, to: 2 });
    expect(new Drift().now("a", 50, 60, 7)).toEqual({ from: 7, to: 7 });
  });
});

describe("the expression of a value", () => {
  const whole = { dialect: "unfurl" };

  it("leads to an attribute or an output of the whole document", () => {
    expect(expressionFor(whole, ["instances", "app", "ports", 0], 0)).toBe("::app::ports::0");
    expect(expressionFor(whole, ["outputs", "url"], 0)).toBe("::root::outputs::url");
    expect(expressionFor(whole, ["instances"], 0)).toBeNull();
  });

  it("extends an expression with one match", () => {
    expect(expressionFor({ ...whole, expression: "::app" }, ["a", 1], 1)).toBe("::app::a::1");
    expect(expressionFor({ ...whole, expression: "::*::x" }, [1], 3)).toBeNull();
    expect(expressionFor({ ...whole, expression: { eval: "::a" } }, ["a"], 1)).toBeNull();
  });

  it("is null if a key cannot be expressed", () => {
    for (const key of ["a::b", "a b", "0", "x[", "$v", ".name", "a?", "!x", "*"])
      expect(expressionFor(whole, ["instances", "app", key], 0)).toBeNull();
  });
});

describe("the underline of a problem", () => {
  const doc = Text.of(["one two", "  three:", "four", ""]);

  it.each([
    ["is the place itself", 0, 3, "one"],
    ["is the first line of several", 4, 19, "two"],
    ["reaches to the end of the word when the place is one character", 4, 5, "two"],
    ["is the word before when the place is the end of a line", 7, 7, "two"],
    ["is the last word above when the place is an empty end", 22, 22, "four"],
  ])("%s", (_, from, to, words) => {
    const shown = underlined(doc, from, to);
    expect(doc.sliceString(shown.from, shown.to)).toBe(words);
  });
});
