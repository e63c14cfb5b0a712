// Expected results: a case of the document's present workspace is added to a case file beside it, and the cases of
// files are run in VS Code's view of tests. The format is that of `evalground cases` (tests/cases/README.md).
import * as vscode from "vscode";
import { readJson, toFaithful, toPlain, writeJson } from "../../../wasm/src/reader.ts";
import { judged } from "../../../web/src/cases/runs.ts";
import { expectationOf } from "../../../web/src/run/expectation.ts";
import { prettyJson } from "../../../web/src/ui/json.ts";

const ending = ".cases.json";
const decoded = (bytes) => new TextDecoder().decode(bytes);
const baseName = (path) => path.replace(/^.*\//, "");

/** The workspace without secrets: declared ones are replaced, and others are withheld. */
async function withoutSecrets(engine, workspace) {
  const answer = await engine.secrets(workspace, { replace: "declared" });
  const kept = answer.workspace ?? workspace;
  if (!kept.secrets) return kept;
  return { ...kept, secrets: Object.fromEntries(Object.keys(kept.secrets).map((key) => [key, null])) };
}

/** The cases of a file with their defaults: `{defaults, cases}`, or a single case. */
export function casesIn(text) {
  const file = toFaithful(readJson(text));
  const defaults = file.defaults ?? {};
  return (file.cases ?? [file]).map((one) => ({ ...defaults, ...one }));
}

/** The text of a case file with another case. `text`: the present one; undefined: there is no file. */
export function withCase(text, name, one) {
  const file = text === undefined ? { cases: [] } : toFaithful(readJson(text));
  const cases = file.cases ?? [file];
  const taken = new Set(cases.map(({ id }) => id));
  let id = name;
  for (let number = 2; taken.has(id); number += 1) id = `${name}-${number}`;
  const rest = file.cases ? file : {};
  return { id, text: `${prettyJson(readJson(writeJson({ ...rest, cases: [...cases, { id, ...one }] })))}\n` };
}

export class Cases {
  constructor(engine, runs) {
    this.engine = engine;
    this.runs = runs;
    this.controller = vscode.tests.createTestController("evalground.cases", "Evalground cases");
    this.controller.createRunProfile(
      "Run",
      vscode.TestRunProfileKind.Run,
      (asked, token) => this.run(asked, token),
      true,
    );
    this.controller.resolveHandler = () => this.find();
    this.controller.refreshHandler = () => this.find();
    this.watcher = vscode.workspace.createFileSystemWatcher(`**/*${ending}`);
    this.watcher.onDidCreate((uri) => void this.read(uri));
    this.watcher.onDidChange((uri) => void this.read(uri));
    this.watcher.onDidDelete((uri) => this.controller.items.delete(uri.toString()));
  }

  /** Adds a case with the present workspace and result of a document, and opens the case file. */
  async expect(uri) {
    const workspace = await this.runs.workspaceOf(uri);
    if (!workspace) return vscode.window.showInformationMessage("This text is in no language that Evalground knows.");
    const shared = await withoutSecrets(this.engine, workspace);
    const result = await this.engine.evaluate(shared, { maskVaults: true });
    const expected = expectationOf(result);
    if (!expected) return vscode.window.showInformationMessage("There is no result that can be expected.");
    const target = vscode.Uri.parse(uri.replace(/\.\w+$/, "") + ending);
    const before = await this.textOf(target);
    const name = baseName(uri).replace(/\.\w+$/, "");
    const { text } = withCase(before, name, { ...shared, expect: expected });
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
    await this.read(target);
    return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(target));
  }

  async textOf(uri) {
    try {
      return decoded(await vscode.workspace.fs.readFile(uri));
    } catch {
      return undefined; // it does not exist
    }
  }

  async find() {
    const found = await vscode.workspace.findFiles(`**/*${ending}`, "**/node_modules/**", 1000);
    await Promise.all(found.map((uri) => this.read(uri)));
  }

  /** Lists the cases of a file. */
  async read(uri) {
    const item = this.controller.createTestItem(uri.toString(), baseName(uri.path), uri);
    try {
      const text = (await this.textOf(uri)) ?? "";
      const children = casesIn(text).map(({ id, title }) => {
        const child = this.controller.createTestItem(`${uri}#${id}`, title ?? id, uri);
        const line = text.split("\n").findIndex((each) => each.includes(`"id": ${JSON.stringify(id)}`));
        if (line >= 0) child.range = new vscode.Range(line, 0, line, 0);
        return child;
      });
      item.children.replace(children);
    } catch (error) {
      item.error = `This is not a case file: ${error.message}`;
    }
    this.controller.items.add(item);
  }

  /** Runs all cases of the folder, or the asked ones. */
  async run({ include, exclude = [] } = {}, token) {
    await this.find();
    const run = this.controller.createTestRun({ include, exclude });
    const all = [];
    const take = (one) => void all.push(one);
    this.controller.items.forEach((file) => void file.children.forEach(take));
    const isAsked = (one) => !include || include.some(({ id }) => one.id === id || one.id.startsWith(`${id}#`));
    const known = new Map();
    for (const one of all.filter((each) => isAsked(each) && !exclude.includes(each))) {
      if (token?.isCancellationRequested) break;
      const file = one.uri.toString();
      if (!known.has(file)) known.set(file, casesIn(await this.textOf(one.uri)));
      await this.runOne(
        run,
        one,
        known.get(file).find(({ id }) => one.id === `${file}#${id}`),
      );
    }
    run.end();
  }

  async runOne(run, item, one) {
    run.started(item);
    const begin = Date.now();
    const { id: _, expect: __, ...workspace } = one;
    const evaluate = (asked, options) => this.engine.evaluate(asked, options);
    const differences = await judged(one, await evaluate(workspace, { maskVaults: true }), evaluate);
    if (differences.length === 0) return run.passed(item, Date.now() - begin);
    const shown = (node) => (node === null ? "nothing" : JSON.stringify(toPlain(node), null, 2));
    const messages = differences.map(({ what, expected, actual }) =>
      vscode.TestMessage.diff(`${what} differs from what is expected`, shown(expected), shown(actual)),
    );
    return run.failed(item, messages, Date.now() - begin);
  }

  dispose() {
    this.watcher.dispose();
    this.controller.dispose();
  }
}
