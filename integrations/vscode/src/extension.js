// The extension connects the package's language server, `evalground/lsp`, to VS Code, on the desktop and in the
// browser: documents and settings go to the server, its notifications are shown, and commands open the results, the
// claim on a document, and its cases.
import * as vscode from "vscode";
import { Cases } from "./cases.js";
import { Changes } from "./changes.js";
import { Claims } from "./claims.js";
import { Connection } from "./connection.js";
import { fromRange, toDiagnostic } from "./conversion.js";
import { readFolder, startEngine } from "./engine.js";
import { ResultsPanel } from "./panel.js";
import { register } from "./providers.js";
import { Runs } from "./runs.js";

const settings = () => vscode.workspace.getConfiguration("evalground");
const identified = (folders) => folders.map(({ uri, name }) => ({ uri: uri.toString(), name }));
const ofDocument = ({ uri }) => ({ textDocument: { uri: uri.toString() } });

/** Handles the server's notifications and requests. */
function hearing(problems) {
  return ({ method, params }) => {
    if (method === "textDocument/publishDiagnostics") {
      problems.set(vscode.Uri.parse(params.uri), params.diagnostics.map(toDiagnostic));
    } else if (method === "window/showMessage") {
      void (params.type === 3 ? vscode.window.showInformationMessage : vscode.window.showErrorMessage)(params.message);
    } else if (method === "window/showDocument") {
      void vscode.env.openExternal(vscode.Uri.parse(params.uri, true));
    }
  };
}

async function initialize(connection) {
  const capabilities = {
    textDocument: { completion: { completionItem: { snippetSupport: true } } },
    window: { showDocument: { support: true } },
    workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["create"] } },
    experimental: { commands: { commands: ["evalground.changeValue"] } },
  };
  const workspaceFolders = identified(vscode.workspace.workspaceFolders ?? []);
  const answer = await connection.ask("initialize", { capabilities, workspaceFolders });
  connection.capabilities = answer.capabilities;
}

/** Tells the server of documents, folders and settings, and the views of changes. */
function followEditor(connection, isServed, { open, edited, shown, moved }) {
  const { workspace } = vscode;
  const change = ({ document, contentChanges }) => {
    if (!isServed(document)) return;
    const textDocument = { uri: document.uri.toString(), version: document.version };
    const changes = contentChanges.map(({ range, text }) => ({ range: fromRange(range), text }));
    void connection.notify("textDocument/didChange", { textDocument, contentChanges: changes });
    edited();
  };
  const told = (method) => (document) => {
    if (isServed(document)) void connection.notify(method, ofDocument(document));
  };
  const folderChange = ({ added, removed }) => {
    const event = { added: identified(added), removed: identified(removed) };
    void connection.notify("workspace/didChangeWorkspaceFolders", { event });
  };
  const watcher = workspace.createFileSystemWatcher("**/*");
  const reread = () => void connection.notify("workspace/didChangeWatchedFiles", { changes: [] });
  return [
    watcher,
    watcher.onDidCreate(reread),
    watcher.onDidDelete(reread),
    workspace.onDidOpenTextDocument(open),
    workspace.onDidChangeTextDocument(change),
    workspace.onDidSaveTextDocument(told("textDocument/didSave")),
    workspace.onDidCloseTextDocument(told("textDocument/didClose")),
    workspace.onDidChangeWorkspaceFolders(folderChange),
    workspace.onDidChangeConfiguration(() => {
      const evalground = { site: settings().get("site") ?? "" };
      void connection.notify("workspace/didChangeConfiguration", { settings: { evalground } });
    }),
    vscode.window.onDidChangeActiveTextEditor((editor) => shown(editor?.document)),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => moved(textEditor)),
  ];
}

/** Commands get the address of a document from a code lens, and else concern the active one. */
function commands(connection, { cases, changes, claims, panel }) {
  const share = async (uri) => {
    const params = { command: "evalground.share", arguments: [uri] };
    const { error, result } = await connection.answer("workspace/executeCommand", params);
    if (error) void vscode.window.showErrorMessage(error.message);
    return result;
  };
  const all = {
    evaluate: (uri) => panel.show(uri),
    showResults: (uri) => panel.show(uri),
    explain: (uri) => panel.show(uri, "explain"),
    trace: (uri) => panel.show(uri, "trace"),
    share,
    changeValue: (uri, place) => changes.change(uri, place),
    expect: (uri) => cases.expect(uri),
    claim: (uri) => claims.ask(uri),
    why: (uri) => claims.why(uri),
    chooseHost: async (uri, host) => {
      await claims.chooseHost(uri, host);
      panel.changed();
    },
  };
  const ofActive = (run) => (uri, more) => {
    const target = uri ?? vscode.window.activeTextEditor?.document.uri;
    return target === undefined ? undefined : run(String(target), more);
  };
  return [
    ...Object.entries(all).map(([name, run]) => vscode.commands.registerCommand(`evalground.${name}`, ofActive(run))),
    vscode.commands.registerCommand("evalground.runCases", () => cases.run()),
  ];
}

export async function activate(context) {
  const served = settings().get("languages") ?? [];
  const isServed = ({ languageId, uri }) => served.includes(languageId) || uri.path.endsWith("/.evalground.yaml");
  const engine = await startEngine(context);
  const problems = vscode.languages.createDiagnosticCollection("evalground");
  const runs = new Runs(() => connection);
  const options = { site: settings().get("site") ?? "", readFolder, onRun: runs.take };
  const connection = new Connection(engine, options, hearing(problems));
  await initialize(connection);

  const panel = new ResultsPanel({ engine, extensionUri: context.extensionUri, runs, isServed });
  const claims = new Claims(connection, isServed);
  const cases = new Cases(engine, runs);
  const changes = new Changes(connection);
  const open = (document) => {
    if (!isServed(document)) return;
    const { languageId, version } = document;
    const textDocument = { uri: document.uri.toString(), languageId, version, text: document.getText() };
    void connection.notify("textDocument/didOpen", { textDocument });
  };
  const edited = () => {
    panel.changed();
    claims.changed();
  };
  const shown = (document) => {
    panel.follow(document);
    void claims.update();
  };
  context.subscriptions.push(
    { dispose: () => engine.close() },
    problems,
    panel,
    claims,
    cases,
    ...followEditor(connection, isServed, {
      open,
      edited,
      shown,
      moved: (textEditor) => panel.followCaret(textEditor),
    }),
    ...commands(connection, { cases, changes, claims, panel }),
    ...register(
      connection,
      served.map((language) => ({ language })),
    ),
  );
  for (const document of vscode.workspace.textDocuments) open(document);
  shown(vscode.window.activeTextEditor?.document);
  void cases.find();
}

export function deactivate() {}
