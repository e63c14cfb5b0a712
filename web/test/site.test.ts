import { createHash } from "node:crypto";
// Tests the models of the prerendered pages: what they show, link and check.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Case, CatalogueEntry, RunResult } from "evalground";
import { descriptions } from "virtual:dialects";
import { describe, expect, it } from "vitest";
import { manifestOf } from "../plugins/offline.ts";
import { forwarding, otherAddresses, relocated, sections } from "../plugins/site/layout.ts";
import { countCases } from "../plugins/site/about.ts";
import { anchorsOf } from "../plugins/site/anchors.ts";
import { readCases } from "../plugins/site/cases.ts";
import { differencesIn } from "../plugins/site/differences.ts";
import { isSameJson, meets } from "../plugins/site/expected.ts";
import { languagePage, readGallery, unusedGroups } from "../plugins/site/gallery.ts";
import { readLessons } from "../plugins/site/lessons.ts";
import { code, h, paragraphs, parts, sentence, slug } from "../plugins/site/markup.ts";
import { namedIn, subjectOf } from "../plugins/site/mentions.ts";
import { readPhrases } from "../plugins/site/phrases.ts";
import { problemsContent } from "../plugins/site/problems.ts";
import { isAsRecorded } from "../plugins/site/reference.ts";
import { refusalsOf } from "../plugins/site/refusals.ts";
import { prettyJson, sourcesOf } from "../plugins/site/shown.ts";
import { uses } from "../plugins/site/uses.ts";
import { readJson } from "evalground";
import { fits } from "../src/site/filter.ts";
import { hasWords, shownResult } from "../src/site/lesson.ts";
import { hasAll } from "../src/site/phrases.ts";
import { find, scoreOf } from "../src/site/search.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const dialects = ["unfurl", "jinja2", "yaql", "heat", "cfengine", "dcontroller"];
const result = (more: object): RunResult => ({ ok: true, diagnostics: [], ...more }) as unknown as RunResult;

describe("the page of problems", () => {
  it("has headings, anchors, code, examples that open and outputs", () => {
    const written = problemsContent(
      [
        "# A `b`",
        '<a id="one"></a>`one`',
        "*Why.* So\nit is.",
        "```yaml {.evalground}\na: 1\n```",
        "```output\n< 2\n```\n",
      ].join("\n\n"),
    );
    const html = written.map(({ html: each }) => each).join("");
    expect(html).toContain('<h1>A <code dir="ltr">b</code></h1>');
    expect(html).toContain('<span id="one" class="anchor"></span><code dir="ltr">one</code>');
    expect(html).toContain("<p><em>Why.</em> So it is.</p>");
    expect(html).toContain('href="/#w1.');
    expect(html).toContain("&lt; 2");
  });
  it("has an anchor for each code that the file names", () => {
    const file = readFileSync(at("../../docs/problems.md"), "utf8");
    const html = problemsContent(file)
      .map(({ html: each }) => each)
      .join("");
    const anchors = [...file.matchAll(/<a id="([\w-]+)">/g)].map(([, id]) => id);
    expect(anchors.length).toBeGreaterThan(100);
    expect(anchors.filter((id) => !html.includes(`<span id="${id}"`))).toEqual([]);
  });
});

describe("markup", () => {
  it("escapes texts and attributes", () => {
    expect(h("a", { title: '"<b>' }, "<i>&").html).toBe('<a title="&quot;&lt;b&gt;">&lt;i&gt;&amp;</a>');
  });
  it("leaves out absent attributes, and writes true ones without a value", () => {
    expect(h("p", { hidden: true, id: undefined, class: false }, null, [false, 1]).html).toBe("<p hidden>1</p>");
  });
  it("gives code with a label a role, since an element without one can have no label", () => {
    expect(code("a", { "aria-label": "A" }, true).html).toContain(
      '<pre class="code" dir="ltr" tabindex="0" role="group"',
    );
    expect(code("a").html).not.toContain("role=");
  });
  it("turns backticks into code, and blank lines into paragraphs", () => {
    expect(h("p", {}, sentence("a `b<` c")).html).toBe('<p>a <code dir="ltr">b&lt;</code> c</p>');
    expect(h("div", {}, paragraphs("one\ntwo\n\nthree\n")).html).toBe("<div><p>one two</p><p>three</p></div>");
  });
  it("makes valid addresses from words", () => {
    expect(slug("date and time")).toBe("date-and-time");
    expect(slug("str.upper")).toBe("str-upper");
    expect(slug("=~")).not.toBe(slug("!~"));
  });
});

