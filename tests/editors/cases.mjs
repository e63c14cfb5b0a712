// Asks the cases of language services (engine/dialects/*/cases/assist.json and names.json) through the shells that
// editors see: `evalground lsp` on standard input and output, and `evalground/lsp` of the package. What a server says
// is taken back to the form of the engine's answers, and the checker that judges those judges it. What the protocol has
// no request for is left out.
//
//   node tests/editors/cases.mjs [COMMAND]      build/native/evalground by default; the modules of build/wasm
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import createChecker from "../../build/wasm/check.mjs";
import { createEngine } from "../../wasm/dist/index.js";
import { LanguageServer } from "../../wasm/dist/lsp.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "evalground-cases-"));
const mark = "¦";
const expressionFile = "<expression>";
const settingsName = ".evalground.yaml";
const mainNames = { jinja2: "main.j2", cfengine: "main.cf", yaql: "main.yaql" };
/** Keys of a case that are no keys of its workspace. */
const caseKeys = ["id", "ask", "expect", "with", "run", "note", "source", "files", "main", "expression"];
const capabilities = {
  textDocument: { completion: { completionItem: { snippetSupport: true } }, diagnostic: {} },
};

/** The texts of a case's folder without the mark, and where it was; null where editors cannot ask this. */
function prepared(one) {
  // An expression is no text of a folder, but that of YAQL, which may stand in a file.
  const isQuery = one.dialect === "yaql" && one.expression !== undefined;
  if ((one.expression !== undefined && !isQuery) || one.with?.target !== undefined) return null;
  const files = { ...one.files };
  // The main text, or the name of a file.
  const isName = one.main !== undefined && one.main in files;
  const main = isName ? one.main : (mainNames[one.dialect] ?? "main.yaml");
  if (one.main !== undefined && !isName) files[main] = one.main;
  if (isQuery) files[main] = one.expression;
  let open = main;
  let offset;
  for (const [name, text] of Object.entries(files)) {
    const at = text.indexOf(mark);
    if (at < 0) continue;
    files[name] = text.replace(mark, "");
    open = name;
    offset = at;
  }
  const settings = Object.fromEntries(Object.entries(one).filter(([key]) => !caseKeys.includes(key)));
  if (files[main] !== undefined) settings.main = main;
  return { files, open, offset, settings, shownAs: isQuery ? expressionFile : undefined };
}

function positionAt(text, offset) {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length - 1, character: before.at(-1).length };
}
function offsetAt(text, { line, character }) {
  const lines = text.split("\n");
  return lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
}

/** Settings as people write them: a key a line. */
const settingsText = (settings) =>
  Object.entries(settings)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join("");

/** A server by its messages: a request is answered, a notice is not. */
class Client {
  waiting = new Map();
  nextId = 1;
  constructor(send) {
    this.send = send;
  }
  take(message) {
    if (message.method !== undefined && message.id !== undefined) this.send({ id: message.id, result: null });
    if (message.method !== undefined) return;
    this.waiting.get(message.id)?.(message);
    this.waiting.delete(message.id);
  }
  ask(method, params) {
    const id = this.nextId++;
    const answer = new Promise((done) => this.waiting.set(id, done));
    this.send({ id, method, params });
    return answer;
  }
  tell(method, params) {
    this.send({ method, params });
  }
}

function commandClient(command) {
  const child = spawn(command, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const client = new Client((message) => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    child.stdin.write(body);
  });
  let heard = Buffer.alloc(0);
  child.stdout.on("data", (data) => {
    heard = Buffer.concat([heard, data]);
    for (;;) {
      const end = heard.indexOf("\r\n\r\n");
      const length = end < 0 ? Number.NaN : Number(/Content-Length: (\d+)/.exec(heard.subarray(0, end).toString())[1]);
      if (Number.isNaN(length) || heard.length < end + 4 + length) return;
      client.take(JSON.parse(heard.subarray(end + 4, end + 4 + length).toString()));
      heard = heard.subarray(end + 4 + length);
    }
  });
  return { client, stop: () => child.kill() };
}

