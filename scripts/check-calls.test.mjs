// Tests scripts/check-calls.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

const { broken } = createRequire(import.meta.url)("./check-calls");

test("writing a file in place is found in the command, and not where it belongs", () => {
  for (const line of [
    'std::FILE* file = std::fopen(path.c_str(), "wb");',
    "std::ofstream out(path);",
    "const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);",
  ]) {
    assert.equal(broken("engine/cli/port.cpp", `\n${line}\n`)[0].line, 2, line);
    assert.deepEqual(broken("engine/cli/disk.cpp", line), []);
    assert.deepEqual(broken("engine/base/hash.cpp", line), []);
  }
  assert.equal(broken("wasm/src/command/start.ts", "fs.writeFileSync(path, text);").length, 1);
  assert.equal(broken("wasm/src/command/start.ts", 'fs.openSync(path, "w");').length, 1);
});

test("reading is allowed, and so are words in comments", () => {
  assert.deepEqual(broken("engine/cli/port.cpp", "const int file = ::open(path, O_RDONLY);  // not O_WRONLY"), []);
  assert.deepEqual(broken("wasm/src/command/terminal.ts", 'this.waiting = fs.openSync("/dev/tty", "r");'), []);
});
