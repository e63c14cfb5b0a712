// The extension connects the package's language server, `evalground/lsp`, to VS Code, on the desktop and in the
// browser. Each provider sends a request. Notifications of the server are shown.
import * as vscode from "vscode";
import { createEngine } from "../../../wasm/src/index.ts";
import { LanguageServer } from "../../../wasm/src/lsp/index.ts";

const mostFiles = 2000;
const mostBytes = 1024 * 1024;
// described: extensions, by scripts/describe
const extensions = ["yaml", "yml", "json", "j2", "jinja", "jinja2", "yaql", "cf"];
// end
/** What documents of those languages read, too: inventories, and files that are rendered. */
const others = ["txt", "html", "conf", "cfg", "sh", "tpl", "tmpl", "ini", "toml", "csv", "xml", "py"];
const texts = `**/{*.{${[...extensions, ...others].join(",")}},hosts,all}`;
const isNode = typeof process === "object" && process.versions?.node !== undefined;

// ---- conversion between the protocol's and the editor's types

const toRange = ({ start, end }) => new vscode.Range(start.line, start.character, end.line, end.character);
const toLocation = ({ uri, range }) => new vscode.Location(vscode.Uri.parse(uri), toRange(range));
const position = ({ line, character }) => ({ line, character });
const fromRange = ({ start, end }) => ({ start: position(start), end: position(end) });
const toMarkdown = (text) =>
  text === undefined ? undefined : new vscode.MarkdownString(typeof text === "string" ? text : text.value);

function toEdit({ changes }) {
  const edit = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(changes)) {
    for (const { range, newText } of edits) edit.replace(vscode.Uri.parse(uri), toRange(range), newText);
  }
  return edit;
}

function toSymbol({ name, kind, detail, range, selectionRange, children = [] }) {
  const symbol = new vscode.DocumentSymbol(name, detail ?? "", kind - 1, toRange(range), toRange(selectionRange));
  symbol.children = children.map(toSymbol);
  return symbol;
}

function toDiagnostic({ range, severity, code, message, source, codeDescription, tags }) {
  const diagnostic = new vscode.Diagnostic(toRange(range), message, severity - 1);
  diagnostic.source = source;
  diagnostic.code = codeDescription ? { value: code, target: vscode.Uri.parse(codeDescription.href) } : code;
  if (tags) diagnostic.tags = tags;
  return diagnostic;
}

function toItem(item) {
  const { label, kind, detail, documentation, sortText, textEdit, insertTextFormat } = item;
  const shown = new vscode.CompletionItem(label, kind - 1);
  const isSnippet = insertTextFormat === 2;
  Object.assign(shown, { detail, sortText, range: toRange(textEdit.range), data: item });
  shown.documentation = toMarkdown(documentation);
  shown.insertText = isSnippet ? new vscode.SnippetString(textEdit.newText) : textEdit.newText;
  return shown;
}

// ---- the server as requests

class Connection {
  waiting = new Map();
  next = 1;

  constructor(engine, options, heard) {
    this.server = new LanguageServer(
      engine,
      (message) => {
        if (message.method !== undefined) return heard(message);
        const done = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        done?.(message);
      },
      options,
    );
  }

  notify(method, params) {
    return this.server.read({ method, params });
  }

  /** The result; undefined if the request fails. `token` is the editor's cancellation token. */
  async ask(method, params, token) {
    const { result } = await this.answer(method, params, token);
    return result ?? undefined;
  }

  answer(method, params, token) {
    const id = this.next++;
    const answered = new Promise((resolve) => this.waiting.set(id, resolve));
    const taken = token?.onCancellationRequested(() => void this.notify("$/cancelRequest", { id }));
    void this.server.read({ id, method, params });
    return answered.finally(() => taken?.dispose());
  }
}

/** The texts in a folder by relative path. */
async function readFolder(folder) {
  const root = vscode.Uri.parse(folder);
  const pattern = (glob) => new vscode.RelativePattern(root, glob);
  const found = await vscode.workspace.findFiles(pattern(texts), "**/node_modules/**", mostFiles);
  const settings = await vscode.workspace.findFiles(pattern(".evalground.yaml"), undefined, 1);
  const files = {};
  for (const uri of [...found, ...settings]) {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > mostBytes) continue;
    const name = uri.path.slice(root.path.replace(/\/$/, "").length + 1);
    files[name] = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  }
  return files;
}

