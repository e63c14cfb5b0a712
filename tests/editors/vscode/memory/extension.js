// A folder in memory for tests, with the texts of /files.json: VS Code for the web has no disk.
const vscode = require("vscode");

const files = new Map();
const changes = new vscode.EventEmitter();
const missing = (uri) => vscode.FileSystemError.FileNotFound(uri);
const below = (folder) => [...files.keys()].filter((path) => path.startsWith(`${folder.replace(/\/$/, "")}/`));

const provider = {
  onDidChangeFile: changes.event,
  watch: () => new vscode.Disposable(() => {}),
  stat(uri) {
    const bytes = files.get(uri.path);
    if (bytes) return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: bytes.length };
    if (uri.path !== "/" && below(uri.path).length === 0) throw missing(uri);
    return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
  },
  readDirectory(uri) {
    const start = `${uri.path.replace(/\/$/, "")}/`;
    const entries = below(uri.path).map((path) => path.slice(start.length).split("/"));
    return [...new Map(entries.map(([name, ...rest]) => [name, rest.length > 0 ? 2 : 1]))];
  },
  readFile(uri) {
    const bytes = files.get(uri.path);
    if (!bytes) throw missing(uri);
    return bytes;
  },
  writeFile(uri, bytes) {
    const type = files.has(uri.path) ? vscode.FileChangeType.Changed : vscode.FileChangeType.Created;
    files.set(uri.path, bytes);
    changes.fire([{ type, uri }]);
  },
  createDirectory() {},
  delete: (uri) => void files.delete(uri.path),
  rename() {},
};

exports.activate = async (context) => {
  const address = context.extensionUri.with({ path: "/files.json" }).toString(true);
  const given = await (await fetch(address)).json();
  for (const [name, text] of Object.entries(given)) files.set(`/folder/${name}`, new TextEncoder().encode(text));
  const search = {
    provideFileSearchResults: () => below("/folder").map((path) => vscode.Uri.from({ scheme: "memory", path })),
  };
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider("memory", provider, { isCaseSensitive: true }),
    vscode.workspace.registerFileSearchProvider("memory", search),
  );
};
