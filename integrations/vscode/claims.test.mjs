// Tests the item of the status bar and its questions, with stubs of the editor and of the language server.
// Run by `node --test integrations/vscode/claims.test.mjs`.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import { editor } from "./fake_editor.mjs";
import { bundle } from "./pack.mjs";

const uri = "file:///w/site.yaml";
let folder;
let Claims;
let one;
let server;
let claims;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "evalground-claims-"));
  const file = join(folder, "claims.js");
  await bundle(fileURLToPath(new URL("src/claims.js", import.meta.url)), file);
  one = editor({ extension: "file:///x", texts: { "site.yaml": "- hosts: web\n" } });
  const module = { exports: {} };
  new Function("require", "module", "exports", readFileSync(file, "utf8"))(() => one.vscode, module, module.exports);
  ({ Claims } = module.exports);
});
after(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  server = {
    claim: { dialect: "jinja2", title: "Ansible", reasons: ["a playbook"], hosts: ["web1", "web2"], host: "web1" },
    commands: [],
    ask: async (method) => {
      assert.equal(method, "evalground/claim");
      return server.claim ?? undefined;
    },
    answer: async (_, params) => {
      server.commands.push(params);
      server.claim = { ...server.claim, host: params.arguments[1] };
      return { result: null };
    },
  };
  claims = new Claims(server, () => true);
  Object.assign(one.seen, { status: {}, messages: [], executed: [] });
  [one.vscode.window.activeTextEditor] = one.documents.map((document) => ({ document }));
});

test("the status bar shows the dialect and the host", async () => {
  await claims.update();
  assert.equal(one.seen.status.text, "Evalground: Ansible · web1");
  assert.match(one.seen.status.tooltip, /a playbook/);
  assert.deepEqual(one.seen.executed, [["setContext", "evalground.isClaimed", true]]);
});

test("nothing is shown for a document that no dialect claims, and without a document", async () => {
  await claims.update();
  server.claim = null;
  await claims.update();
  assert.deepEqual(one.seen.status, {});
  assert.deepEqual(one.seen.executed.at(-1), ["setContext", "evalground.isClaimed", false]);
  one.vscode.window.activeTextEditor = undefined;
  await claims.update();
  assert.deepEqual(one.seen.status, {});
});

test("without hosts the dialect stands alone", async () => {
  server.claim = { dialect: "yaql", title: "YAQL", reasons: [], hosts: [], host: null };
  await claims.update();
  assert.equal(one.seen.status.text, "Evalground: YAQL");
});

test("a click asks why, or for another host", async () => {
  one.seen.picks = ["Why is this file Ansible?"];
  await claims.ask(uri);
  assert.deepEqual(one.seen.messages, ["site.yaml is Ansible.", "• a playbook"]);
  one.seen.picks = ["Choose host…", "web2"];
  await claims.ask(uri);
  assert.deepEqual(server.commands, [{ command: "evalground.chooseHost", arguments: [uri, "web2"] }]);
  assert.equal(one.seen.status.text, "Evalground: Ansible · web2");
});
