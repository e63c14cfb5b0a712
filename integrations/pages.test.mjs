// Tests that `evalground check-docs` reads the marked examples of examples.json in every form.
// Usage: node --test integrations/pages.test.mjs
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { examples, forms, mistakes, pageOf } from "./pages.mjs";

const command = fileURLToPath(new URL("../build/native/evalground", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "evalground-pages-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** What the command prints about a page. */
function checked(form, text) {
  const page = join(folder, `page.${forms[form].ending}`);
  writeFileSync(page, text);
  return new Promise((done) => execFile(command, ["check-docs", page], (_, stdout, stderr) => done(stdout + stderr)));
}

for (const form of Object.keys(forms)) {
  test(`${form}: all examples give their outputs`, async () => {
    assert.equal(await checked(form, pageOf(form, examples)), `${examples.length} passed, 0 failed\n`);
  });

  for (const { error, ...block } of mistakes) {
    test(`${form}: ${block.language} with ${JSON.stringify(block.attributes)} is refused`, async () => {
      assert.match(await checked(form, forms[form].marked(block)), new RegExp(error));
    });
  }
}
