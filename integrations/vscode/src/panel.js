// The results beside the editor: a web view with the page's own views (web/src/panel). It follows the active document
// and its edits. Runs happen in the extension's engine, so the view loads nothing but its own files.
import * as vscode from "vscode";
import { writeJson } from "../../../wasm/src/reader.ts";
import { EngineCalls } from "./engine_calls.js";

/** How long to wait after an edit, in milliseconds. */
const pauseMs = 150;

function page(webview, folder) {
  const file = (name) => webview.asWebviewUri(vscode.Uri.joinPath(folder, name));
  const policy = `default-src 'none'; script-src ${webview.cspSource}; style-src ${webview.cspSource}; img-src data:`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Evalground: results</title>
<link rel="stylesheet" href="${file("panel.css")}">
</head>
<body>
<script src="${file("panel.js")}"></script>
</body>
</html>`;
}

export class ResultsPanel {
  view = undefined;
  /** The document whose results are shown, as a URI, and the main file of its workspace. */
  shown = undefined;
  main = undefined;
  timer = undefined;
  /** The tab to open with the next results. */
  tab = undefined;

  constructor({ engine, extensionUri, runs, isServed }) {
    this.engine = engine;
    this.folder = vscode.Uri.joinPath(extensionUri, "dist");
    this.runs = runs;
    this.isServed = isServed;
    this.marks = vscode.window.createTextEditorDecorationType({
      backgroundColor: new vscode.ThemeColor("editor.findMatchHighlightBackground"),
    });
  }

  /** Shows the results of a document, in a panel beside the editor. `tab`: "trace" or "explain"; absent: the value. */
  show(uri, tab) {
    this.shown = uri;
    this.tab = tab;
    if (!this.view) this.open();
    else this.view.reveal(undefined, true);
    void this.update();
  }

  open() {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const view = vscode.window.createWebviewPanel("evalground.results", "Results", place, {
      enableScripts: true,
      localResourceRoots: [this.folder],
    });
    const calls = new EngineCalls(this.engine, (data) => void view.webview.postMessage({ type: "engine", data }));
    view.webview.onDidReceiveMessage((message) => this.take(message, calls));
    view.onDidDispose(() => {
      calls.dispose();
      this.mark([]);
      this.view = undefined;
    });
    view.webview.html = page(view.webview, this.folder);
    this.view = view;
  }

  /** The active document has changed. */
  follow(document) {
    if (!this.view || !document || !this.isServed(document)) return;
    this.shown = document.uri.toString();
    this.update();
  }

  /** A text has changed, and with it perhaps what is shown. */
  changed() {
    if (!this.view) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.update(), pauseMs);
  }

  async update() {
    const uri = this.shown;
    const workspace = await this.runs.workspaceOf(uri);
    if (!this.view || uri !== this.shown) return;
    this.view.title = `Results: ${uri.replace(/^.*\//, "")}`;
    const text = workspace === undefined ? null : writeJson(workspace);
    void this.view.webview.postMessage({ type: "workspace", uri, workspace: text });
    this.main = workspace?.main;
    if (this.tab) void this.view.webview.postMessage({ type: "tab", tab: this.tab });
    this.tab = undefined;
    this.followCaret(vscode.window.activeTextEditor);
  }

  /** The caret has moved in an editor: what it is in is explained. */
  followCaret(editor) {
    if (!this.view || !this.main || editor?.document.uri.toString() !== this.uriOf(this.main).toString()) return;
    const { document, selection } = editor;
    const { line, character } = selection.active;
    const caret = {
      file: this.main,
      offset: document.offsetAt(selection.active),
      line: line + 1,
      column: character + 1,
    };
    void this.view.webview.postMessage({ type: "caret", caret });
  }

  take(message, calls) {
    if (message.type === "engine") return void calls.take(message.data);
    if (message.type === "ready") return void this.update();
    if (message.type === "show") return void this.goTo(message.span, message.focus);
    if (message.type === "marks") return this.mark(message.spans);
    if (message.type === "edit") return void this.edit(message.file, message.before, message.after);
    return undefined;
  }

  /** The address of a file of the shown workspace. */
  uriOf(file) {
    const shown = vscode.Uri.parse(this.shown);
    const folder = vscode.workspace.getWorkspaceFolder?.(shown);
    return folder ? vscode.Uri.joinPath(folder.uri, file) : shown;
  }

  async goTo({ file, from, to }, focus) {
    const document = await vscode.workspace.openTextDocument(this.uriOf(file));
    const selection = new vscode.Range(document.positionAt(from), document.positionAt(to));
    const isBeside = vscode.window.visibleTextEditors.find((each) => each.document === document);
    const viewColumn = isBeside?.viewColumn ?? vscode.ViewColumn.One;
    await vscode.window.showTextDocument(document, { selection, viewColumn, preserveFocus: !focus });
  }

  /** Marks where the chosen value comes from. */
  mark(spans) {
    for (const editor of vscode.window.visibleTextEditors) {
      const uri = editor.document.uri.toString();
      const own = this.shown ? spans.filter(({ file }) => this.uriOf(file).toString() === uri) : [];
      const places = own.map(({ from, to }) => [editor.document.positionAt(from), editor.document.positionAt(to)]);
      editor.setDecorations(
        this.marks,
        places.map(([start, end]) => new vscode.Range(start, end)),
      );
    }
  }

  /** Applies a quick fix of the panel, unless the text has changed since. */
  async edit(file, before, after) {
    const document = await vscode.workspace.openTextDocument(this.uriOf(file));
    if (document.getText() !== before) return;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(document.positionAt(0), document.positionAt(before.length)), after);
    await vscode.workspace.applyEdit(edit);
  }

  dispose() {
    clearTimeout(this.timer);
    this.marks.dispose();
    this.view?.dispose();
  }
}