describe("anchors", () => {
  it("are unique, also for operators and for entries of the same name", () => {
    const names = ["len", "len", "+ - *", "$", "$$", "?.", "."].map((name) => ({ kind: "operator" as never, name }));
    const anchors = anchorsOf(names);
    expect(new Set(anchors).size).toBe(names.length);
    expect(anchors.every((anchor) => /^[\p{L}\p{N}-]+$/u.test(anchor))).toBe(true);
  });
  it("stay the same when another entry is added", () => {
    const before = anchorsOf([{ kind: "function", name: "join" } as never]);
    expect(anchorsOf([{ kind: "filter", name: "join" } as never, { kind: "function", name: "join" } as never])[1]).toBe(
      before[0],
    );
  });
});

describe("values", () => {
  it("are on one line as long as they fit", () => {
    expect(prettyJson(readJson('{"a":[1,2.0,"x"],"b":{}}'))).toBe('{"a": [1, 2.0, "x"], "b": {}}');
    expect(prettyJson(readJson(JSON.stringify({ key: "x".repeat(60), n: 12345678901234 })))).toContain(
      '\n  "n": 12345678901234\n}',
    );
  });
  it("are equal regardless of the order of keys, and 1 equals 1.0", () => {
    expect(isSameJson('{"a":1,"b":[1]}', '{"b":[1],"a":1}')).toBe(true);
    expect(isSameJson('"1"', "1")).toBe(false);
    expect(isSameJson("[1,2]", "[2,1]")).toBe(false);
  });
  it("meet an expectation", () => {
    expect(meets({ value: 1 }, result({ json: "1" }))).toBe(true);
    expect(meets({ value: 1 }, result({ json: "2" }))).toBe(false);
    expect(meets({ text: "a" }, result({ text: "a\n" }))).toBe(false);
    expect(meets({ error: true }, result({ ok: false }))).toBe(true);
    expect(meets({ value: 1 }, result({ ok: false, json: "1" }))).toBe(false);
    expect(meets({ sensitive: true }, result({ sensitive: [""] }))).toBe(true);
  });
  it("equal those in the catalogue, or the build fails", () => {
    expect(isAsRecorded(result({ text: "ab" }), '"ab"')).toBe(true);
    expect(isAsRecorded(result({ json: '{"a":1}' }), '{"a": 2}')).toBe(false);
    expect(isAsRecorded(result({ ok: false }), "error")).toBe(true);
    expect(isAsRecorded(result({ json: "1" }), "error")).toBe(false);
  });
});

describe("the sources of a workspace", () => {
  it("are its files, its expression and its inputs, each with its name", () => {
    const sources = sourcesOf({
      dialect: "yaql",
      files: { "a.yaml": "x: 1\n" },
      expression: { get: ["a"] },
      vars: { b: 2 },
    } as never);
    expect(sources).toEqual([
      { label: "a.yaml", text: "x: 1\n" },
      { label: "expression", text: "{get: [a]}" },
      { label: "vars", text: "{b: 2}" },
    ]);
  });
});

describe("the search", () => {
  const row = (name: string, summary: string): [string, string, string, string, string] => [
    name,
    "function",
    summary,
    name,
    "",
  ];
  const index: Parameters<typeof find>[0] = [
    ["one", "One", [row("rejoin", "Puts together."), row("join", "Joins."), row("split", "The opposite of join.")]],
  ];
  it("ranks a name above a part of a name, and that above the description", () => {
    expect(find(index, "JOIN").map(({ name }) => name)).toEqual(["join", "rejoin", "split"]);
  });
  it("requires every word, and finds nothing for an empty search", () => {
    expect(find(index, "join opposite").map(({ name }) => name)).toEqual(["split"]);
    expect(find(index, "  ")).toEqual([]);
    expect(scoreOf(row("a", "b"), ["zzz"])).toBe(0);
  });
});

