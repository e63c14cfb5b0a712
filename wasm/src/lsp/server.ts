// The language server: a method for each request, answered by the engine's language services.

import type {
  CodeAction,
  CompletionItem,
  CompletionList,
  Hover,
  InlayHint,
  InlineValueText,
  Location,
  Position,
  Range,
  TextEdit,
  WorkspaceEdit,
  WorkspaceSymbol,
} from "vscode-languageserver-types";
import type { Engine } from "../engine_types.js";
import { encodeLink } from "../links.js";
import type { AssistRequest, Diagnostic, OutlineNode, RunResult, Workspace } from "../types.js";
import { type Change, OpenDocuments, settingsName } from "./documents.js";
import type { ReadFolder } from "./folder.js";
import {
  completionItem,
  documentSymbols,
  type EngineCompletion,
  type EngineSymbol,
  evaluateCommand,
  lspDiagnostic,
  markdown,
  type Place,
  serverCapabilities,
  shareCommand,
  symbolKind,
} from "./shapes.js";
import { TokenStore } from "./tokens.js";

export interface LanguageServerOptions {
  /** The address of the page that links open in; without it none are offered. The editor's settings win. */
  site?: string;
  readFolder?: ReadFolder;
}

/** A message of JSON-RPC, as an object. */
export type Message = Record<string, unknown>;
type Params = Record<string, never> & Message;

/** A request that cannot be met, for the one who asked. */
class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}
const errors = { methodNotFound: -32601, invalidParams: -32602, internal: -32603, failed: -32803, cancelled: -32800 };
const cancelled = () => new Refusal(errors.cancelled, "The request was taken back.");

/** A run on behalf of an editor ends soon, whatever it does. */
const runMs = 3000;
const mostShown = 2000;

type Handler = (params: Params, signal: AbortSignal) => unknown;
const mapOf = (value: unknown): Message => (typeof value === "object" && value !== null ? (value as Message) : {});
const isMap = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const uriOf = (params: Message): string => String(mapOf(params.textDocument).uri ?? "");

