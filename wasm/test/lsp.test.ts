// The language server over the module: the sessions that the command is held to, too. Needs dist/.

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
  answers: Record<string, unknown>;
  notices?: unknown[];
}

/** Whether a value holds what is wanted: keys of maps, and for each item of a list one that fits. */
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

/** What the server says to these messages, each read when the one before was answered. */
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
    const { messages, answers, notices = [] } = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Session;
    const said = await spoken(engine, messages);
    for (const [id, wanted] of Object.entries(answers)) {
      const answer = said.find((message) => message.id === Number(id) && message.method === undefined);
      expect(holds(answer, wanted), `${id}: ${JSON.stringify(answer)}\n${JSON.stringify(wanted)}`).toBe(true);
    }
    for (const wanted of notices) {
      const isThere = said.some((message) => holds(message, wanted));
      expect(isThere, `${JSON.stringify(wanted)}\n${JSON.stringify(said)}`).toBe(true);
    }
  });

  test("ends a request that is taken back", async () => {
    const loop = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}";
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

  test("shares no secrets", async () => {
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