/** The engine, in a worker of its own. */
async function startEngine(context) {
  const file = (name) => vscode.Uri.joinPath(context.extensionUri, "dist", name);
  // The address of the worker's script, which the bundle cannot determine.
  globalThis.evalgroundBase = file("extension.js").toString(true);
  const module = await vscode.workspace.fs.readFile(file("evalground.wasm"));
  if (isNode) return createEngine({ module });
  const script = await vscode.workspace.fs.readFile(file("worker.js"));
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return createEngine({ module, worker: () => new Worker(url) });
}

function register(connection, selector) {
  const { languages } = vscode;
  const at = (document, place) => ({ textDocument: { uri: document.uri.toString() }, position: position(place) });
  const of = (document) => ({ textDocument: { uri: document.uri.toString() } });
  const ask = (name, params, token) => connection.ask(`textDocument/${name}`, params, token);
  const { completionProvider, semanticTokensProvider, signatureHelpProvider } = connection.capabilities;
  const { tokenTypes, tokenModifiers } = semanticTokensProvider.legend;
  return [
    languages.registerCompletionItemProvider(
      selector,
      {
        async provideCompletionItems(document, place, token) {
          const list = await ask("completion", at(document, place), token);
          return list && new vscode.CompletionList(list.items.map(toItem), list.isIncomplete);
        },
        async resolveCompletionItem(item, token) {
          const resolved = await connection.ask("completionItem/resolve", item.data, token);
          item.documentation = toMarkdown(resolved?.documentation) ?? item.documentation;
          return item;
        },
      },
      ...completionProvider.triggerCharacters,
    ),
    languages.registerHoverProvider(selector, {
      async provideHover(document, place, token) {
        const hover = await ask("hover", at(document, place), token);
        return hover && new vscode.Hover(toMarkdown(hover.contents), toRange(hover.range));
      },
    }),
    languages.registerSignatureHelpProvider(
      selector,
      { provideSignatureHelp: (document, place, token) => ask("signatureHelp", at(document, place), token) },
      ...signatureHelpProvider.triggerCharacters,
    ),
    languages.registerDefinitionProvider(selector, {
      provideDefinition: async (document, place, token) =>
        (await ask("definition", at(document, place), token))?.map(toLocation),
    }),
    languages.registerReferenceProvider(selector, {
      provideReferences: async (document, place, context, token) =>
        (await ask("references", { ...at(document, place), context }, token))?.map(toLocation),
    }),
    languages.registerRenameProvider(selector, {
      async provideRenameEdits(document, place, newName, token) {
        const answer = await connection.answer("textDocument/rename", { ...at(document, place), newName }, token);
        if (answer.error) throw new Error(answer.error.message);
        return toEdit(answer.result);
      },
    }),
    languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: async (document, token) =>
        (await ask("documentSymbol", of(document), token))?.map(toSymbol),
    }),
    languages.registerCodeActionsProvider(selector, {
      async provideCodeActions(document, range, _, token) {
        const params = { ...of(document), range: fromRange(range), context: { diagnostics: [] } };
        return (await ask("codeAction", params, token))?.map(({ title, edit }) => {
          const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
          action.edit = toEdit(edit);
          return action;
        });
      },
    }),
    languages.registerCodeLensProvider(selector, {
      provideCodeLenses: async (document, token) =>
        (await ask("codeLens", of(document), token))?.map(
          ({ range, command }) => new vscode.CodeLens(toRange(range), command),
        ),
    }),
    languages.registerDocumentFormattingEditProvider(selector, {
      provideDocumentFormattingEdits: async (document, options, token) =>
        (await ask("formatting", { ...of(document), options }, token))?.map(({ range, newText }) =>
          vscode.TextEdit.replace(toRange(range), newText),
        ),
    }),
    languages.registerInlayHintsProvider(selector, {
      provideInlayHints: async (document, range, token) =>
        (await ask("inlayHint", { ...of(document), range: fromRange(range) }, token))?.map((hint) => ({
          ...hint,
          position: new vscode.Position(hint.position.line, hint.position.character),
        })),
    }),
    languages.registerDocumentSemanticTokensProvider(
      selector,
      {
        async provideDocumentSemanticTokens(document, token) {
          const tokens = await ask("semanticTokens/full", of(document), token);
          return tokens && new vscode.SemanticTokens(Uint32Array.from(tokens.data), tokens.resultId);
        },
      },
      new vscode.SemanticTokensLegend(tokenTypes, tokenModifiers),
    ),
  ];
}

