// Tests the packed extension with a stub of the VS Code API (fake_editor.mjs). Needs wasm/dist.
// Run by `node --test integrations/vscode/extension.test.mjs`.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { editor, Position, Range } from "./fake_editor.mjs";
import { pack, problemsOf } from "./pack.mjs";

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
  one = editor({
    extension: pathToFileURL(join(folder, "extension")).href,
    texts: {
      "a.j2": "{% set name = 'Ann' %}\n{{ name | uper }}{{ name | upper }}\n",
      "b.j2": "{% from 'library.j2' import port %}{{ port }}",
      "plain.yaml": "image:\n  tag: v1\n",
      "c.j2": "port 80\n",
    },
    languages: { "plain.yaml": "yaml" },
    files: { "library.j2": "{% set port = 80 %}", "unused.j2": "" },
    readFile: (uri) => new Uint8Array(readFileSync(fileURLToPath(uri))),
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

/** The next message of a type that the extension sends to the results panel. */
const posted = (type, holds = () => true) =>
  new Promise((resolve) => {
    one.seen.onPosted = (message) => message.type === type && holds(message) && resolve(message);
  });

test("results are shown beside the editor, with the files that the run reads", async () => {
  const [lens] = await provide("CodeLens", "provideCodeLenses");
  assert.equal(lens.command.command, "evalground.evaluate");
  const shown = posted("workspace");
  await one.seen.commands["evalground.evaluate"]("file:///w/b.j2");
  const { uri, workspace } = await shown;
  assert.equal(uri, "file:///w/b.j2");
  assert.deepEqual(Object.keys(JSON.parse(workspace).files).sort(), ["b.j2", "library.j2"]);
  const { html } = one.seen.webview.panel.webview;
  assert.match(html, /default-src 'none'; script-src https:\/\/views.test;/);
  // The panel's requests are answered by the extension's engine.
  const answered = posted("engine", ({ data }) => "answer" in data);
  const request = { id: 1, method: "evaluate", dialect: "jinja2", input: `[${workspace}, {}]` };
  one.seen.webview.post({ type: "engine", data: request });
  assert.equal((await answered).data.answer.text, "80");
  const explained = posted("engine", ({ data }) => data.id === 2 && "answer" in data);
  const question = { ask: "explain", workspace: JSON.parse(workspace), at: { file: "b.j2", offset: 39 } };
  one.seen.webview.post({ type: "engine", data: { id: 2, method: "ask", input: JSON.stringify([question]) } });
  assert.equal((await explained).data.answer.ok, true);
});

test("a change of the document is shown", async () => {
  const [document] = one.documents;
  await one.seen.commands["evalground.showResults"]("file:///w/a.j2");
  const shown = posted("workspace", ({ workspace }) => workspace?.includes("| lower"));
  const range = new Range(1, 10, 1, 14);
  one.seen.listeners.change({ document, contentChanges: [{ range, text: "lower" }] });
  assert.equal(JSON.parse((await shown).workspace).main, "a.j2");
});

test("the expression at the caret is explained, when it is asked for", async () => {
  const [document] = one.documents;
  const at = new Range(1, 26, 1, 26);
  const titles = async (context) =>
    (await provide("CodeActions", "provideCodeActions", at, context)).map(({ title }) => title);
  assert.deepEqual(await titles({ triggerKind: 2 }), []);
  assert.deepEqual(await titles({ triggerKind: 1 }), [
    "Explain this expression",
    "Show the steps of the last run here",
    "Change this value…",
  ]);
  one.vscode.window.activeTextEditor = { document, selection: { active: at.start } };
  const placed = posted("caret");
  await one.seen.commands["evalground.explain"]("file:///w/a.j2");
  assert.deepEqual((await placed).caret, { file: "a.j2", offset: 49, line: 2, column: 27 });
  assert.equal(one.seen.posted.findLast(({ type }) => type === "tab").tab, "explain");
  one.vscode.window.activeTextEditor = undefined;
});

test("a value is changed from its result, after a preview", async () => {
  const place = { line: 0, character: 5 };
  const asked = [one.documents[3], new Range(0, 5, 0, 5), { triggerKind: 1 }, token];
  const actions = await one.seen.providers.CodeActions.provideCodeActions(...asked);
  const action = actions.find(({ kind }) => kind === "refactor.rewrite");
  assert.deepEqual(action.command.arguments, ["file:///w/c.j2", place]);
  one.seen.inputs.push((value) => (value === "port 80" ? "port 81" : undefined));
  one.seen.picks.push("Change c.j2, line 1");
  await one.seen.commands[action.command.command](...action.command.arguments);
  assert.equal(one.seen.boxes.at(-1).title, "Change text.0");
  const [edit] = one.seen.applied.at(-1).edits;
  assert.deepEqual([edit.uri, edit.newText], ["file:///w/c.j2", "1"]);
  assert.deepEqual(edit.metadata, { needsConfirmation: true, label: "Change c.j2, line 1" });
  // Without a wanted value nothing happens.
  await one.seen.commands["evalground.changeValue"]("file:///w/c.j2", place);
  assert.equal(one.seen.applied.length, 1);
});

test("a place in the results leads to its source", async () => {
  await one.seen.webview.post({ type: "show", span: { file: "b.j2", from: 8, to: 20 }, focus: true });
  await new Promise(setImmediate);
  assert.equal(one.seen.shown.at(-1)[0], "file:///w/b.j2");
  assert.deepEqual({ ...one.seen.shown.at(-1)[1].start }, { line: 0, character: 8 });
});

test("a YAML file of no dialect has no lens, no problems and no results", async () => {
  const plain = one.documents[2];
  assert.equal(await one.seen.providers.CodeLens.provideCodeLenses(plain, token), undefined);
  assert.equal(one.seen.problems.get("file:///w/plain.yaml"), undefined);
  const shown = posted("workspace");
  await one.seen.commands["evalground.showResults"]("file:///w/plain.yaml");
  assert.equal((await shown).workspace, null);
});

test("a value is expected in a case file, and the cases are run", async () => {
  await one.seen.commands["evalground.expect"]("file:///w/b.j2");
  await one.seen.commands["evalground.expect"]("file:///w/b.j2");
  const file = JSON.parse(one.seen.disk.get("file:///w/b.cases.json"));
  assert.deepEqual(
    file.cases.map(({ id, expect }) => [id, expect]),
    [
      ["b", { text: "80" }],
      ["b-2", { text: "80" }],
    ],
  );
  assert.deepEqual(Object.keys(file.cases[0].files).sort(), ["b.j2", "library.j2"]);
  file.cases[1].expect.text = "81";
  one.seen.disk.set("file:///w/b.cases.json", JSON.stringify(file));
  await one.seen.commands["evalground.runCases"]();
  const [passed, failed, end] = one.seen.tests;
  assert.deepEqual([passed, end], [["passed", "b"], ["end"]]);
  assert.equal(failed[0], "failed");
  assert.deepEqual([failed[2][0].expected, failed[2][0].actual], ['"81"', '"80"']);
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
