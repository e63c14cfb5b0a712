// Runs case files in Node with the module that is shipped (build/wasm), each workspace after a way through a link, and
// lets the checker that also judges natively (tests/runner/check.hpp) decide.
// Usage: node tests/runner/cases.mjs [--module NAME] FILE…   files of cases (JSON or YAML), or one case each;
//        NAME: of another module in build/wasm
// Prints `FAIL <id>` and what differs, indented, for each failing case; closes with `N passed, N failed`.

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
 * The text's value as a JsonNode; only the engine reads YAML, and so the numbers that Python writes and JSON does not
 * have (`Infinity`), which are texts there as they are for the command.
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

/** The cases of a file as maps from keys to JsonNodes; the file's defaults lie under each. */
function casesOf(file, text) {
  const content = parse(text);
  const cases = content.get("cases")?.children ?? [content];
  const defaults = members(content.get("defaults"));
  return cases.map((node) => new Map([["id", file], ...defaults, ...members(node)]));
}

/** What differs from the case's expectation; "" when nothing does. */
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
