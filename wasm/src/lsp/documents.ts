// The folders and open texts of an editor, and the workspace that a text belongs to: the files of its folder, under
// what is open and not saved. `.evalground.yaml` in it, a workspace object, says dialect, inputs, host and options.

import type { Position, Range } from "vscode-languageserver-types";
import type { Engine } from "../engine_types.js";
import { blockLanguages } from "../languages.js";
import { readJson, toFaithful } from "../reader.js";
import type { DialectDescription } from "../description_types.js";
import type { Workspace } from "../types.js";
import type { ReadFolder } from "./folder.js";

interface OpenDocument {
  text: string;
  version: number;
  /** As the editor calls it. */
  language: string;
}
/** One of `contentChanges`: the whole text, or that of a range. */
export interface Change {
  range?: Range;
  text: string;
}
export const settingsName = ".evalground.yaml";
/** The dialect that a file's name or an editor's name of a language says: `site.j2`, `jinja-html`, `policy.cf`. */
function namedDialect(uri: string, language: string): string | undefined {
  const [, ending = ""] = /\.(\w+)$/.exec(uri) ?? [];
  const [family = ""] = language.split("-");
  const found = blockLanguages.get(ending === "cf" ? "cf3" : ending) ?? blockLanguages.get(family);
  return found?.dialect;
}

function offsetAt(text: string, { line, character }: Position): number {
  let at = 0;
  for (let passed = 0; passed < line; passed++) {
    const end = text.indexOf("\n", at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  const end = text.indexOf("\n", at);
  return Math.min(at + Math.max(character, 0), end < 0 ? text.length : end);
}

export class OpenDocuments {
  readonly all = new Map<string, OpenDocument>();
  private roots: string[] = [];
  private folders = new Map<string, Promise<Record<string, string>>>();
  private descriptions: Promise<DialectDescription[]> | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly readFolder: ReadFolder | undefined,
  ) {}

  addFolder(uri: string): void {
    if (uri !== "") this.roots.push(uri.replace(/\/+$/, ""));
  }

  removeFolder(uri: string): void {
    const path = uri.replace(/\/+$/, "");
    this.roots = this.roots.filter((root) => root !== path);
    this.folders.delete(path);
  }

  change(uri: string, changes: readonly Change[], version: number): void {
    const document = this.all.get(uri);
    if (!document) return;
    document.version = version;
    for (const { range, text } of changes) {
      if (!range) {
        document.text = text;
        continue;
      }
      const from = offsetAt(document.text, range.start);
      const to = Math.max(from, offsetAt(document.text, range.end));
      document.text = document.text.slice(0, from) + text + document.text.slice(to);
    }
  }

  /** What was read of folders is read again. */
  forgetFiles(): void {
    this.folders.clear();
  }

  /** The folder that holds the document, the innermost; its own where there is none. */
  rootOf(uri: string): string {
    const holding = this.roots.filter((root) => uri.startsWith(`${root}/`)).sort((a, b) => b.length - a.length);
    return holding[0] ?? uri.slice(0, uri.lastIndexOf("/"));
  }

  /** The name of a document among the files of its workspace, and back. */
  nameOf(uri: string): string {
    return decodeURIComponent(uri.slice(this.rootOf(uri).length + 1));
  }

  uriOf(uri: string, name: string): string {
    if (name === this.nameOf(uri)) return uri;
    return `${this.rootOf(uri)}/${name.split("/").map(encodeURIComponent).join("/")}`;
  }

  /** The workspace that the document is in; undefined for a text in no language known. */
  async workspaceOf(uri: string): Promise<Workspace | undefined> {
    const document = this.all.get(uri);
    if (!document) return undefined;
    const root = this.rootOf(uri);
    const files = new Map(Object.entries(await this.filesOf(root)));
    for (const [other, { text }] of this.all) if (this.rootOf(other) === root) files.set(this.nameOf(other), text);
    const settings = files.get(settingsName);
    files.delete(settingsName);
    const workspace = settings === undefined ? {} : await this.settings(settings);
    const dialect = workspace.dialect ?? (await this.dialectOf(uri, document));
    if (dialect === undefined) return undefined;
    const main = typeof workspace.main === "string" && files.has(workspace.main) ? workspace.main : this.nameOf(uri);
    return { ...workspace, dialect, files: Object.fromEntries(files), main };
  }

  /** The text of the settings of a document's folder; undefined: it has none. */
  async settingsOf(uri: string): Promise<string | undefined> {
    const root = this.rootOf(uri);
    return this.all.get(`${root}/${settingsName}`)?.text ?? (await this.filesOf(root))[settingsName];
  }

  private async settings(text: string): Promise<Partial<Workspace>> {
    const { json } = await this.engine.parse(text, { key: "workspace" });
    const value = json === undefined ? undefined : readJson(json);
    return value?.kind === "map"
      ? (Object.fromEntries(value.children.map((child) => [child.key, toFaithful(child)])) as Partial<Workspace>)
      : {};
  }

  private filesOf(root: string): Promise<Record<string, string>> {
    // Only of folders that the editor has opened: a single file brings nothing with it.
    if (!this.readFolder || !this.roots.includes(root)) return Promise.resolve({});
    const known = this.folders.get(root) ?? this.readFolder(root).catch(() => ({}));
    this.folders.set(root, known);
    return known;
  }

  private async dialectOf(uri: string, { text, language }: OpenDocument): Promise<string | undefined> {
    const named = namedDialect(uri, language);
    if (named !== undefined) return named;
    this.descriptions ??= this.engine.describe();
    const weights = (await this.descriptions).map(({ id, marks = [] }) => {
      const found = marks.filter(({ pattern }) => new RegExp(pattern, "mu").test(text));
      return { id, weight: found.reduce((sum, { weight }) => sum + weight, 0) };
    });
    const best = weights.reduce((a, b) => (b.weight > a.weight ? b : a), { id: "", weight: 0 });
    return best.weight > 0 ? best.id : undefined;
  }
}
