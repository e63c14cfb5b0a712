// Tests the packed extension with a stub of the VS Code API that it uses. Needs wasm/dist.
// Run by `node --test integrations/vscode/extension.test.mjs`.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pack, problemsOf } from "./pack.mjs";

// ---- the editor

class Uri {
  constructor(text) {
    this.text = text;
  }
  static parse = (text) => new Uri(text);
  static joinPath = (uri, ...parts) => new Uri([uri.text, ...parts].join("/"));
  get path() {
    return this.text.replace(/^\w+:\/\//, "");
  }
  toString() {
    return this.text;
  }
}
class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(line, character, endLine, endCharacter) {
    this.start = new Position(line, character);
    this.end = new Position(endLine, endCharacter);
  }
}
/** A class that stores its constructor arguments under these names. */
const record = (...names) =>
  class {
    constructor(...values) {
      for (const [at, name] of names.entries()) this[name] = values[at];
    }
  };
class WorkspaceEdit {
  edits = [];
  replace(uri, range, newText) {
    this.edits.push({ uri: uri.toString(), range, newText });
  }
}
class CodeAction extends record("title", "kind") {}
CodeAction.QuickFix = "quickfix";

/** An editor with these open documents. It records what an extension tells it. */
function editor(folder, texts) {
  const disposable = { dispose() {} };
  const seen = { providers: {}, commands: {}, problems: new Map(), messages: [], opened: [], listeners: {} };
  /** Callbacks that wait for the problems of a text. */
  seen.told = new Map();
  const documents = Object.entries(texts).map(([name, text]) => ({
    uri: new Uri(`file:///w/${name}`),
    languageId: "jinja",
    version: 1,
    text,
    getText: () => text,
  }));
  const provider = (name) => (_, given) => {
    seen.providers[name] = given;
    return disposable;
  };
  const event = (name) => (listener) => {
    seen.listeners[name] = listener;
    return disposable;
  };
  const kinds = `CompletionItem Hover SignatureHelp Definition Reference Rename DocumentSymbol CodeActions CodeLens
    DocumentFormattingEdit InlayHints DocumentSemanticTokens`.split(/\s+/);
  const vscode = {
    Uri,
    Position,
    Range,
    WorkspaceEdit,
    CodeAction,
    CodeActionKind: { QuickFix: "quickfix" },
    Location: record("uri", "range"),
    MarkdownString: record("value"),
    SnippetString: record("value"),
    DocumentSymbol: record("name", "detail", "kind", "range", "selectionRange"),
    Diagnostic: record("range", "message", "severity"),
    CompletionItem: record("label", "kind"),
    CompletionList: record("items", "isIncomplete"),
    Hover: record("contents", "range"),
    CodeLens: record("range", "command"),
    SemanticTokens: record("data", "resultId"),
    SemanticTokensLegend: record("types", "modifiers"),
    RelativePattern: record("base", "pattern"),
    TextEdit: { replace: (range, newText) => ({ range, newText }) },
    languages: {
      ...Object.fromEntries(kinds.map((kind) => [`register${kind}Provider`, provider(kind)])),
      createDiagnosticCollection: () => ({
        set(uri, all) {
          seen.problems.set(String(uri), all);
          seen.told.get(String(uri))?.();
        },
        ...disposable,
      }),
    },
    commands: {
      registerCommand(name, run) {
        seen.commands[name] = run;
        return disposable;
      },
    },
    window: {
      showInformationMessage: (text) => void seen.messages.push(text),
      showErrorMessage: (text) => void seen.messages.push(`error: ${text}`),
    },
    env: { openExternal: (uri) => void seen.opened.push(String(uri)) },
    workspace: {
      workspaceFolders: [{ uri: new Uri("file:///w"), name: "w" }],
      textDocuments: documents,
      getConfiguration: () => ({ get: (key) => ({ languages: ["jinja"], site: "https://site.test" })[key] }),
      findFiles: ({ pattern }) =>
        Promise.resolve(pattern === ".evalground.yaml" ? [] : [new Uri("file:///w/library.j2")]),
      createFileSystemWatcher: () => ({ onDidCreate: () => disposable, onDidDelete: () => disposable, ...disposable }),
      fs: {
        stat: () => Promise.resolve({ size: 20 }),
        readFile: (uri) =>
          Promise.resolve(
            String(uri).startsWith("file:///w/")
              ? new TextEncoder().encode("{% set port = 80 %}")
              : new Uint8Array(readFileSync(fileURLToPath(String(uri)))),
          ),
      },
      onDidOpenTextDocument: event("open"),
      onDidChangeTextDocument: event("change"),
      onDidSaveTextDocument: event("save"),
      onDidCloseTextDocument: event("close"),
      onDidChangeWorkspaceFolders: event("folders"),
      onDidChangeConfiguration: event("configuration"),
    },
  };
  const context = { extensionUri: new Uri(pathToFileURL(folder).href), subscriptions: [] };
  return { vscode, context, seen, documents };
}