export class LanguageServer {
  private readonly documents: OpenDocuments;
  private readonly tokens = new TokenStore();
  /** Outcomes, until a text changes. */
  private runs = new Map<string, Promise<RunResult>>();
  private readonly open = new Map<unknown, AbortController>();
  private site: string;
  private pulls = false;
  private hasSnippets = false;
  private nextId = 1;
  /** Of texts: whoever comes later makes the earlier one's diagnostics useless. */
  private publishing: AbortController | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly write: (message: Message) => void,
    { site = "", readFolder }: LanguageServerOptions = {},
  ) {
    this.site = site;
    this.documents = new OpenDocuments(engine, readFolder);
  }

  /** Takes a message of the editor. What answers it is written; the promise is settled then, and never rejects. */
  async read(message: Message): Promise<void> {
    const { id, method, params } = message;
    if (typeof method !== "string") return;
    if (id === undefined) {
      // Nobody waits for an answer: what cannot be done is left out.
      await this.notice(method, mapOf(params)).catch(() => {});
      return;
    }
    const handler = this.handlers.get(method);
    const controller = new AbortController();
    this.open.set(id, controller);
    try {
      if (!handler) throw new Refusal(errors.methodNotFound, `There is no method ${method}.`);
      const result = await handler(mapOf(params) as Params, controller.signal);
      if (controller.signal.aborted) throw cancelled();
      this.send({ id, result: result ?? null });
    } catch (error) {
      const refusal = controller.signal.aborted ? cancelled() : error;
      const code = refusal instanceof Refusal ? refusal.code : errors.internal;
      this.send({ id, error: { code, message: refusal instanceof Error ? refusal.message : String(refusal) } });
    } finally {
      this.open.delete(id);
    }
  }

  private send(message: Message): void {
    this.write({ jsonrpc: "2.0", ...message });
  }

  private async notice(method: string, params: Message): Promise<void> {
    const document = mapOf(params.textDocument);
    const uri = uriOf(params);
    const version = Number(document.version ?? 0);
    switch (method) {
      case "$/cancelRequest":
        this.open.get(params.id)?.abort();
        return;
      case "textDocument/didOpen":
        this.documents.all.set(uri, {
          text: String(document.text ?? ""),
          version,
          language: String(document.languageId ?? ""),
        });
        return this.changed(uri);
      case "textDocument/didChange":
        this.documents.change(uri, (params.contentChanges ?? []) as Change[], version);
        return this.changed(uri);
      case "textDocument/didClose":
        this.documents.all.delete(uri);
        this.tokens.forget(uri);
        this.runs.clear();
        return this.send({ method: "textDocument/publishDiagnostics", params: { uri, diagnostics: [] } });
      case "textDocument/didSave":
      case "workspace/didChangeWatchedFiles":
        return this.reread();
      case "workspace/didChangeWorkspaceFolders": {
        const { added = [], removed = [] } = mapOf(params.event) as Record<string, { uri: string }[]>;
        for (const folder of removed) this.documents.removeFolder(folder.uri);
        for (const folder of added) this.documents.addFolder(folder.uri);
        return this.reread();
      }
      case "workspace/didChangeConfiguration":
        this.takeSettings(mapOf(mapOf(params.settings).evalground));
    }
  }

  private async changed(uri: string): Promise<void> {
    this.runs.clear();
    this.publishing?.abort();
    this.publishing = new AbortController();
    await this.publish(uri, this.publishing.signal);
  }

  private async reread(): Promise<void> {
    this.documents.forgetFiles();
    this.runs.clear();
    const { signal } = new AbortController();
    for (const uri of this.documents.all.keys()) await this.publish(uri, signal);
  }

  private takeSettings({ site }: Message): void {
    if (typeof site === "string") this.site = site;
  }

  private readonly handlers = new Map<string, Handler>([
    ["initialize", (params) => this.initialize(params)],
    ["shutdown", () => null],
    ["textDocument/completion", (params) => this.completion(params)],
    ["completionItem/resolve", (item) => this.resolve(item as Params & CompletionItem)],
    ["textDocument/hover", (params, signal) => this.hover(params, signal)],
    ["textDocument/signatureHelp", (params) => this.ask("signature", uriOf(params), this.at(params))],
    ["textDocument/definition", (params) => this.locations("definition", params)],
    ["textDocument/references", (params) => this.locations("references", params)],
    ["textDocument/prepareRename", (params) => this.prepareRename(params)],
    ["textDocument/rename", (params) => this.rename(params)],
    ["textDocument/documentSymbol", async (params) => documentSymbols(await this.asked("symbols", params))],
    ["workspace/symbol", (params) => this.workspaceSymbols(String(params.query ?? ""))],
    ["textDocument/semanticTokens/full", async (params) => this.tokens.full(uriOf(params), await this.data(params))],
    [
      "textDocument/semanticTokens/full/delta",
      async (params) => this.tokens.delta(uriOf(params), String(params.previousResultId), await this.data(params)),
    ],
    ["textDocument/inlayHint", (params, signal) => this.inlayHints(params, signal)],
    ["textDocument/inlineValue", (params, signal) => this.inlineValues(params, signal)],
    ["textDocument/codeAction", (params, signal) => this.codeActions(params, signal)],
    ["textDocument/codeLens", (params) => this.codeLenses(uriOf(params))],
    ["textDocument/formatting", (params) => this.format(params)],
    ["textDocument/diagnostic", (params, signal) => this.pull(params, signal)],
    ["workspace/executeCommand", (params, signal) => this.execute(params, signal)],
  ]);

  private initialize(params: Message): unknown {
    const folders = params.workspaceFolders as { uri: string }[] | null | undefined;
    for (const { uri } of folders ?? []) this.documents.addFolder(uri);
    if (!folders && typeof params.rootUri === "string") this.documents.addFolder(params.rootUri);
    this.takeSettings(mapOf(params.initializationOptions));
    const text = mapOf(mapOf(params.capabilities).textDocument);
    // An editor that asks for diagnostics is not sent them.
    this.pulls = text.diagnostic !== undefined;
    this.hasSnippets = mapOf(mapOf(text.completion).completionItem).snippetSupport === true;
    return {
      capabilities: serverCapabilities,
      serverInfo: { name: "evalground", version: this.engine.version() },
    };
  }

  private async workspace(uri: string): Promise<Workspace> {
    const workspace = await this.documents.workspaceOf(uri);
    if (!workspace) throw new Refusal(errors.failed, "This text is in no language that Evalground knows.");
    return workspace;
  }

  /** The answer's value to a request about a document. */
  private async ask(ask: AssistRequest["ask"], uri: string, more: Partial<AssistRequest>): Promise<unknown> {
    const answer = await this.engine.ask({ ...more, ask, workspace: await this.workspace(uri) });
    if (!answer.ok) throw new Refusal(errors.failed, answer.diagnostics[0]?.message ?? "The request cannot be met.");
    const { json } = answer;
    return json === undefined ? undefined : (JSON.parse(json) as unknown);
  }

  /** The same about the whole of a text. */
  private async asked<T>(ask: AssistRequest["ask"], params: Message): Promise<T> {
    return (await this.ask(ask, uriOf(params), { file: this.documents.nameOf(uriOf(params)) })) as T;
  }

  private at(params: Message): Pick<AssistRequest, "at"> {
    return { at: { ...(params.position as Position), file: this.documents.nameOf(uriOf(params)) } };
  }

  private async completion(params: Message): Promise<CompletionList> {
    const { items, isIncomplete } = (await this.ask("complete", uriOf(params), this.at(params))) as {
      items: EngineCompletion[];
      isIncomplete: boolean;
    };
    const data = { textDocument: { uri: uriOf(params) }, position: params.position };
    return { isIncomplete, items: items.map((item) => ({ ...completionItem(item, this.hasSnippets), data })) };
  }

  private async resolve(item: CompletionItem): Promise<CompletionItem> {
    const data = mapOf(item.data);
    const more = { ...this.at(data), label: String(item.label) };
    const { items } = (await this.ask("complete", uriOf(data), more)) as { items: EngineCompletion[] };
    const documentation = items.find((one) => one.documentation)?.documentation;
    return documentation ? { ...item, documentation: markdown(documentation) } : item;
  }

  private async hover(params: Message, signal: AbortSignal): Promise<Hover | null> {
    const outcome = await this.outcome(uriOf(params), signal);
    const found = await this.ask("hover", uriOf(params), { ...this.at(params), outcome });
    if (!found) return null;
    const { contents, range } = found as { contents: string; range: Range };
    return { contents: markdown(contents), range };
  }

  private location(uri: string, { file, range }: Place): Location {
    return { uri: this.documents.uriOf(uri, file), range };
  }

  private async locations(ask: "definition" | "references", params: Message): Promise<Location[]> {
    const { includeDeclaration } = mapOf(params.context);
    const more = typeof includeDeclaration === "boolean" ? { includeDeclaration } : {};
    const places = (await this.ask(ask, uriOf(params), { ...this.at(params), ...more })) as Place[];
    return places.map((place) => this.location(uriOf(params), place));
  }

  private workspaceEdit(uri: string, edits: readonly (Place & { newText: string })[]): WorkspaceEdit {
    const changes = new Map<string, TextEdit[]>();
    for (const { newText, ...place } of edits) {
      const { uri: target, range } = this.location(uri, place);
      changes.set(target, [...(changes.get(target) ?? []), { range, newText }]);
    }
    return { changes: Object.fromEntries(changes) };
  }

  private async prepareRename(params: Message): Promise<unknown> {
    const answer = (await this.ask("rename", uriOf(params), this.at(params))) as { range: Range; placeholder: string };
    return { range: answer.range, placeholder: answer.placeholder };
  }

  private async rename(params: Message): Promise<WorkspaceEdit> {
    const more = { ...this.at(params), newName: String(params.newName) };
    const { edits } = (await this.ask("rename", uriOf(params), more)) as { edits: (Place & { newText: string })[] };
    return this.workspaceEdit(uriOf(params), edits);
  }

  private async workspaceSymbols(query: string): Promise<WorkspaceSymbol[]> {
    const found = new Map<string, WorkspaceSymbol>();
    for (const uri of this.documents.all.keys()) {
      if (!(await this.documents.workspaceOf(uri))) continue;
      for (const { name, kind, location } of (await this.ask("symbols", uri, { query })) as EngineSymbol[]) {
        const symbol = { name, kind: symbolKind(kind), location: this.location(uri, location) };
        found.set(JSON.stringify(symbol), symbol);
      }
    }
    return [...found.values()];
  }

  private async data(params: Message): Promise<number[]> {
    return (await this.asked<{ data: number[] }>("tokens", params)).data;
  }

  private async shown(params: Message, signal: AbortSignal): Promise<{ position: Position; label: string }[]> {
    const outcome = await this.outcome(uriOf(params), signal);
    const more = { file: this.documents.nameOf(uriOf(params)), outcome };
    const hints = (await this.ask("inlay", uriOf(params), more)) as { position: Position; label: string }[];
    const { start, end } = (params.range ?? {}) as Partial<Range>;
    return hints.filter(
      ({ position: { line } }) => line >= (start?.line ?? 0) && line <= (end?.line ?? Number.POSITIVE_INFINITY),
    );
  }

  private async inlayHints(params: Message, signal: AbortSignal): Promise<InlayHint[]> {
    return (await this.shown(params, signal)).map(({ position, label }) => ({ position, label, paddingLeft: true }));
  }

  private async inlineValues(params: Message, signal: AbortSignal): Promise<InlineValueText[]> {
    return (await this.shown(params, signal)).map(({ position, label }) => ({
      range: { start: position, end: position },
      text: label,
    }));
  }

  private async codeActions(params: Message, signal: AbortSignal): Promise<CodeAction[]> {
    const uri = uriOf(params);
    const { start, end: to } = params.range as Range;
    const at = { ...start, file: this.documents.nameOf(uri) };
    const outcome = await this.outcome(uri, signal);
    const actions = (await this.ask("code_actions", uri, { at, to, outcome })) as {
      title: string;
      edits: (Place & { newText: string })[];
      /** Of the workspace, where there are no edits. */
      changes?: NonNullable<Workspace["changes"]>;
    }[];
    const edited = actions.map(async ({ title, edits, changes }) => {
      const edit = changes ? await this.settingsEdit(uri, changes) : this.workspaceEdit(uri, edits);
      return edit ? [{ title, kind: "quickfix", edit }] : [];
    });
    return (await Promise.all(edited)).flat();
  }

  /** What changes of a workspace are in the folder's settings; undefined where they cannot be made there. */
  private async settingsEdit(
    uri: string,
    changes: NonNullable<Workspace["changes"]>,
  ): Promise<WorkspaceEdit | undefined> {
    const text = await this.documents.settingsOf(uri);
    const [change] = changes as readonly { path: string }[];
    const key = /^\/(\w+)\//.exec(change?.path ?? "")?.[1];
    if (text === undefined || key === undefined) return undefined;
    // A key that there is not holds nothing yet.
    const starts = [text, `${text.replace(/(?<!\n)$/, "\n")}${key}: {}\n`];
    for (const start of starts) {
      const { ok, json } = await this.engine.change(start, changes);
      if (!ok || json === undefined) continue;
      const newText = JSON.parse(json) as string;
      const end = { line: text.split("\n").length, character: 0 };
      const range = { start: { line: 0, character: 0 }, end };
      return { changes: { [this.documents.uriOf(uri, settingsName)]: [{ range, newText }] } };
    }
    return undefined;
  }

  private async codeLenses(uri: string): Promise<unknown> {
    await this.workspace(uri);
    const start = { line: 0, character: 0 };
    const lens = (title: string, command: string) => ({
      range: { start, end: start },
      command: { title, command, arguments: [uri] },
    });
    return [lens("Evaluate", evaluateCommand), ...(this.site === "" ? [] : [lens("Open in Evalground", shareCommand)])];
  }

  private async format(params: Message): Promise<unknown> {
    const document = this.documents.all.get(uriOf(params));
    if (!document) throw new Refusal(errors.invalidParams, "The document is not open.");
    const { text } = await this.asked<{ text: string }>("format", params);
    if (text === document.text) return [];
    const end = { line: document.text.split("\n").length, character: 0 };
    return [{ range: { start: { line: 0, character: 0 }, end }, newText: text }];
  }

  private async pull(params: Message, signal: AbortSignal): Promise<unknown> {
    return { kind: "full", items: await this.problems(uriOf(params), signal) };
  }

  private async publish(uri: string, signal: AbortSignal): Promise<void> {
    if (this.pulls || !(await this.documents.workspaceOf(uri))) return;
    const diagnostics = await this.problems(uri, signal);
    const version = this.documents.all.get(uri)?.version;
    if (signal.aborted || version === undefined) return;
    this.send({ method: "textDocument/publishDiagnostics", params: { uri, version, diagnostics } });
  }

  /** Those of a run, which finds more than a check, and the hints. */
  private async problems(uri: string, signal: AbortSignal): Promise<unknown[]> {
    if (!this.documents.all.has(uri)) return [];
    const { diagnostics } = await this.run(uri, signal);
    const hints = (await this.ask("hints", uri, {})) as Diagnostic[];
    const name = this.documents.nameOf(uri);
    const text = this.documents.all.get(uri)?.text ?? "";
    return [...diagnostics, ...hints]
      .filter(({ span }) => span?.file === name)
      .map((one) => lspDiagnostic(one, text, this.site));
  }

  /** The outcome of the document's workspace as it is now. */
  private async run(uri: string, signal: AbortSignal): Promise<RunResult> {
    const known = this.runs.get(uri);
    if (known) return known;
    const options = { trace: true, coverage: true, timeMs: runMs, signal };
    const result = this.engine.evaluate(await this.workspace(uri), options);
    this.runs.set(uri, result);
    // One that was ended is no outcome.
    result.catch(() => this.runs.delete(uri));
    return result;
  }

  private async outcome(uri: string, signal: AbortSignal): Promise<Pick<RunResult, "trace" | "diagnostics" | "asks">> {
    const { trace, diagnostics, asks } = await this.run(uri, signal);
    return { ...(trace ? { trace } : {}), diagnostics, ...(asks ? { asks } : {}) };
  }

  private execute(params: Message, signal: AbortSignal): unknown {
    const [uri] = (params.arguments ?? []) as unknown[];
    if (typeof uri === "string" && params.command === evaluateCommand) return this.evaluate(uri, signal);
    if (typeof uri === "string" && params.command === shareCommand) return this.share(uri, signal);
    throw new Refusal(
      errors.invalidParams,
      "There are the commands evalground.evaluate and evalground.share, which take the URI of a text.",
    );
  }

  /** The outcome, and a message with the result for editors that show nothing of a command's answer. */
  private async evaluate(uri: string, signal: AbortSignal): Promise<unknown> {
    this.runs.delete(uri);
    const { ok, json, text, outputsJson, reports, diagnostics } = await this.run(uri, signal);
    const all = text || json || outputsJson || (reports ? JSON.stringify(reports) : "") || "No result.";
    const shown = (!ok && diagnostics[0]?.message) || all;
    const message = shown.length > mostShown ? `${shown.slice(0, mostShown)}…` : shown;
    this.send({ method: "window/showMessage", params: { type: ok ? 3 : 1, message } });
    return {
      ok,
      ...(json === undefined ? {} : { value: JSON.parse(json) as unknown }),
      ...(text === undefined ? {} : { text }),
      ...(outputsJson === undefined ? {} : { outputs: JSON.parse(outputsJson) as unknown }),
      ...(reports ? { reports } : {}),
      diagnostics,
    };
  }

  /** {url}: the text, what its run has read of the folder, and no secrets. */
  private async share(uri: string, signal: AbortSignal): Promise<unknown> {
    if (this.site === "") {
      throw new Refusal(errors.failed, "Links need the address of the page: the setting evalground.site, or --site.");
    }
    const whole = await this.workspace(uri);
    const { coverage = {} } = await this.run(uri, signal);
    const kept = Object.entries(whole.files ?? {}).filter(
      ([name]) => name === whole.main || Object.hasOwn(coverage, name),
    );
    const sensitive = sensitiveInputs((await this.engine.check(whole, { signal })).outline);
    const inputs = withoutEntries(mapOf(whole.inputs), sensitive);
    const workspace = { ...whole, files: Object.fromEntries(kept), inputs } as Workspace;
    const url = `${this.site.replace(/\/+$/, "")}/#${encodeLink(workspace)}`;
    this.send({ id: this.nextId++, method: "window/showDocument", params: { uri: url, external: true } });
    return { url };
  }
}

/** The map without entries of these names. Inputs may stand within others, as in the environments of Heat. */
function withoutEntries(map: Message, names: ReadonlySet<string>): Message {
  return Object.fromEntries(
    Object.entries(map)
      .filter(([name]) => !names.has(name))
      .map(([name, value]) => [name, isMap(value) ? withoutEntries(value, names) : value]),
  );
}

/** Names of the inputs that the document declares as secret. */
function sensitiveInputs(nodes: readonly OutlineNode[]): Set<string> {
  return new Set(
    nodes.flatMap(({ kind, sensitive, name, children = [] }) => [
      ...(kind === "parameter" && sensitive ? [name] : []),
      ...sensitiveInputs(children),
    ]),
  );
}