describe("the filter of the gallery", () => {
  const card = { language: "jinja2/ansible", level: "beginner", tags: ["nginx"], text: "A role's web server" };
  const none = { language: "", level: "", topic: "", search: "" };
  it("matches the flavors of a dialect as well", () => {
    expect(fits(card, { ...none, language: "jinja2" })).toBe(true);
    expect(fits(card, { ...none, language: "jinja" })).toBe(false);
  });
  it("requires level, topic and every word", () => {
    expect(fits(card, { ...none, level: "advanced" })).toBe(false);
    expect(fits(card, { ...none, topic: "nginx", search: "WEB role" })).toBe(true);
    expect(fits(card, { ...none, search: "role missing" })).toBe(false);
  });
});

describe("the pages of the gallery", () => {
  it("are one for each language, and one for each flavor", () => {
    const gallery = readGallery(descriptions);
    const heat = languagePage("heat", gallery, descriptions);
    expect(heat.path).toBe("/gallery/heat/");
    expect(heat.title).toBe("Heat examples");
    const shown = parts(heat.content).html;
    expect(shown).toContain('href="/gallery/heat/');
    expect(shown).not.toContain('href="/gallery/yaql/');
    expect(shown).toContain('id="filters"');
    expect(languagePage("jinja2/ansible", gallery, descriptions).path).toBe("/gallery/ansible/");
  });
});

describe("another address of a page", () => {
  it("leads to the page", () => {
    const [html = ""] = otherAddresses.map(forwarding);
    expect(html).toContain('content="0; url=../phrases/"');
    expect(html).toContain('<a href="../phrases/">Cookbook</a>');
  });

  it("is not an address in the menu", () => {
    const own = sections.map(([path]) => path);
    for (const [path, to] of otherAddresses) expect([own.includes(path), own.includes(to)]).toEqual([false, true]);
  });
});

describe("the search of the cookbook", () => {
  it("requires every word, in any case", () => {
    expect(hasAll("Sort a list of maps", "MAPS sort")).toBe(true);
    expect(hasAll("Sort a list of maps", "sort tree")).toBe(false);
    expect(hasAll("Sort a list", "")).toBe(true);
  });
});

describe("the jump field of a language's reference", () => {
  it("finds only the entries of that language", () => {
    const index: Parameters<typeof find>[0] = ["heat", "yaql"].map((id) => [
      id,
      id.toUpperCase(),
      [["join", "function", "", "function-join", ""]],
    ]);
    expect(find(index, "join").map(({ dialect }) => dialect)).toEqual(["heat", "yaql"]);
    expect(find(index, "join", "yaql").map(({ dialect }) => dialect)).toEqual(["yaql"]);
  });
});

describe("what an answer uses", () => {
  it("is searched in files and expression", () => {
    expect(hasWords({ expression: "$.where($ > 1)" }, ["where"])).toBe(true);
    expect(hasWords({ expression: "[2]" }, ["where"])).toBe(false);
    expect(hasWords({ files: { a: "{{ x | upper }}" } }, ["upper", "x"])).toBe(true);
  });
  const entry = (dialect: string, kind: string, name: string): CatalogueEntry =>
    ({ dialect, kind, name }) as unknown as CatalogueEntry;
  it.each([
    ["{{ a | upper }}", "jinja2", "filter", "upper", true],
    ["{{ upper }}", "jinja2", "filter", "upper", false],
    ["{% if a is not defined %}", "jinja2", "test", "defined", true],
    ["{{ defined }}", "jinja2", "test", "defined", false],
    ["$.where($ > 1)", "yaql", "method", "where", true],
    ["get_param: a", "heat", "function", "get_param", true],
    ["string_upcase(name)", "cfengine", "function", "string_upcase", true],
    ["not_string_upcase(name)", "cfengine", "function", "string_upcase", false],
    ['{"@map": []}', "dcontroller", "operator", "@map", true],
    ["+/defaults/a:", "unfurl", "directive", "+/", true],
  ])("%s: %s %s %s is used: %s", (text, dialect, kind, name, isUsed) => {
    expect(uses(text, entry(dialect, kind, name))).toBe(isUsed);
  });
});

