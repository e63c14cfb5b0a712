// A stub of the VS Code API that the extension uses. It records what the extension tells it. It needs no Node, so that
// browser tests use it too.

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
export class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
export class Range {
  /** Of two positions, or of four numbers. */
  constructor(...given) {
    const [line, character, endLine, endCharacter] = given;
    const isOfPositions = given.length === 2;
    this.start = isOfPositions ? line : new Position(line, character);
    this.end = isOfPositions ? character : new Position(endLine, endCharacter);
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
  created = [];
  replace(uri, range, newText, metadata) {
    this.edits.push({ uri: uri.toString(), range, newText, metadata });
  }
  createFile(uri) {
    this.created.push(uri.toString());
  }
}
class CodeAction extends record("title", "kind") {}

const nothing = { dispose() {} };

/** A list of test items, as the API has it. */
class Items {
  all = new Map();
  add = (item) => void this.all.set(item.id, item);
  delete = (id) => void this.all.delete(id);
  replace(items) {
    this.all = new Map(items.map((item) => [item.id, item]));
  }
  forEach(f) {
    for (const item of this.all.values()) f(item);
  }
}

function testing(seen) {
  const run = {
    started() {},
    passed: (item) => void seen.tests.push(["passed", item.label]),
    failed: (item, messages) => void seen.tests.push(["failed", item.label, messages]),
    end: () => void seen.tests.push(["end"]),
  };
  return {
    createTestController: () => ({
      items: new Items(),
      createTestItem: (id, label, uri) => ({ id, label, uri, children: new Items() }),
      createRunProfile: () => nothing,
      createTestRun: () => run,
      ...nothing,
    }),
  };
}

/** A web view, of which tests are the script: `seen.webview.post` sends a message to the extension. */
function webviewPanel(seen, views) {
  const panel = { title: "", reveal() {}, onDidDispose: () => nothing, ...nothing };
  panel.webview = {
    cspSource: views,
    asWebviewUri: (uri) => `${views}${uri.path.replace(/^[^/]*/, "")}`,
    postMessage: (message) => {
      seen.posted.push(message);
      seen.onPosted?.(message);
      return Promise.resolve(true);
    },
    onDidReceiveMessage(listener) {
      seen.webview = { panel, post: listener };
      return nothing;
    },
  };
  return panel;
}

/**
 * An editor with these open documents, `languages` of them by name, and other `files`. `extension` is the folder of the
 * extension, of which `readFile` reads a file. Web views load its files from the origin `views`.
 */
export function editor(given) {
  const { extension, texts, languages = {}, readFile, files = {}, views = "https://views.test" } = given;
  const disposable = nothing;
  const seen = { providers: {}, commands: {}, problems: new Map(), messages: [], opened: [], listeners: {} };
  Object.assign(seen, { executed: [], tests: [], posted: [], picks: [], shown: [], status: {} });
  Object.assign(seen, { inputs: [], boxes: [], applied: [] });
  const disk = new Map(Object.entries(files).map(([name, text]) => [`file:///w/${name}`, text]));
  seen.disk = disk;
  /** Callbacks that wait for the problems of a text. */
  seen.told = new Map();
  const documents = Object.entries(texts).map(([name, text]) => ({
    uri: new Uri(`file:///w/${name}`),
    languageId: languages[name] ?? "jinja",
    version: 1,
    text,
    getText: () => text,
    offsetAt: ({ line, character }) =>
      text.split("\n").slice(0, line).join("\n").length + (line > 0 ? 1 : 0) + character,
    positionAt: (offset) => {
      const before = text.slice(0, offset).split("\n");
      return new Position(before.length - 1, before.at(-1).length);
    },
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
    CodeActionKind: { Empty: { append: (kind) => kind } },
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
      executeCommand: (name, ...given) => Promise.resolve(void seen.executed.push([name, ...given])),
      registerCommand(name, run) {
        seen.commands[name] = run;
        return disposable;
      },
    },
    window: {
      showInformationMessage: (text, options) => void seen.messages.push(text, ...(options ? [options.detail] : [])),
      showErrorMessage: (text) => void seen.messages.push(`error: ${text}`),
      createStatusBarItem: () => ({
        show() {
          seen.status = { text: this.text, tooltip: this.tooltip };
        },
        hide() {
          seen.status = {};
        },
        ...disposable,
      }),
      // The user picks the next label of `picks`.
      showQuickPick(items) {
        const wanted = seen.picks.shift();
        return Promise.resolve(items.find(({ label }) => label === wanted));
      },
      // The user accepts the value, changed by the next of `inputs`.
      showInputBox(options) {
        seen.boxes.push(options);
        return Promise.resolve(seen.inputs.shift()?.(options.value));
      },
      withProgress: (_, work) => work({ report() {} }, { onCancellationRequested: () => disposable }),
      createWebviewPanel: () => webviewPanel(seen, views),
      createTextEditorDecorationType: () => disposable,
      showTextDocument: (document, options) => void seen.shown.push([String(document.uri), options?.selection]),
      onDidChangeActiveTextEditor: event("active"),
      onDidChangeTextEditorSelection: event("selection"),
      activeTextEditor: undefined,
      visibleTextEditors: [],
    },
    tests: testing(seen),
    ProgressLocation: { Notification: 15 },
    TestRunProfileKind: { Run: 1 },
    TestMessage: { diff: (message, expected, actual) => ({ message, expected, actual }) },
    StatusBarAlignment: { Left: 1, Right: 2 },
    ViewColumn: { One: 1, Beside: -2 },
    ThemeColor: record("id"),
    env: { openExternal: (uri) => void seen.opened.push(String(uri)) },
    workspace: {
      workspaceFolders: [{ uri: new Uri("file:///w"), name: "w" }],
      textDocuments: documents,
      getConfiguration: () => ({ get: (key) => ({ languages: ["jinja", "yaml"], site: "https://site.test" })[key] }),
      getWorkspaceFolder: () => ({ uri: new Uri("file:///w") }),
      applyEdit: (edit) => Promise.resolve(void seen.applied.push(edit)),
      openTextDocument: (uri) => Promise.resolve(documents.find((each) => String(each.uri) === String(uri)) ?? { uri }),
      findFiles(asked) {
        const pattern = asked.pattern ?? asked;
        const wanted =
          { ".evalground.yaml": /\/\.evalground\.yaml$/, "**/*.cases.json": /\.cases\.json$/ }[pattern] ?? /./;
        return Promise.resolve([...disk.keys()].filter((uri) => wanted.test(uri)).map((uri) => new Uri(uri)));
      },
      createFileSystemWatcher: () => ({
        onDidCreate: () => disposable,
        onDidChange: () => disposable,
        onDidDelete: () => disposable,
        ...disposable,
      }),
      fs: {
        stat: () => Promise.resolve({ size: 20 }),
        writeFile: (uri, bytes) => Promise.resolve(void disk.set(String(uri), new TextDecoder().decode(bytes))),
        readFile(uri) {
          const text = disk.get(String(uri));
          if (text !== undefined) return Promise.resolve(new TextEncoder().encode(text));
          if (String(uri).startsWith("file:///w/")) return Promise.reject(new Error(`${uri} does not exist`));
          return Promise.resolve(readFile(String(uri)));
        },
      },
      onDidOpenTextDocument: event("open"),
      onDidChangeTextDocument: event("change"),
      onDidSaveTextDocument: event("save"),
      onDidCloseTextDocument: event("close"),
      onDidChangeWorkspaceFolders: event("folders"),
      onDidChangeConfiguration: event("configuration"),
    },
  };
  const context = { extensionUri: new Uri(extension), subscriptions: [] };
  return { vscode, context, seen, documents };
}
