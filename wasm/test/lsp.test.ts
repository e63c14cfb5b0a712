// The language server through the package: the recorded sessions of the command, and what differs here, since runs have
// a worker of their own. Needs dist/.

import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../src/index.js";
import { LanguageServer, type Message } from "../src/lsp/index.js";

const { createEngine } = (await import(
  new URL("../dist/index.js", import.meta.url).href
)) as typeof import("../src/index.js");
const folder = new URL("../../tests/editors/sessions/", import.meta.url);

interface Session {
  about: string;
  messages: Message[];
  /** A subset of the answer to a request. */
  answers: Record<string, unknown>;
  /** The complete answer to a request. */
  equal?: Record<string, unknown>;
  notices?: unknown[];
}

/** Whether a value contains another: all keys of maps, and for each list item a matching one. */
function holds(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(value)) return false;
    return wanted.length === 0 ? value.length === 0 : wanted.every((item) => value.some((one) => holds(one, item)));
  }
  if (typeof wanted === "object" && wanted !== null) {
    if (typeof value !== "object" || value === null) return false;
    return Object.entries(wanted).every(([key, part]) => holds((value as Message)[key], part));
  }
  return value === wanted;
}

/** The server's answers to messages, each sent after the previous one was answered. */
async function spoken(engine: Engine, messages: readonly Message[], options = {}): Promise<Message[]> {
  const said: Message[] = [];
  const server = new LanguageServer(engine, (message) => said.push(message), options);
  for (const message of messages) await server.read(message);
  return said;
}

