// The native command refuses the links of tests/links/malformed.json, each for its reason, and opens the others. The
// package's command is the same code.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const { opens, malformed } = JSON.parse(readFileSync(path("tests/links/malformed.json"), "utf8"));

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
const open = (link) => spawnSync(command, ["link", "--open", link], { encoding: "utf8", maxBuffer: 1 << 26 });

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