export async function activate(context) {
  const settings = () => vscode.workspace.getConfiguration("evalground");
  const served = settings().get("languages") ?? [];
  const engine = await startEngine(context);
  const problems = vscode.languages.createDiagnosticCollection("evalground");
  const connection = new Connection(
    engine,
    { site: settings().get("site") ?? "", readFolder },
    ({ method, params }) => {
      if (method === "textDocument/publishDiagnostics") {
        problems.set(vscode.Uri.parse(params.uri), params.diagnostics.map(toDiagnostic));
      } else if (method === "window/showMessage") {
        void (params.type === 3 ? vscode.window.showInformationMessage : vscode.window.showErrorMessage)(
          params.message,
        );
      } else if (method === "window/showDocument") {
        void vscode.env.openExternal(vscode.Uri.parse(params.uri, true));
      }
    },
  );
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), name }));
  const able = {
    textDocument: { completion: { completionItem: { snippetSupport: true } } },
    window: { showDocument: { support: true } },
  };
  ({ capabilities: connection.capabilities } = await connection.ask("initialize", {
    capabilities: able,
    workspaceFolders: folders,
  }));

  const isServed = ({ languageId, uri }) => served.includes(languageId) || uri.path.endsWith("/.evalground.yaml");
  const open = (document) => {
    if (!isServed(document)) return;
    const { languageId, version } = document;
    const textDocument = { uri: document.uri.toString(), languageId, version, text: document.getText() };
    void connection.notify("textDocument/didOpen", { textDocument });
  };
  const told = (method) => (document) => {
    if (isServed(document)) void connection.notify(method, { textDocument: { uri: document.uri.toString() } });
  };
  const change = ({ document, contentChanges }) => {
    if (!isServed(document)) return;
    const textDocument = { uri: document.uri.toString(), version: document.version };
    const changes = contentChanges.map(({ range, text }) => ({ range: fromRange(range), text }));
    void connection.notify("textDocument/didChange", { textDocument, contentChanges: changes });
  };
  const folderChange = ({ added, removed }) => {
    const uris = (all) => all.map(({ uri, name }) => ({ uri: uri.toString(), name }));
    void connection.notify("workspace/didChangeWorkspaceFolders", {
      event: { added: uris(added), removed: uris(removed) },
    });
  };
  const watcher = vscode.workspace.createFileSystemWatcher("**/*");
  const reread = () => void connection.notify("workspace/didChangeWatchedFiles", { changes: [] });
  const execute = (command) => async (uri) => {
    const target = uri ?? vscode.window.activeTextEditor?.document.uri.toString();
    if (target === undefined) return undefined;
    const answer = await connection.answer("workspace/executeCommand", { command, arguments: [String(target)] });
    if (answer.error) void vscode.window.showErrorMessage(answer.error.message);
    return answer.result;
  };
  context.subscriptions.push(
    { dispose: () => engine.close() },
    problems,
    watcher,
    watcher.onDidCreate(reread),
    watcher.onDidDelete(reread),
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument(change),
    vscode.workspace.onDidSaveTextDocument(told("textDocument/didSave")),
    vscode.workspace.onDidCloseTextDocument(told("textDocument/didClose")),
    vscode.workspace.onDidChangeWorkspaceFolders(folderChange),
    vscode.workspace.onDidChangeConfiguration(() => {
      const evalground = { site: settings().get("site") ?? "" };
      void connection.notify("workspace/didChangeConfiguration", { settings: { evalground } });
    }),
    ...["evalground.evaluate", "evalground.share"].map((name) => vscode.commands.registerCommand(name, execute(name))),
    ...register(
      connection,
      served.map((language) => ({ language })),
    ),
  );
  for (const document of vscode.workspace.textDocuments) open(document);
}

export function deactivate() {}
