// The transport of the language server. The server itself is a function of the module: it takes a message and its
// previous state, and returns the answers (engine/language_server/step.hpp). This file provides what the server needs
// in between: the files of a folder, runs (in a worker of their own), and links.

import type { Wish } from "../change_types.js";
import type { Engine } from "../engine_types.js";
import { encodeLink } from "../links.js";
import { readJson, toFaithful, writeJson } from "../reader.js";
import type { Workspace } from "../types.js";
import { Runs, type WantedRun } from "./runs.js";

/** The texts in a folder by relative path; absent: only open documents are known. */
export type ReadFolder = (uri: string) => Promise<Record<string, string>>;

export interface LanguageServerOptions {
  /**
   * The address of the page in which links open; without it no links are offered. The editor's settings take
   * precedence.
   */
  site?: string;
  readFolder?: ReadFolder;
  /**
   * Receives each run of a document that has ended: its workspace and the part of its outcome that the server needs,
   * as JSON. An editor shows results with it.
   */
  onRun?: (run: { uri: string; workspace: string; outcome: string }) => void;
}

/** A JSON-RPC message as an object. */
export type Message = Record<string, unknown>;

/** The result of a step. */
interface Answer {
  error?: string;
  wants?: { folder?: string; run?: WantedRun; change?: WantedChange; link?: string };
  session?: string;
  messages?: Message[];
  hasUnpublished?: boolean;
  forgets?: "runs" | "files";
}

/** The input of a step. Without `message` the step publishes pending diagnostics. */
interface Step extends Got {
  session: string;
  site: string;
  message: Message | undefined;
  isCancelled: boolean;
}

/** A search for changes, as the engine's request in JSON. */
interface WantedChange {
  request: string;
  token?: string | number;
}

/** What became of a run or a search. */
interface Ended {
  isCancelled?: boolean;
  hasTold: boolean;
}

/** What a message needed and received. */
interface Got {
  run?: Ended & { uri: string; outcome?: string | undefined };
  change?: Ended & { answer?: string | undefined };
  link?: string;
}

interface Publishing {
  controller: AbortController;
  done: Promise<void>;
}

const internalError = -32603;
const invalidRequest = -32600;
/** Runs longer than this report progress. */
const quietMs = 400;
const mapOf = (value: unknown): Message => (typeof value === "object" && value !== null ? (value as Message) : {});

