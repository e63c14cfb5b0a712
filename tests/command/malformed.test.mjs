// The native command refuses what tests/malformed lists, each for its reason: links, workspaces, and frames of the
// language server. The package's command gives the same by compare.mjs.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { frameOf } from "./lines.mjs";

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const listed = (name) => JSON.parse(readFileSync(path(`tests/malformed/${name}.json`), "utf8"));
const { opens, malformed } = listed("links");

/** What the command says of each kind. */
const said = {
  "not-a-link": /no link|cannot be read|no such file|not found/i,
  truncated: /cut off/,
  damaged: /damaged/,
  newer: /newer version/,
  "too-large": /more than 8 MiB|longer than 512 KiB/,
  invalid: /holds no workspace|JSON|200 levels deep/,
};

const command = path("build/native/evalground");
const run = (args, input) => spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 26, input });
const open = (link) => run(["link", "--open", link]);

test("links are opened", () => {
  for (const { name, link } of opens) {
    const { status, stdout, stderr } = open(link);
    assert.equal(status, 0, `${name}: ${stderr}`);
    assert.match(stdout, /yaql/, name);
  }
});

test("malformed links are refused", () => {
  const wrong = malformed.flatMap(({ name, link, kind }) => {
    const { status, stderr } = open(link);
    return status === 2 && said[kind].test(stderr) ? [] : [`${name}, ${kind}: exit ${status}: ${stderr}`];
  });
  assert.deepEqual(wrong, []);
});

test("malformed workspaces have their problem", () => {
  const wrong = listed("workspaces").malformed.flatMap(({ name, workspace, says }) => {
    const { status, stdout, stderr } = run(["eval", "-"], workspace);
    return status > 0 && stdout === "" && stderr.includes(says) ? [] : [`${name}: exit ${status}: ${stdout}${stderr}`];
  });
  assert.deepEqual(wrong, []);
});

test("malformed frames are answered, and the language server goes on", () => {
  const asked = (id, method) => frameOf({ frame: JSON.stringify({ jsonrpc: "2.0", id, method, params: {} }) });
  const wrong = listed("frames").malformed.flatMap((frame) => {
    const input = Buffer.concat([asked(1, "initialize"), frameOf(frame), asked(2, "shutdown")]);
    const { stdout } = run(["lsp"], Buffer.concat([input, frameOf({ frame: '{"method":"exit"}' })]));
    const goesOn = /"id": ?2/.test(stdout);
    return goesOn && stdout.includes(`"code":${frame.code}`) ? [] : [`${frame.name}: ${stdout.slice(-400)}`];
  });
  assert.deepEqual(wrong, []);
});