async function packagedClient(engine) {
  const readFolder = async (uri) => {
    const path = fileURLToPath(uri);
    const names = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return Object.fromEntries(
      names.map((entry) => {
        const whole = join(entry.parentPath ?? entry.path, entry.name);
        return [whole.slice(path.length + 1), readFileSync(whole, "utf8")];
      }),
    );
  };
  // One message after the other, as over a stream.
  let turn = Promise.resolve();
  const client = new Client((message) => {
    turn = turn.then(() => server.read({ jsonrpc: "2.0", ...message }));
  });
  const server = new LanguageServer(engine, (message) => client.take(message), { readFolder });
  return { client, stop: () => {} };
}

/** What a server says to a case, in the form of the engine's answer; null where the protocol has no such request. */
async function asked(client, one, { files, open, offset, settings, shownAs }, uriOf) {
  const textDocument = { uri: uriOf(open) };
  const position = offset === undefined ? undefined : positionAt(files[open], offset);
  const params = { textDocument, position };
  const nameOf = (uri) => {
    const name = decodeURIComponent(uri.slice(uriOf("").length));
    return name === open && shownAs ? shownAs : name;
  };
  const place = (uri, range) => {
    const file = nameOf(uri);
    const text = file === settingsName ? settingsText(settings) : (files[file === shownAs ? open : file] ?? "");
    return { file, range, from: offsetAt(text, range.start), to: offsetAt(text, range.end) };
  };
  const order = ({ file, range: { start } }) => placeOrder(`${file} ${start.line + 1}:${start.character + 1}`);
  const names = Object.keys(files);
  const byPlace = (a, b) => (order(a) < order(b) ? -1 : 1);
  const editsOf = ({ changes = {}, documentChanges = [] }) =>
    [...Object.entries(changes), ...documentChanges.map(({ textDocument, edits }) => [textDocument.uri, edits])]
      .flatMap(([uri, edits]) => edits.map(({ range, newText }) => ({ ...place(uri, range), newText })))
      .sort(one.expect?.places ? byPlace : (a, b) => names.indexOf(a.file) - names.indexOf(b.file));
  const result = async (method, more = {}) => {
    const { result: value, error } = await client.ask(method, { ...params, ...more });
    if (error) throw error;
    return value;
  };
  switch (one.ask) {
    case "complete": {
      const { items } = await result("textDocument/completion");
      if (one.with?.label === undefined) return { items };
      const item = items.find(({ label }) => label === one.with.label);
      return { items: [(await client.ask("completionItem/resolve", item)).result] };
    }
    case "hover": {
      const found = await result("textDocument/hover");
      return found && { contents: found.contents.value, range: found.range };
    }
    case "signature":
      return result("textDocument/signatureHelp");
    case "definition":
    case "references": {
      const context = { includeDeclaration: one.with?.includeDeclaration ?? true };
      const found = await result(`textDocument/${one.ask}`, { context });
      return found.map(({ uri, range }) => place(uri, range)).sort(byPlace);
    }
    case "rename":
      if (one.with?.newName === undefined) return result("textDocument/prepareRename");
      return { edits: editsOf(await result("textDocument/rename", { newName: one.with.newName })) };
    case "symbols":
      return result("textDocument/documentSymbol");
    case "inlay":
      return result("textDocument/inlayHint", { range: { start: { line: 0 }, end: { line: 100_000 } } });
    case "format": {
      const [edit] = await result("textDocument/formatting", { options: {} });
      return { text: edit?.newText ?? files[open] };
    }
    case "hints": {
      const { items } = await result("textDocument/diagnostic");
      return items.filter(({ severity }) => severity === 4);
    }
    case "code_actions": {
      const actions = await result("textDocument/codeAction", {
        range: { start: position, end: position },
        context: { diagnostics: [], triggerKind: 2 },
      });
      return Promise.all(
        actions.map(async ({ title, edit }) => {
          const [first] = editsOf(edit);
          if (first?.file !== settingsName) return { title, edits: editsOf(edit) };
          // An edit of the folder's settings is a change of the workspace.
          const text = settingsText(settings);
          const after = text.slice(0, first.from) + first.newText + text.slice(first.to);
          const { json } = await engine.parse(after, { key: "workspace" });
          const changed = Object.entries(JSON.parse(json ?? "{}")).flatMap(([key, value]) =>
            Object.keys(Object(value))
              .filter((name) => settings[key]?.[name] !== value[name])
              .map((name) => ({ path: `/${key}/${name}` })),
          );
          return { title, edits: [], changes: changed };
        }),
      );
    }
    default:
      return undefined;
  }
}

