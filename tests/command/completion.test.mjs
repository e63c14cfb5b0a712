// What the native command gives shells completes lines. zsh and fish are asked where they are installed.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../build/native/evalground", import.meta.url));
const program = (shell) => execFileSync(command, ["completion", shell], { encoding: "utf8" });
const hasShell = (shell) => spawnSync(shell, ["-c", "true"]).status === 0;
const missing = (shell) => (hasShell(shell) ? false : `there is no ${shell}`);

/** Lines, the last word of which is completed, and words that are offered; `not`: words that are not. */
const lines = [
  { line: "evalground ch", offers: ["check-docs"] },
  { line: "evalground check-docs --", offers: ["--update", "--follow"], not: ["--dialect", "--port"] },
  { line: "evalground check-docs --format ", offers: ["text", "sarif", "junit"], not: ["yaml"] },
  { line: "evalground eval --dialect y", offers: ["yaql"] },
  { line: "evalground serve --", offers: ["--port"], not: ["--update"] },
  { line: "evalground completion ", offers: ["bash", "zsh", "fish"] },
];

function check(complete) {
  for (const { line, offers, not = [] } of lines) {
    const given = complete(line);
    for (const word of offers) assert.ok(given.includes(word), `${line}: ${given.join(" ")}`);
    for (const word of not) assert.ok(!given.includes(word), `${line}: ${given.join(" ")}`);
  }
}

test("bash", { skip: missing("bash") }, () => {
  const source = program("bash");
  check((line) => {
    const words = line.split(" ").map((word) => `'${word}'`);
    const asked = `COMP_WORDS=(${words.join(" ")}) COMP_CWORD=${words.length - 1}`;
    const script = `${source}\n${asked}; _evalground; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["-c", script], { encoding: "utf8" }).trim().split("\n");
  });
});

test("fish", { skip: missing("fish") }, () => {
  const source = program("fish");
  check((line) => {
    const script = `${source}\ncomplete -C '${line}'`;
    const given = execFileSync("fish", ["--no-config", "-c", script], { encoding: "utf8" });
    return given.split("\n").map((each) => each.split("\t")[0]);
  });
});

test("zsh reads its program", { skip: missing("zsh") }, () => {
  assert.equal(spawnSync("zsh", ["-n"], { input: program("zsh") }).status, 0);
  for (const words of ["'*--format=[", "(text sarif junit)", "(bash zsh fish)"])
    assert.ok(program("zsh").includes(words));
});
