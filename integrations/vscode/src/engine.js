// The engine in a worker of its own, and the texts of folders.
import * as vscode from "vscode";
import { createEngine } from "../../../wasm/src/index.ts";

const mostFiles = 2000;
const mostBytes = 1024 * 1024;
// described: extensions, by scripts/describe
const extensions = ["yaml", "yml", "json", "j2", "jinja", "jinja2", "yaql", "cf"];
// end
/** What documents of those languages read, too: inventories, and files that are rendered. */
const others = ["txt", "html", "conf", "cfg", "sh", "tpl", "tmpl", "ini", "toml", "csv", "xml", "py"];
const texts = `**/{*.{${[...extensions, ...others].join(",")}},hosts,all}`;
const isNode = typeof process === "object" && process.versions?.node !== undefined;

/** The texts in a folder by relative path. */
export async function readFolder(folder) {
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
export async function startEngine(context) {
  const file = (name) => vscode.Uri.joinPath(context.extensionUri, "dist", name);
  // The address of the worker's script, which the bundle cannot determine.
  globalThis.evalgroundBase = file("extension.js").toString(true);
  const module = await vscode.workspace.fs.readFile(file("evalground.wasm"));
  if (isNode) return createEngine({ module });
  const script = await vscode.workspace.fs.readFile(file("worker.js"));
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return createEngine({ module, worker: () => new Worker(url) });
}