/** A server reads the files of a folder in an order of its own, so places are compared in one by name and number. */
const placeOrder = (place) => place.replace(/\d+/g, (digits) => digits.padStart(6, "0"));
const withOrder = ({ expect = {}, ...rest }) => {
  if (!expect.places || !["definition", "references", "rename"].includes(rest.ask)) return { ...rest, expect };
  const places = expect.places.toSorted((a, b) => (placeOrder(a) < placeOrder(b) ? -1 : 1));
  return { ...rest, expect: { ...expect, places } };
};

const engine = await createEngine();
const checker = await createChecker({ wasmBinary: readFileSync(join(root, "build/wasm/check.wasm")) });
const dialects = join(root, "engine/dialects");
const cases = readdirSync(dialects).flatMap((dialect) =>
  ["assist.json", "names.json"].flatMap((name) => {
    const file = join(dialects, dialect, "cases", name);
    if (!existsSync(file)) return [];
    const { cases: all, defaults } = JSON.parse(readFileSync(file, "utf8"));
    return all.map((one) => ({ ...defaults, ...one }));
  }),
);

async function run(name, { client, stop }) {
  let passed = 0;
  let failed = 0;
  await client.ask("initialize", { capabilities, workspaceFolders: [] });
  client.tell("initialized", {});
  for (const [number, one] of cases.entries()) {
    const ready = prepared(one);
    if (!ready) continue;
    const path = join(folder, name, String(number));
    for (const [file, text] of Object.entries(ready.files)) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), text);
    }
    writeFileSync(join(path, settingsName), settingsText(ready.settings));
    const own = [{ uri: pathToFileURL(path).href, name: "case" }];
    const uriOf = (file) => `${own[0].uri}/${file}`;
    client.tell("workspace/didChangeWorkspaceFolders", { event: { added: own, removed: [] } });
    const document = { uri: uriOf(ready.open), languageId: "", version: 1, text: ready.files[ready.open] };
    client.tell("textDocument/didOpen", { textDocument: document });
    let answer;
    try {
      const value = await asked(client, one, ready, uriOf);
      answer = value === undefined ? undefined : { ok: true, value };
    } catch (error) {
      answer = { ok: false, diagnostics: [{ message: error.message }] };
    }
    client.tell("textDocument/didClose", { textDocument: { uri: document.uri } });
    client.tell("workspace/didChangeWorkspaceFolders", { event: { added: [], removed: own } });
    if (!answer) continue;
    const difference = checker.checkAnswer(JSON.stringify(withOrder(one)), JSON.stringify(answer));
    if (difference === "") {
      passed += 1;
    } else {
      failed += 1;
      console.log(`FAIL ${name}: ${one.id}\n${difference.replace(/^(?=.)/gm, "  ")}`);
    }
  }
  stop();
  console.log(`${name}: ${passed} of ${cases.length} cases asked and answered`);
  return [passed, failed];
}

try {
  const command = resolve(process.argv[2] ?? join(root, "build/native/evalground"));
  const shells = [
    ["command", commandClient(command)],
    ["package", await packagedClient(engine)],
  ];
  let all = [0, 0];
  for (const [name, shell] of shells) {
    const [passed, failed] = await run(name, shell);
    all = [all[0] + passed, all[1] + failed];
  }
  console.log(`${all[0]} passed, ${all[1]} failed`);
  process.exitCode = all[1] === 0 ? 0 : 1;
} finally {
  engine.close();
  rmSync(folder, { recursive: true, force: true });
}
