import type { Workspace } from "evalground";
import { describe, expect, it } from "vitest";
import { delimiterFor, linkCommand, posixCommand, powerShellCommand } from "../src/share/command.ts";
import { partsOf, secretNames, shared, suspects } from "../src/share/content.ts";
import { fenced, toMarkdown } from "../src/share/markdown.ts";
import { isShared, joinLink } from "../src/share/opening.ts";
import { makeResult } from "./make.ts";

const workspace: Workspace = {
  dialect: "unfurl",
  files: { "main.yaml": "a: ä\n", "data.bin": { base64: "AAEC" } },
  vars: { region: "eu", password: "p" },
  env: { API_TOKEN: "abc", HOME: "/home" },
  secrets: { db: "hunter2", withheld: null },
  inputs: {},
  limits: { steps: 5 },
};
const nothing = { left: new Set<string>(), replaced: new Set<string>(), includeSecrets: false, secretInputs: [] };

describe("what goes in", () => {
  it("lists files with their sizes and every other key that has something in it", () => {
    expect(partsOf(workspace)).toEqual([
      { id: "file:main.yaml", file: "main.yaml", size: 6 },
      { id: "file:data.bin", file: "data.bin", size: 3 },
      { id: "vars", file: null, size: 2 },
      { id: "env", file: null, size: 2 },
      { id: "secrets", file: null, size: 2 },
      { id: "limits", file: null, size: 1 },
    ]);
  });

  it("leaves out what was unticked and replaces what was named", () => {
    const given = shared(workspace, {
      ...nothing,
      left: new Set(["file:data.bin", "limits"]),
      replaced: new Set(["env/API_TOKEN"]),
    });
    expect(Object.keys(given.files ?? {})).toEqual(["main.yaml"]);
    expect(given.limits).toBeUndefined();
    expect(given.env).toEqual({ API_TOKEN: "<API_TOKEN>", HOME: "/home" });
  });

  it("keeps the names of secrets and not their values, unless they are wanted", () => {
    expect(shared(workspace, nothing).secrets).toEqual({ db: null, withheld: null });
    expect(shared(workspace, { ...nothing, includeSecrets: true }).secrets).toMatchObject({ db: "hunter2" });
    expect(secretNames(workspace)).toEqual(["db"]);
  });

  it("leaves out inputs that the document declares secret, unless they are wanted", () => {
    const given = { dialect: "heat", inputs: { size: 3, password: "hunter2" } };
    expect(shared(given, { ...nothing, secretInputs: ["password"] }).inputs).toEqual({ size: 3 });
    expect(shared(given, { ...nothing, secretInputs: ["password"], includeSecrets: true }).inputs).toEqual(
      given.inputs,
    );
  });

  it("points out what is named or looks like a secret", () => {
    expect(suspects(workspace)).toEqual([
      { key: "env", name: "API_TOKEN" },
      { key: "vars", name: "password" },
    ]);
    const values = {
      pem: "-----BEGIN RSA PRIVATE KEY-----",
      aws: "AKIAABCDEFGHIJKLMNOP",
      jwt: "eyJhbGciOiJIUzI1.eyJzdWIiOiIx.sig",
      long: "aZ3".repeat(20),
      words: "a sentence of quite a few words, long enough",
      url: "https://example.org/a/long/path/without/anything",
    };
    expect(suspects({ dialect: "unfurl", vars: values }).map(({ name }) => name)).toEqual([
      "pem",
      "aws",
      "jwt",
      "long",
    ]);
  });
});

describe("commands", () => {
  it("end their text with a word that is no line of it", () => {
    expect(delimiterFor("a\nEOF\nEOF_1\n")).toBe("EOF_2");
    expect(posixCommand({ dialect: "unfurl", files: { a: "x: 1\ny: 2\n" }, operation: "expand" })).toBe(
      "evalground expand - <<'EOF'\ndialect: unfurl\nfiles:\n  a: |\n    x: 1\n    y: 2\noperation: expand\nEOF\n",
    );
  });

  it("let Python run where the document needs it", () => {
    expect(posixCommand({ dialect: "unfurl" }, " --allow-python")).toMatch(/^evalground eval --allow-python - <</);
  });

  it("are one line of ASCII for PowerShell, with quotes doubled", () => {
    expect(powerShellCommand({ dialect: "unfurl", expression: "it's ä 😀" })).toBe(
      `'{"dialect":"unfurl","expression":"it''s \\u00e4 \\ud83d\\ude00"}' | evalground eval -\n`,
    );
  });

  it("take the link as one quoted word", () => {
    expect(linkCommand("https://x/#w1.d.a'b")).toBe("evalground eval 'https://x/#w1.d.a'\\''b'\n");
  });
});

describe("Markdown", () => {
  it("fences a text with more backticks than it has", () => {
    expect(fenced("a\n````\nb", "yaml")).toBe("`````yaml\na\n````\nb\n`````\n");
  });

  it("has files, expression, result and link, and no headings", () => {
    const markdown = toMarkdown(
      { dialect: "unfurl", files: { "a.yaml": "x: 1\n" }, expression: "::a", resource: "::b" },
      makeResult({ json: "9007199254740993" }),
      { url: "https://x/#w1.j.e30.00000000", version: "1.0.0" },
    );
    expect(markdown).toBe(
      "`a.yaml`:\n\n```yaml\nx: 1\n```\n\nExpression on `::b`:\n\n```\n::a\n```\n\nResult:\n\n```yaml\n9007199254740993\n```\n\n[Open in Evalground](https://x/#w1.j.e30.00000000) · engine 1.0.0\n",
    );
  });

  it("cuts a long result and says how much is missing", () => {
    const json = JSON.stringify(Array.from({ length: 100 }, (_, index) => index));
    expect(toMarkdown({ dialect: "unfurl" }, makeResult({ json }), { url: null, version: "1" })).toContain(
      "- 59\n… and 40 more lines\n```",
    );
  });

  it("says errors with their places", () => {
    const result = makeResult({
      ok: false,
      json: undefined,
      diagnostics: [
        { severity: "error", code: "x", message: "No.", span: { file: "a", from: 0, to: 1, line: 2, column: 3 } },
      ],
    });
    expect(toMarkdown({ dialect: "unfurl" }, result, { url: null, version: "1" })).toContain("Error: a 2:3: No.");
  });
});

describe("opening", () => {
  it("knows fragments that are meant as workspaces", () => {
    expect(["#w1.d.x.0", "#w2.", "#?dialect=unfurl", "#d/abc", "#source", ""].map(isShared)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("puts a beginning and its rest together, and lets a whole link stand alone", () => {
    expect(joinLink("#w1.d.abc", " def\n.0 ")).toBe("w1.d.abcdef.0");
    expect(joinLink("#w1.d.abc", "https://x/#w1.d.whole.0")).toBe("w1.d.whole.0");
  });
});