describe("the language server", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine();
  });
  afterAll(() => engine.close());

  const uri = "file:///w/a.j2";
  const opened = (text: string, name = uri): Message => ({
    method: "textDocument/didOpen",
    params: { textDocument: { uri: name, languageId: "", version: 1, text } },
  });
  const initialize: Message = { id: 1, method: "initialize", params: { capabilities: {} } };

  test.each(readdirSync(folder))("answers as in %s", async (name) => {
    const session = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Session;
    const { messages, answers, equal = {}, notices = [] } = session;
    const said = await spoken(engine, messages);
    const answerTo = (id: string) => said.find((message) => message.id === Number(id) && message.method === undefined);
    for (const [id, wanted] of Object.entries(equal)) {
      const { id: _, jsonrpc, ...answer } = answerTo(id) ?? {};
      expect(answer, id).toEqual(wanted);
    }
    for (const [id, wanted] of Object.entries(answers)) {
      const answer = answerTo(id);
      expect(holds(answer, wanted), `${id}: ${JSON.stringify(answer)}\n${JSON.stringify(wanted)}`).toBe(true);
    }
    for (const wanted of notices) {
      const isThere = said.some((message) => holds(message, wanted));
      expect(isThere, `${JSON.stringify(wanted)}\n${JSON.stringify(said)}`).toBe(true);
    }
  });

  test("aborts a cancelled request", async () => {
    const said: Message[] = [];
    const server = new LanguageServer(engine, (message) => said.push(message));
    await server.read({ id: 1, method: "initialize", params: { capabilities: { textDocument: { diagnostic: {} } } } });
    await server.read(opened(loop));
    const command = { command: "evalground.evaluate", arguments: [uri] };
    const answered = server.read({ id: 2, method: "workspace/executeCommand", params: command });
    await server.read({ method: "$/cancelRequest", params: { id: 2 } });
    await answered;
    expect(said.find(({ id }) => id === 2)).toMatchObject({ error: { code: -32800 } });
  });

  const loop = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}";
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  test("runs once for all messages that need the same outcome", async () => {
    let runs = 0;
    const evaluate: Engine["evaluate"] = (...request) => {
      runs += 1;
      return engine.evaluate(...request);
    };
    const counting = Object.assign(Object.create(engine) as Engine, { evaluate });
    const said: Message[] = [];
    const server = new LanguageServer(counting, (message) => said.push(message));
    const params = { textDocument: { uri }, position: { line: 0, character: 5 } };
    const messages = [
      initialize,
      opened("{{ 'a' | upper }}"),
      { id: 2, method: "textDocument/hover", params },
      { id: 3, method: "textDocument/inlayHint", params },
      { id: 4, method: "textDocument/diagnostic", params },
    ];
    await Promise.all(messages.map((message) => server.read(message)));
    expect(said.filter(({ error }) => error)).toEqual([]);
    expect(said.find(({ id }) => id === 3)).toMatchObject({ result: [{ label: '= "A"' }] });
    expect(runs).toBe(1);
    const command = { command: "evalground.evaluate", arguments: [uri] };
    await server.read({ id: 5, method: "workspace/executeCommand", params: command });
    expect(runs).toBe(2);
  });

  test("passes on each run, with its workspace", async () => {
    const runs: { uri: string; workspace: string; outcome: string }[] = [];
    const evaluate = { command: "evalground.evaluate", arguments: [uri] };
    const messages = [
      initialize,
      opened("{{ 1 + 1 }}"),
      { id: 2, method: "workspace/executeCommand", params: evaluate },
    ];
    await spoken(engine, messages, { onRun: (run: (typeof runs)[number]) => runs.push(run) });
    const last = runs.at(-1);
    expect(last?.uri).toBe(uri);
    expect(JSON.parse(last?.workspace ?? "")).toMatchObject({ dialect: "jinja2", main: "a.j2" });
    expect(JSON.parse(last?.outcome ?? "")).toMatchObject({ ok: true, text: "2" });
  });

  test("aborts a run when its text changes, and publishes the problems of the new text", async () => {
    const said: Message[] = [];
    const server = new LanguageServer(engine, (message) => said.push(message));
    const start = performance.now();
    const contentChanges = [{ text: "{{ 1 | uper }}" }];
    const changed = { textDocument: { uri, version: 2 }, contentChanges };
    await server.read(initialize);
    const first = server.read(opened(loop));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await server.read({ method: "textDocument/didChange", params: changed });
    await first;
    const published = said.filter(({ method }) => method === "textDocument/publishDiagnostics");
    expect(published).toMatchObject([{ params: { version: 2, diagnostics: [{ code: "unknown-filter" }] } }]);
    expect(performance.now() - start).toBeLessThan(2500); // the run takes at least 3000
  });

  test("reports the progress of a long run, and aborts it when the editor cancels it", async () => {
    const said: Message[] = [];
    const server = new LanguageServer(engine, (message) => said.push(message));
    const telling = (kind: string) => said.some((message) => holds(message, { params: { token: 7, value: { kind } } }));
    await server.read({ id: 1, method: "initialize", params: { capabilities: { textDocument: { diagnostic: {} } } } });
    await server.read(opened(loop));
    const command = { command: "evalground.evaluate", arguments: [uri], workDoneToken: 7 };
    const answered = server.read({ id: 2, method: "workspace/executeCommand", params: command });
    await until(() => telling("begin"));
    await server.read({ method: "window/workDoneProgress/cancel", params: { token: 7 } });
    await answered;
    expect(telling("end")).toBe(true);
    expect(said.at(-1)).toMatchObject({ id: 2, error: { code: -32800 } });
  });

  test("answers if the engine fails, and continues", async () => {
    let fails = true;
    const languageServerStep: Engine["languageServerStep"] = (request) =>
      fails ? Promise.reject(new Error("crashed")) : engine.languageServerStep(request);
    const failing = Object.assign(Object.create(engine) as Engine, { languageServerStep });
    const said: Message[] = [];
    const server = new LanguageServer(failing, (message) => said.push(message));
    await server.read(initialize);
    fails = false;
    await server.read({ ...initialize, id: 2 });
    expect(said).toMatchObject([{ id: 1, error: { code: -32603, message: "crashed" } }, { id: 2 }]);
    expect(said[1]).not.toHaveProperty("error");
  });

  test("answers anything but an object with an error, and continues", async () => {
    const broken = [null, "text", [initialize], 5] as unknown as Message[];
    const said = await spoken(engine, [...broken, initialize]);
    expect(said).toMatchObject([...broken.map(() => ({ id: null, error: { code: -32600 } })), { id: 1 }]);
  });

  test("says that the module of one dialect has no language server", async () => {
    const wasmUrl = new URL("../dist/dialects/yaql.wasm", import.meta.url);
    const small = await createEngine({ wasmUrl });
    try {
      const [answer] = await spoken(small, [initialize]);
      expect(answer).toMatchObject({
        id: 1,
        error: { code: -32603, message: expect.stringContaining("module of all dialects") as string },
      });
    } finally {
      small.close();
    }
  });

  test("accepts half a surrogate pair", async () => {
    const params = { textDocument: { uri } };
    const symbols = { id: 2, method: "textDocument/documentSymbol", params };
    const said = await spoken(engine, [initialize, opened("x\ud83d"), symbols]);
    expect(said.find(({ id }) => id === 2)).toMatchObject({ result: [] });
  });

  test("works in the caller's own thread", async () => {
    const own = await createEngine({ worker: false });
    try {
      const command = { command: "evalground.evaluate", arguments: [uri] };
      const evaluate = { id: 2, method: "workspace/executeCommand", params: command };
      const said = await spoken(own, [initialize, opened("{{ 1 + 1 }}"), evaluate]);
      expect(said.find(({ id }) => id === 2)).toMatchObject({ result: { text: "2" } });
    } finally {
      own.close();
    }
  });

  test("reads the folders that the editor opens, and no others", async () => {
    const asked: string[] = [];
    const readFolder = (folder: string) => {
      asked.push(folder);
      return Promise.resolve({ "library.j2": "{% set port = 80 %}", "a.j2": "old" });
    };
    const folders = { capabilities: {}, workspaceFolders: [{ uri: "file:///w", name: "w" }] };
    const evaluate = (id: number, document: string) => ({
      id,
      method: "workspace/executeCommand",
      params: { command: "evalground.evaluate", arguments: [document] },
    });
    const text = "{% from 'library.j2' import port %}{{ port }}";
    const said = await spoken(
      engine,
      [
        { id: 1, method: "initialize", params: folders },
        opened(text),
        evaluate(2, uri),
        opened(text, "file:///else/a.j2"),
        evaluate(3, "file:///else/a.j2"),
      ],
      { readFolder },
    );
    expect(said.find(({ id }) => id === 2)).toMatchObject({ result: { ok: true, text: "80" } });
    expect(said.find(({ id }) => id === 3)).toMatchObject({ result: { ok: false } });
    expect(new Set(asked)).toEqual(new Set(["file:///w"]));
  });

  test("puts no secrets into links", async () => {
    const { decodeLink } = await import("../src/links.js");
    const said = await spoken(
      engine,
      [
        initialize,
        opened("dialect: jinja2\nsecrets: {token: hunter2}\n", "file:///w/.evalground.yaml"),
        opened("{{ 1 }}"),
        opened("{{ 2 }}", "file:///w/other.j2"),
        { id: 2, method: "workspace/executeCommand", params: { command: "evalground.share", arguments: [uri] } },
      ],
      { site: "https://site.test/" },
    );
    const { result } = said.find(({ id, method }) => id === 2 && method === undefined) as { result: { url: string } };
    expect(result.url).toMatch(/^https:\/\/site\.test\/#w1\./);
    expect(decodeLink(result.url).workspace).toEqual({
      dialect: "jinja2",
      files: { "a.j2": "{{ 1 }}" },
      secrets: { token: null },
    });
  });
});