describe("further material about entries", () => {
  const entry = (kind: string, name: string, dialect = "jinja2"): CatalogueEntry =>
    ({ dialect, kind, name }) as unknown as CatalogueEntry;
  const of = (expression: string, options = {}): Case =>
    ({ id: "a", dialect: "jinja2", expression, options, expect: { error: true } }) as Case;
  const upper = entry("filter", "upper");
  const replace = entry("filter", "replace");
  const plain = entry("filter", "sum");
  const ansible = entry("ansible-filter", "sum");
  const print = entry("statement", "print");
  const entries = [upper, replace, plain, ansible, print];
  it("a case is about the only function that it calls, in its own flavor", () => {
    expect(subjectOf(of("{{ a | upper }}"), entries)).toBe(upper);
    expect(subjectOf(of("{{ a | upper | replace('a') }}"), entries)).toBeNull();
    expect(subjectOf(of("{{ a | sum }}"), entries)).toBe(plain);
    expect(subjectOf(of("{{ a | sum }}", { flavor: "ansible" }), entries)).toBe(ansible);
    expect(subjectOf(of("{{ a }}"), entries)).toBeNull();
  });
  it("a sentence names what is in backticks, and only the calls if there are some", () => {
    const yaql = ["where", "none", "type"].map((name) => entry("function", name, "yaql"));
    expect(namedIn("`where` is where none is", yaql).map(({ name }) => name)).toEqual(["where"]);
    expect(namedIn("`type(1)` is `none`", yaql).map(({ name }) => name)).toEqual(["type"]);
    expect(namedIn("`where: {…}` works", yaql).map(({ name }) => name)).toEqual(["where"]);
  });
  it("differences are the rows and items of a guide's section, with the cases that they name", () => {
    const guide = [
      "# G",
      "| here | there | case |\n| --- | --- | --- |\n| no | no | `x` |",
      "## Differences from it",
      "| here | in it | case |\n| --- | --- | --- |\n| `a \\| b` stays | goes | `one`, `…/quirks` |",
      "| what | case |\n| --- | --- |\n| it is followed | `one` |",
      "- All are\n  taken (`a/two`).",
      "## Other",
    ].join("\n\n");
    const one = { ...of("1"), id: "d/one" };
    const two = { ...of("2"), id: "a/two" };
    expect(differencesIn(guide, [one, two])).toEqual([
      {
        sides: [
          { of: "here", words: "`a | b` stays" },
          { of: "in it", words: "goes" },
        ],
        cases: [one],
      },
      { sides: [{ of: "", words: "All are taken." }], cases: [two] },
    ]);
  });
  it("refusals are short expressions about one entry, each message once", async () => {
    const failed = (code: string): RunResult =>
      result({ ok: false, diagnostics: [{ severity: "error", code, message: `no ${code}` }] });
    const cases = [of("{{ 1 | upper }}"), of("{{ 2 | upper }}"), of("{{ x | replace('undefined') }}")];
    const found = await refusalsOf(entries, cases, ({ expression }) =>
      Promise.resolve(failed(String(expression).includes("undefined") ? "undefined-variable" : "wrong-type")),
    );
    expect([...found].map(([each, refusals]) => [each.name, refusals.map(({ message }) => message)])).toEqual([
      ["upper", ["no wrong-type"]],
    ]);
  });
});

