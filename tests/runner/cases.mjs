// Runs case files in Node with the shipped module (build/wasm). Each workspace first goes through a link. The same
// checker as for native runs decides (tests/runner/check.hpp).
// Usage: node tests/runner/cases.mjs [--module NAME] FILE…   files of cases (JSON or YAML), or one case each;
//        NAME: another module in build/wasm
// Prints `FAIL <id>` and the differences, indented, for each failing case. Ends with `N passed, N failed`.

import { readFile } from "node:fs/promises";
import { JsonError, readJson, writeJson } from "../../wasm/dist/index.js";
import { keysOfCases, throughLink } from "./linked.mjs";
import { compile, newChecker, newEngine } from "./modules.mjs";

const args = process.argv.slice(2);
const [, otherModule] = args[0] === "--module" ? args.splice(0, 2) : [];
const engineModule = await compile(otherModule ?? "evalground");
const checker = await newChecker();
let { glue: engine } = await newEngine(engineModule);
const caseKeys = keysOfCases(engine);

/**
 * The text's value as a JsonNode. Only the engine reads YAML, so numbers that Python writes and JSON lacks (`Infinity`)
 * are texts here, as in the command.
 */
function parse(text) {
  if (text.trimStart().startsWith("{")) {
    try {
      return readJson(text);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
    }
  }
  const answer = readJson(engine.assist(JSON.stringify({ ask: "parse", text })));
  const value = answer.get("value");
  if (!value) throw new Error(writeJson(answer.get("diagnostics") ?? answer));
  return value;
}

const members = (node) => new Map((node?.children ?? []).map((child) => [child.key, child]));

/** The cases of a file as maps from keys to JsonNodes, merged over the file's defaults. */
function casesOf(file, text) {
  const content = parse(text);
  const cases = content.get("cases")?.children ?? [content];
  const defaults = members(content.get("defaults"));
  return cases.map((node) => new Map([["id", file], ...defaults, ...members(node)]));
}

/** The differences from the case's expectation; "" for a match. */
async function run(testCase) {
  try {
    const text = writeJson(testCase);
    if (checker.asks(text)) {
      const outcome = checker.wantsRun(text)
        ? engine.evaluate(checker.askedWorkspace(text), '{"trace": true}', null)
        : "";
      return checker.checkAnswer(text, engine.assist(checker.assistRequest(text, outcome)));
    }
    const workspace = new Map([...testCase].filter(([key]) => !caseKeys.has(key)));
    const outcome = engine.evaluate(throughLink(writeJson(workspace)), "", null);
    return checker.check(writeJson(testCase), outcome);
  } catch (error) {
    ({ glue: engine } = await newEngine(engineModule));
    return `the engine failed: ${error}`;
  }
}

let passed = 0;
let failed = 0;
const fail = (id, details) => {
  failed += 1;
  console.log(`FAIL ${id}\n${details.replace(/^(?=.)/gm, "  ")}`);
};
for (const file of args) {
  try {
    for (const testCase of casesOf(file, await readFile(file, "utf8"))) {
      const difference = await run(testCase);
      const id = testCase.get("id");
      if (difference) fail(id.text ?? id, difference);
      else passed += 1;
    }
  } catch (error) {
    fail(file, String(error));
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