// ---- the extension in it

let folder;
let one;
const token = { onCancellationRequested: () => ({ dispose() {} }) };
const provide = (kind, method, ...given) => one.seen.providers[kind][method](one.documents[0], ...given, token);

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "evalground-vsix-"));
  for (const [path, bytes] of Object.entries(await pack())) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  one = editor(join(folder, "extension"), {
    "a.j2": "{% set name = 'Ann' %}\n{{ name | uper }}{{ name | upper }}\n",
    "b.j2": "{% from 'library.j2' import port %}{{ port }}",
  });
  const module = { exports: {} };
  const script = readFileSync(join(folder, "extension/dist/extension.js"), "utf8");
  const required = (name) => {
    assert.equal(name, "vscode");
    return one.vscode;
  };
  new Function("require", "module", "exports", script)(required, module, module.exports);
  await module.exports.activate(one.context);
});
after(() => {
  for (const each of one?.context.subscriptions ?? []) each.dispose();
  rmSync(folder, { recursive: true, force: true });
});

test("words are completed, and explained when one is chosen", async () => {
  const { items } = await provide("CompletionItem", "provideCompletionItems", new Position(1, 12));
  const upper = items.find(({ label }) => label === "upper");
  assert.equal(upper.insertText.value, "upper");
  const resolved = await one.seen.providers.CompletionItem.resolveCompletionItem(upper, token);
  assert.match(resolved.documentation.value, /upper case/);
});

test("a hover, a definition, references and a new name", async () => {
  const place = new Position(1, 4);
  const hover = await provide("Hover", "provideHover", new Position(1, 29));
  assert.match(hover.contents.value, /upper case/);
  const [definition] = await provide("Definition", "provideDefinition", place);
  assert.deepEqual([String(definition.uri), definition.range.start.line], ["file:///w/a.j2", 0]);
  assert.equal((await provide("Reference", "provideReferences", place, { includeDeclaration: true })).length, 3);
  const { edits } = await provide("Rename", "provideRenameEdits", place, "who");
  assert.deepEqual(new Set(edits.map(({ newText }) => newText)), new Set(["who"]));
  await assert.rejects(provide("Rename", "provideRenameEdits", place, "2"), /cannot be the name/);
});

test("problems come with their fix", async () => {
  const told = new Promise((resolve) => one.seen.told.set("file:///w/a.j2", resolve));
  one.seen.listeners.save(one.documents[0]);
  await told;
  const [fix] = await provide("CodeActions", "provideCodeActions", new Range(1, 11, 1, 11), {});
  assert.deepEqual(
    fix.edit.edits.map(({ newText }) => newText),
    ["upper"],
  );
  const [problem] = one.seen.problems.get("file:///w/a.j2");
  assert.equal(problem.severity, 0);
  assert.equal(problem.code.value, "unknown-filter");
});

test("symbols, colours, layout and the values beside the lines", async () => {
  assert.equal((await provide("DocumentSymbol", "provideDocumentSymbols"))[0].name, "name");
  const { data } = await provide("DocumentSemanticTokens", "provideDocumentSemanticTokens");
  assert.ok(data.length > 0 && data.length % 5 === 0);
  assert.ok(Array.isArray(await provide("DocumentFormattingEdit", "provideDocumentFormattingEdits", { tabSize: 2 })));
  assert.ok(Array.isArray(await provide("InlayHints", "provideInlayHints", new Range(0, 0, 9, 0))));
});

test("a text is evaluated with the files of its folder", async () => {
  const [lens] = await provide("CodeLens", "provideCodeLenses");
  assert.equal(lens.command.command, "evalground.evaluate");
  await one.seen.commands["evalground.evaluate"]("file:///w/b.j2");
  assert.equal(one.seen.messages.at(-1), "80");
});

test("a change of the document counts at once", async () => {
  const [document] = one.documents;
  const range = new Range(1, 10, 1, 14);
  one.seen.listeners.change({ document, contentChanges: [{ range, text: "lower" }] });
  await one.seen.commands["evalground.evaluate"]("file:///w/a.j2");
  assert.equal(one.seen.messages.at(-1), "\nannANN");
});

test("a link opens in the browser", async () => {
  const { url } = await one.seen.commands["evalground.share"]("file:///w/a.j2");
  assert.match(url, /^https:\/\/site\.test\/#w1\./);
  assert.deepEqual(one.seen.opened, [url]);
});

test("the packer's rules are looked at", () => {
  const manifest = { name: "a b", version: "1", engines: {}, activationEvents: ["*"], main: "x.js", dependencies: {} };
  const problems = problemsOf(manifest, { "extension/secret.pem": new Uint8Array() });
  for (const word of ["`name`", "`publisher`", "`version`", "activated", "license", "bundled", "x.js", "secret.pem"]) {
    assert.ok(
      problems.some((problem) => problem.includes(word)),
      word,
    );
  }
});
