import { decodeLink, encodeLink, readJson, type RunResult, type Workspace } from "evalground";
import { describe, expect, it } from "vitest";
import { reserveStyles, reserving } from "../plugins/site/reserve.ts";
import { isAsExpected } from "../src/embed/expected.ts";
import { reservedHeight } from "../src/ui/embed_height.ts";
import { blockMarkup, elementMarkup, frameAddress, frameMarkup } from "../src/share/embed.ts";
import { expectationOf } from "../src/run/expectation.ts";
import { caseText } from "../src/share/forms/case.ts";

const site = "https://evalground.example/";
const choices = { editable: "expression", theme: "dark" } as const;
const plain = { editable: "none", theme: "host" } as const;
const query: Workspace = { dialect: "yaql", expression: '$.where($ > "a")', data: ["</script>", "b"] };
const of = (workspace: Workspace, title = "A title") => ({ site, fragment: encodeLink(workspace), title });

describe("the element's markup", () => {
  it("has the script, the attributes and the inputs, and cannot end a script early", () => {
    const markup = elementMarkup(query, of(query), choices);
    expect(markup).toContain(`<script src="${site}embed.js" defer></script>`);
    expect(markup).toContain('expression="$.where($ &gt; &quot;a&quot;)"');
    expect(markup).toContain('editable="expression" theme="dark" title="A title"');
    const [, json] = /data-key="data">(.*?)<\/script>/.exec(markup) ?? [];
    expect(JSON.parse(json ?? "")).toEqual(query.data);
  });

  it("has the files with the main one marked", () => {
    const workspace = { dialect: "unfurl", main: "b.yaml", files: { "a.yaml": "a: 1\n", "b.yaml": "b: 2" } };
    const markup = elementMarkup(workspace, of(workspace), plain);
    expect(markup).toContain('data-file="a.yaml">\na: 1\n</script>');
    expect(markup).toContain('data-file="b.yaml" data-main>\nb: 2\n</script>');
  });

  it("names the link if a file cannot be part of a page", () => {
    const workspace = { dialect: "unfurl", files: { "a.yaml": "a: '</script>'\n" } };
    const [, src] = /src="([^"]*#[^"]*)"/.exec(elementMarkup(workspace, of(workspace), plain)) ?? [];
    expect(decodeLink(src ?? "").workspace.files).toEqual(workspace.files);
  });
});

describe("the height of an embed", () => {
  const result = (more: object): RunResult => ({ ok: true, diagnostics: [], ...more }) as unknown as RunResult;

  const document = (text: string) => ({ text, isData: false });

  it("is reserved by the markup, so that the page does not move when the script has run", () => {
    const data = { text: '["</script>", "b"]\n', isData: true };
    const { stacked } = reservedHeight(data, String(query.expression), null);
    expect(elementMarkup(query, of(query), plain)).toContain(`style="display:block;min-height:${stacked}px"`);
  });

  it("grows with the number of lines and of result rows, up to a limit", () => {
    const short = reservedHeight(document("a: 1\n"), "", result({ json: '{"a":1}' }));
    const long = reservedHeight(document("a: 1\n".repeat(10)), "", result({ json: '{"a":1}' }));
    expect(long.stacked - short.stacked).toBe(9 * 20);
    const rows = JSON.stringify(Array.from({ length: 12 }, (_, at) => at));
    expect(reservedHeight(document("a: 1\n"), "", result({ json: rows })).stacked).toBeGreaterThan(short.stacked + 150);
    const huge = reservedHeight(document("a\n".repeat(1000)), "", result({ text: "a\n".repeat(1000) }));
    expect(huge.stacked).toBeLessThan(1100);
    expect(huge.beside).toBeLessThan(600);
  });

  it("is a rule of the pages' style sheet for each step", () => {
    const attributes = reserving(reservedHeight(document("a: 1\n".repeat(7)), "", result({ json: "1" })));
    expect(reserveStyles()).toContain(`[data-stacked="${attributes["data-stacked"]}"]{`);
    expect(reserveStyles()).toContain(`[data-beside="${attributes["data-beside"]}"]{`);
  });
});

describe("the frame's markup", () => {
  it("opens the same workspace, and has a title", () => {
    const markup = frameMarkup(of(query, 'He said "x" & left'), choices);
    expect(markup).toContain('title="He said &quot;x&quot; &amp; left"');
    expect(markup).toContain('loading="lazy"');
    const address = frameAddress(of(query), choices);
    expect(new URL(address).searchParams.get("editable")).toBe("expression");
    expect(decodeLink(address).workspace).toMatchObject({ dialect: "yaql", expression: query.expression });
  });

  it("leaves out secrets, as the link does", () => {
    const workspace = { dialect: "unfurl", files: { "a.yaml": "a: 1\n" }, secrets: { token: "hidden-value" } };
    expect(decodeLink(frameAddress(of(workspace), plain)).workspace.secrets).toEqual({ token: null });
  });
});

describe("the block for Markdown", () => {
  it("has the text, the inputs and the output", () => {
    const block = blockMarkup(query, "- b\n", plain) ?? "";
    expect(block).toContain('<pre><code class="language-yaql" data-evalground="yaql"');
    expect(block).toContain("$.where($ &gt; &quot;a&quot;)</code></pre>");
    expect(block).toContain("<pre data-evalground-output>- b</pre>");
  });

  it("is null for several files", () => {
    expect(blockMarkup({ dialect: "unfurl", files: { a: "1", b: "2" } }, null, plain)).toBeNull();
  });
});

const result = (outcome: Partial<RunResult>): RunResult =>
  ({ ok: true, sensitive: [], rows: [], diagnostics: [], ...outcome }) as unknown as RunResult;

describe("the expected output", () => {
  it.each([
    ['{"a": 1, "b": [2]}', '{"b":[2],"a":1}', true],
    ["1", "1.0", true],
    ["12345678901234567891", "12345678901234567892", false],
    ["[1, 2]", "[2,1]", false],
    ['{"a": 1}', '{"a":1,"b":2}', false],
    ['"1"', "1", false],
  ])("%s and %s", (expected, json, same) => {
    expect(isAsExpected(result({ json }), expected)).toBe(same);
  });

  it("is the text of a template, whatever line break ends it", () => {
    expect(isAsExpected(result({ text: "hello\n" }), '"hello"')).toBe(true);
    expect(isAsExpected(result({ ok: false, json: "1" }), "1")).toBe(false);
  });
});

describe("a case", () => {
  it("expects what the draft expects, or else the exact value of the result", () => {
    const own = caseText({ ...query, expect: { value: 0 } }, result({ json: "[1]" }), "q", "1.0.0");
    expect(readJson(own).get("expect")?.get("value")?.text).toBe("0");
    const text = caseText(query, result({ json: "[12345678901234567890]" }), "q", "1.0.0");
    const made = readJson(text);
    expect(made.get("expect")?.get("value")?.children[0]?.text).toBe("12345678901234567890");
    expect(made.get("source")?.text).toBe("playground 1.0.0");
  });

  it("expects an error by its message, and nothing that is redacted", () => {
    const diagnostics = [{ severity: "error" as const, code: "x", message: "No such thing." }];
    expect(expectationOf(result({ ok: false, diagnostics }))?.get("error")).toEqual({ contains: "No such thing." });
    expect(expectationOf(result({ json: '{"a":"<<REDACTED>>"}', sensitive: ["/a"] }))).toEqual(
      new Map([["sensitive", true]]),
    );
  });
});