describe("the gallery", () => {
  const examples = readGallery(descriptions);
  it("has at least ten examples of each dialect, with unique addresses", () => {
    for (const dialect of dialects)
      expect(examples.filter((each) => each.case.dialect === dialect).length, dialect).toBeGreaterThanOrEqual(10);
    const addresses = examples.map((each) => `${each.case.dialect}/${each.slug}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
  // The fake engine has no catalogue, but the built package does.
  const catalogue = at("../../wasm/dist/catalogue.json");
  it.skipIf(!existsSync(catalogue))("uses every group of every catalogue", () => {
    const entries = JSON.parse(readFileSync(catalogue, "utf8")) as CatalogueEntry[];
    expect(unusedGroups(entries, examples)).toEqual([]);
  });
  it("finds a group that no example uses", () => {
    const entry = (group: string, name: string): CatalogueEntry =>
      ({ dialect: "yaql", kind: "method", group, name }) as unknown as CatalogueEntry;
    expect(
      unusedGroups([entry("lists", "where"), entry("lists", "absent"), entry("rare", "unheardOf")], examples),
    ).toEqual(["yaql: rare"]);
  });
});

describe("a result that differs from the expected one", () => {
  it("is shown on several lines, unless its numbers would change", () => {
    expect(shownResult('{"a":[1]}', false)).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(shownResult("[9007199254740993]", false)).toBe("[9007199254740993]");
  });

  it("is shown verbatim if it is a text", () => {
    expect(shownResult('"a: 1\\nb: 2"', true)).toBe("a: 1\nb: 2");
    expect(shownResult('"a"', false)).toBe('"a"');
  });
});

describe("the lessons", () => {
  const lessons = readLessons();
  it("are at least four for each dialect, with eight steps in total", () => {
    for (const dialect of dialects) {
      const own = lessons.filter((lesson) => lesson.dialect === dialect);
      expect(own.length, dialect).toBeGreaterThanOrEqual(4);
      expect(own.flatMap(({ steps }) => steps).length, dialect).toBeGreaterThanOrEqual(8);
    }
  });
  it("have steps with unique ids, a task, a hint and a start that differs from the solution", () => {
    const steps = lessons.flatMap((lesson) => lesson.steps);
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
    for (const { id, title, text, task, hint, start, expect: expected } of steps) {
      expect(
        [title, text, task, hint].every((words) => typeof words === "string" && words !== ""),
        id,
      ).toBe(true);
      expect(Object.keys(start), id).not.toEqual([]);
      expect(Object.keys(expected), id).not.toEqual([]);
    }
  });
});

describe("the phrases", () => {
  const { tasks, cases } = readPhrases(at("../phrases/phrases.yaml"));
  it("are at least forty tasks, each with a case or a reason for each dialect", () => {
    expect(tasks.length).toBeGreaterThanOrEqual(40);
    const ids = new Set(cases.map(({ id }) => id));
    for (const { id, cannot = {} } of tasks)
      for (const dialect of dialects)
        expect([ids.has(`${id}/${dialect}`), dialect in cannot], `${id}/${dialect}`).toContain(true);
    expect(ids.size).toBe(cases.length);
  });
  it("belong to one task each", () => {
    const known = new Set(tasks.map(({ id }) => id));
    expect(cases.filter(({ id }) => !known.has(id.split("/")[0] ?? "")).map(({ id }) => id)).toEqual([]);
  });
});

describe("the numbers of cases", () => {
  it("are counted for each dialect", () => {
    const counted = countCases(readCases(), at("../../CONTRIBUTING.md"));
    expect(counted.map(({ dialect }) => dialect).sort()).toEqual([...dialects].sort());
    for (const { recorded, own, reference } of counted) {
      expect(recorded).toBeGreaterThan(100);
      expect(own).toBeGreaterThan(100);
      expect(reference).not.toBe("");
    }
  });
});

describe("the addresses of a page", () => {
  it("work below any path", () => {
    const html = '<a href="/">a</a> <a href="/learn/">b</a> <a href="#c">c</a> <a href="https://x.example/">d</a>';
    expect(relocated(html, "/learn/yaql/")).toBe(
      '<a href="../../">a</a> <a href="../../learn/">b</a> <a href="#c">c</a> <a href="https://x.example/">d</a>',
    );
    expect(relocated('<pre>href="/"</pre><script src="/early.js"></script>', "/about/")).toBe(
      '<pre>href="/"</pre><script src="../early.js"></script>',
    );
  });
});

describe("the manifest of the service worker", () => {
  const names = [
    ...["index.html", "gallery/index.html", "assets/a-1.js", "assets/yaql-2.wasm", "assets/python-3.js"],
    ...["pyodide/1/x.mjs", "gallery/yaql/a/workspace.json", "sw.js"],
  ];
  const manifest = manifestOf([...names, "v/1/index.html", "index.html.br"], (name) => Buffer.from(name));
  it("classifies the files, and leaves out frozen versions, compressed files and the worker itself", () => {
    expect(manifest).toMatchObject({
      shell: ["./assets/a-1.js", "./"],
      pages: ["./gallery/"],
      modules: ["./assets/yaql-2.wasm"],
      others: ["./assets/python-3.js", "./gallery/yaql/a/workspace.json", "./pyodide/1/x.mjs"],
    });
  });
  it("has the hash of each file without a hash in its name, in the order of the lists", () => {
    const hashOf = (name: string): string => createHash("sha256").update(name).digest("base64").slice(0, 16);
    const own = ["index.html", "gallery/index.html", "gallery/yaql/a/workspace.json", "pyodide/1/x.mjs"];
    expect(manifest.hashes).toEqual(own.map(hashOf));
  });
  it("has a new version exactly when the content of a file changes", () => {
    const same = manifestOf([...names].reverse(), (name) => Buffer.from(name));
    expect(same.version).toBe(manifest.version);
    const other = manifestOf(names, (name) => Buffer.from(name === "index.html" ? "changed" : name));
    expect(other.version).not.toBe(manifest.version);
  });
});