export class LanguageServer {
  private session = "";
  private readonly site: string;
  private readonly readFolder: ReadFolder;
  private readonly onRun: NonNullable<LanguageServerOptions["onRun"]>;
  private readonly runs: Runs;
  /** The texts of folders by URI, as JSON. */
  private folders = new Map<string, Promise<string>>();
  /** Steps run one at a time. */
  private turn: Promise<unknown> = Promise.resolve();
  /** Unanswered requests by id, and requests that report progress by token. */
  private readonly open = new Map<unknown, AbortController>();
  private readonly telling = new Map<unknown, AbortController>();
  private publishing: Publishing | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly write: (message: Message) => void,
    { site = "", readFolder = () => Promise.resolve({}), onRun = () => {} }: LanguageServerOptions = {},
  ) {
    this.site = site;
    this.onRun = onRun;
    this.readFolder = readFolder;
    this.runs = new Runs(engine);
  }

  /** Handles a message of the editor and writes the answers. The promise resolves afterwards and never rejects. */
  async read(message: Message): Promise<void> {
    if (typeof message !== "object" || message === null || Array.isArray(message)) {
      const error = { code: invalidRequest, message: "A message must be an object." };
      return this.write({ jsonrpc: "2.0", id: null, error });
    }
    const { id, method } = message;
    const params = mapOf(message.params);
    if (method === "$/cancelRequest") return this.open.get(params.id)?.abort();
    if (method === "window/workDoneProgress/cancel") return this.telling.get(params.token)?.abort();
    const controller = new AbortController();
    const isRequest = typeof method === "string" && id !== undefined;
    if (isRequest) this.open.set(id, controller);
    let hasUnpublished = false;
    try {
      hasUnpublished = await this.take(message, controller);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (isRequest) this.write({ jsonrpc: "2.0", id, error: { code: internalError, message: text } });
    } finally {
      if (this.open.get(id) === controller) this.open.delete(id);
    }
    // Publishing has no request to answer. If it fails, it is tried again after the next message.
    if (hasUnpublished) await this.publish().catch(() => {});
  }

  /** Publishes pending diagnostics. Its runs are aborted when a text changes. */
  private publish(): Promise<void> {
    this.publishing ??= this.startPublishing();
    return this.publishing.done;
  }

  private startPublishing(): Publishing {
    const controller = new AbortController();
    const done = this.take(undefined, controller).then(() => {});
    const publishing = {
      controller,
      done: done.finally(() => {
        if (this.publishing === publishing) this.publishing = undefined;
      }),
    };
    return publishing;
  }

  /** Repeats steps until the message has everything it needs. Returns whether there is something to publish. */
  private async take(message: Message | undefined, controller: AbortController): Promise<boolean> {
    const got: Got = {};
    for (;;) {
      const { wants, hasUnpublished = false } = await this.step(message, got, controller.signal.aborted);
      if (!wants) return hasUnpublished;
      // The session remembers what is still to be published.
      if (!message && controller.signal.aborted) return false;
      if (wants.folder !== undefined) this.startReading(wants.folder);
      if (wants.run) got.run = await this.run(wants.run, controller);
      if (wants.change) got.change = await this.change(wants.change, controller);
      if (wants.link !== undefined) got.link = encodeLink(toFaithful(readJson(wants.link)) as Workspace);
    }
  }

  private step(message: Message | undefined, got: Got, isCancelled: boolean): Promise<Answer> {
    const taken = this.turn.then(async () => {
      const request = await this.request({ session: this.session, site: this.site, message, isCancelled, ...got });
      const answer = JSON.parse(await this.engine.languageServerStep(request)) as Answer;
      if (answer.error !== undefined) throw new Error(answer.error);
      this.session = answer.session ?? this.session;
      if (answer.forgets) this.forget(answer.forgets);
      for (const each of answer.messages ?? []) this.write(each);
      return answer;
    });
    this.turn = taken.catch(() => {});
    return taken;
  }

  /** A step as JSON, with what is known: the folders, and outcomes that the message may need. */
  private async request(step: Step): Promise<string> {
    const uri = mapOf(mapOf(step.message?.params).textDocument).uri;
    const runs = [...this.runs.known].filter(([each]) => !step.message || each === uri);
    const whole = JSON.stringify({ ...step, runs: Object.fromEntries(runs) });
    const read = [...this.folders].map(async ([each, files]) => `${JSON.stringify(each)}:${await files}`);
    const folders = (await Promise.all(read)).join();
    return `${whole.slice(0, -1)},"folders":{${folders}}}`;
  }

  private forget(what: "runs" | "files"): void {
    this.runs.forget();
    if (what === "files") this.folders = new Map();
    this.publishing?.controller.abort();
    this.publishing = undefined;
  }

  private startReading(folder: string): void {
    if (this.folders.has(folder)) return;
    const read = this.readFolder(folder).catch(() => ({}));
    this.folders.set(folder, read.then(JSON.stringify));
  }

  private async run(wanted: WantedRun, controller: AbortController): Promise<NonNullable<Got["run"]>> {
    const { uri, token, isFresh, workspace } = wanted;
    const known = isFresh ? undefined : this.runs.known.get(uri);
    if (known !== undefined) return { uri, outcome: known, hasTold: false };
    const { result: outcome, ...ended } = await this.told({ token, title: "Evaluating" }, controller, () =>
      this.runs.outcome(wanted, controller.signal),
    );
    if (outcome !== undefined) this.onRun({ uri, workspace, outcome });
    return { uri, outcome, ...ended };
  }

  private async change(
    { request, token }: WantedChange,
    controller: AbortController,
  ): Promise<NonNullable<Got["change"]>> {
    const { change: workspace, ...wish } = toFaithful(readJson(request)) as Wish & { change: Workspace };
    const { signal } = controller;
    const { result, ...ended } = await this.told({ token, title: "Searching for changes" }, controller, () =>
      this.engine.change(workspace, { ...wish, signal }),
    );
    return { answer: result && writeJson(result), ...ended };
  }

  /** The result of work of which the editor is told if it takes long, and which it can cancel; absent if it did. */
  private async told<T>(
    { token, title }: { token: string | number | undefined; title: string },
    controller: AbortController,
    work: () => Promise<T>,
  ): Promise<Ended & { result?: T }> {
    let hasTold = false;
    const tell = (value: object) => this.write({ jsonrpc: "2.0", method: "$/progress", params: { token, value } });
    const begin = () => {
      hasTold = true;
      tell({ kind: "begin", title, cancellable: true });
    };
    const timer = token === undefined ? undefined : setTimeout(begin, quietMs);
    if (token !== undefined) this.telling.set(token, controller);
    try {
      return { result: await work(), hasTold };
    } catch (error) {
      if (!controller.signal.aborted) throw error;
      return { isCancelled: true, hasTold };
    } finally {
      clearTimeout(timer);
      this.telling.delete(token);
      if (hasTold) tell({ kind: "end" });
    }
  }
}
