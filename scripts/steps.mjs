// The steps of scripts/test: runs them one after the other, adds up what their runners counted, and sums up.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

const conformance = "../shared/conformance"; // recorded case files, where the machine has them
const caseFiles = [
  ...filesBelow("tests/cases", ".json"),
  ...["gallery", "lessons", "phrases"].flatMap((folder) => filesBelow(`web/${folder}`, ".yaml")),
];
const ctest = (folder) => ({
  run: `ctest --test-dir build/${folder} --output-on-failure --timeout 600 -j ${availableParallelism()}`,
  count: () => countCtest(readFileSync(`build/${folder}/Testing/Temporary/LastTest.log`, "utf8")),
});
/** Recorded case files that tests/conformance.txt lists, where the machine has them. */
function recordedFiles() {
  if (!existsSync(conformance)) return [];
  const list = readFileSync("tests/conformance.txt", "utf8").split("\n");
  return list.filter((line) => /^[^\s#]\S*$/.test(line)).map((file) => `${conformance}/${file}`);
}
/** The same attacks everywhere and always; other seeds are for those who look for more. */
const attackSeed = 1;
const cases = (runner) => [
  ...(caseFiles.length > 0 ? [{ run: runner, files: caseFiles, count: countCases }] : []),
  ...(existsSync(conformance)
    ? [{ run: `scripts/check-conformance ${conformance} ${runner}`, count: countCases }]
    : []),
];

// `setup`: the parts that scripts/setup prepares. A command without `count` prepares those after it.
const allSteps = {
  lint: {
    setup: ["format"],
    commands: [
      { run: "scripts/format --check", count: countOne },
      { run: "scripts/check-lines", count: countOne },
    ],
  },
  layers: {
    setup: [],
    commands: [
      { run: "scripts/check-layers --self-test", count: countOne },
      { run: "scripts/check-layers", count: countOne },
    ],
  },
  native: {
    setup: ["native"],
    commands: [{ run: "scripts/build native" }, ctest("native"), { run: "scripts/check-recursion", count: countOne }],
  },
  cases: {
    setup: ["native", "wasm"],
    commands: [
      { run: "scripts/build native wasm" },
      ...cases("build/native/evalground cases"),
      // What documents show is what their examples give; after a change `--update` writes it anew.
      { run: "build/native/evalground check-docs README.md wasm/README.md docs", count: countCases },
      ...cases("node tests/runner/cases.mjs"),
      { run: "cmake --build build/wasm --target evalground_toy" },
      { run: "node tests/runner/cases.mjs --module tests/toy tests/toy/toy.json", count: countCases },
    ],
  },
  instructions: {
    setup: ["native", "instructions"],
    commands: [
      { run: "scripts/build operations" },
      { run: "node scripts/operations.mjs instructions", count: countCases },
    ],
  },
  worlds: {
    setup: ["native", "wasm"],
    commands: [
      { run: "scripts/build native wasm" },
      { run: "node tests/runner/compare.mjs", files: [...caseFiles, ...recordedFiles()], count: countCases },
    ],
  },
  attack: {
    setup: ["native", "wasm"],
    commands: [
      { run: "scripts/build native wasm" },
      { run: `scripts/attack --count 1000 --seed ${attackSeed}`, count: countCases },
    ],
  },
  wasm: { setup: ["wasm"], commands: [{ run: "scripts/build wasm-tests" }, ctest("wasm")] },
  package: {
    setup: ["wasm", "runtimes"],
    commands: [
      { run: "scripts/build wasm" },
      { run: "npm --prefix wasm run typecheck", count: countOne },
      { run: "npm --prefix wasm test", count: countVitest },
      { run: "node --test integrations/vscode/extension.test.mjs", count: countNodeTests },
    ],
  },
  python: {
    setup: ["wasm"],
    commands: [
      { run: "scripts/build wasm" },
      { run: "npm --prefix wasm run test:python", count: countVitest },
      { run: "python3 scripts/differential --self-test", count: countOne },
    ],
  },
  web: {
    setup: ["wasm", "web"],
    commands: [
      { run: "scripts/build web" },
      { run: "npm --prefix web test", count: countVitest },
      { run: "node --test scripts/frozen.test.mjs", count: countNodeTests },
    ],
  },
  browser: {
    setup: ["native", "wasm", "web", "browser"],
    commands: [
      { run: "scripts/build native web" },
      { run: "npm --prefix e2e test", count: countPlaywright },
      { run: "npm --prefix e2e run test:timed", count: countPlaywright }, // one at a time
    ],
  },
  // What a user does most, in the two other families of browsers. Each says itself that it is left out, and why.
  firefox: {
    setup: ["wasm", "web", "firefox"],
    commands: [
      { run: "scripts/build web" },
      { run: "node --test e2e/elsewhere/firefox.test.mjs", count: countNodeTests },
    ],
  },
  webkit: {
    setup: ["wasm", "web", "webkit"],
    commands: [
      { run: "scripts/build web" },
      { run: "node --test e2e/elsewhere/webkit.test.mjs", count: countNodeTests },
    ],
  },
  editors: {
    setup: ["native", "wasm", "editors"],
    commands: [
      { run: "scripts/build native wasm" },
      { run: "node tests/editors/run.mjs build/native/evalground", count: countCases },
      { run: "node tests/editors/cases.mjs", count: countCases },
    ],
  },
  integrations: {
    setup: ["native"],
    commands: [
      { run: "scripts/build native" },
      { run: "python3 integrations/python/test_evalground_link.py", count: countUnittest },
      // Says itself that it is skipped where there is no ansible-core.
      { run: "python3 integrations/ansible/test_evalground.py", count: countUnittest },
    ],
  },
  "docs-sites": {
    setup: ["native", "browser", "docs"],
    commands: [
      { run: "scripts/build native" },
      { run: "scripts/embedding --check", count: countOne },
      { run: "node integrations/test.mjs", count: countCases },
      { run: "node --test integrations/ci/comment.test.mjs", count: countNodeTests },
    ],
  },
};
const sanitizedSteps = {
  native: { setup: ["native"], commands: [{ run: "scripts/build sanitize" }, ctest("sanitize")] },
  cases: {
    setup: ["native"],
    commands: [{ run: "scripts/build sanitize" }, ...cases("build/sanitize/evalground cases")],
  },
  worlds: {
    setup: ["native"],
    commands: [
      { run: "scripts/build sanitize" },
      {
        run: "node tests/runner/compare.mjs --only build/sanitize/tests/outcomes",
        files: [...caseFiles, ...recordedFiles()],
        count: countCases,
      },
    ],
  },
};

function filesBelow(folder, ending) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => `${folder}/${name}`);
}

// --- what the runners counted: {passed, failed}, or undefined when their output does not say

function countOne(_, code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Sum of the first groups of all matches. */
function sum(text, expression) {
  return [...text.matchAll(expression)].reduce((total, match) => total + Number(match[1]), 0);
}

/** From CTest's log: GoogleTest programs count their tests, any other program counts as one. */
function countCtest(log) {
  const total = { passed: 0, failed: 0 };
  for (const part of log.split(/^\d+\/\d+ Testing: /m).slice(1)) {
    const ok = /^Test (?:Passed\.|Pass Reason:)$/m.test(part); // a reason: what the test should print
    const passed = sum(part, /^\[ {2}PASSED {2}\] (\d+) tests?/gm);
    const failed = sum(part, /^\[ {2}FAILED {2}\] (\d+) tests?, listed below/gm);
    total.passed += passed || (ok && !failed ? 1 : 0);
    total.failed += failed || (ok ? 0 : 1);
  }
  return total;
}

function countCases(output) {
  const match = /(\d+) passed, (\d+) failed\s*$/.exec(output);
  return match ? { passed: Number(match[1]), failed: Number(match[2]) } : undefined;
}

/** From Python's unittest; a file that says why it is skipped has none. */
function countUnittest(output, code) {
  if (/^skipped: /m.test(output)) return { passed: 0, failed: 0 };
  const ran = Number(/^Ran (\d+) tests?/m.exec(output)?.[1] ?? Number.NaN);
  if (Number.isNaN(ran)) return undefined;
  const failed = sum(output, /(?:failures|errors)=(\d+)/g);
  return { passed: ran - failed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** From Node's own runner. */
function countNodeTests(output) {
  const count = (word) => Number(new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, "m").exec(output)?.[1] ?? Number.NaN);
  const [passed, failed] = [count("pass"), count("fail")];
  return Number.isNaN(passed + failed) ? undefined : { passed, failed };
}

function countVitest(output) {
  const [line] = /^ *Tests .*$/m.exec(output) ?? [];
  return line && { passed: sum(line, /(\d+) passed/g), failed: sum(line, /(\d+) failed/g) };
}

function countPlaywright(output) {
  if (!/^ +\d+ (passed|failed|did not run)/m.test(output)) return undefined;
  return {
    passed: sum(output, /^ +(\d+) passed/gm),
    failed: sum(output, /^ +(\d+) (?:failed|did not run)/gm),
  };
}

// --- running

/** Runs a shell command, showing its output, and gives the output and the exit code. */
function execute(command, files = []) {
  return new Promise((resolve) => {
    // env is read anew each time: the set-up may just have brought a Node or a browser.
    const child = spawn("sh", ["-c", `. scripts/env; ${command} "$@"`, "sh", ...files], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, UBSAN_OPTIONS: "print_stacktrace=1" },
    });
    let output = "";
    for (const [stream, shown] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => {
        output += text;
        shown.write(text);
      });
    }
    child.on("close", (code) => resolve({ output: output.replace(/\x1b\[[0-9;]*m/g, ""), code: code ?? 1 }));
  });
}

/** Runs a step's commands and adds up; `reasons` says what the counts do not. */
async function runStep(commands) {
  const total = { passed: 0, failed: 0, reasons: [] };
  for (const { run, files, count } of commands) {
    console.log(`$ ${run}${files ? ` (${files.length} files)` : ""}`);
    const { output, code } = await execute(run, files);
    const counted = count?.(output, code);
    total.passed += counted?.passed ?? 0;
    total.failed += counted?.failed ?? 0;
    if (code !== 0 && !counted?.failed) {
      total.failed += 1;
      total.reasons.push(`${run} ended with code ${code}`);
    } else if (count && !counted) {
      total.failed += 1;
      total.reasons.push(`${run} did not say how many passed`);
    }
    if (code !== 0 && !count) break; // what follows needs it
  }
  return total;
}

const names = process.argv.slice(2).filter((argument) => !["--sanitize", "--all"].includes(argument));
// Three generators of sites whose packages take longer to come than the step has to end.
if (process.argv.includes("--all")) allSteps["docs-sites"].setup.push("docs-npm");
const steps = process.argv.includes("--sanitize") ? sanitizedSteps : allSteps;
const unknown = names.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`scripts/test: unknown step '${unknown[0]}': ${Object.keys(steps).join(", ")}`);
  process.exit(2);
}
const chosen = Object.keys(steps).filter((name) => names.length === 0 || names.includes(name));
const parts = [...new Set(chosen.flatMap((name) => steps[name].setup))];

const summary = [];
async function timed(name, commands) {
  console.log(`\n== ${name}`);
  const start = Date.now();
  const result = await runStep(commands);
  summary.push({ name, seconds: (Date.now() - start) / 1000, ...result });
  return result.failed === 0;
}
if (parts.length === 0 || (await timed("setup", [{ run: `scripts/setup ${parts.join(" ")}` }]))) {
  for (const name of chosen) await timed(name, steps[name].commands);
}

console.log("\n== summary");
for (const { name, passed, failed, seconds, reasons } of summary) {
  const counts = `${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed`;
  console.log(`${name.padEnd(10)} ${counts} ${seconds.toFixed(1).padStart(7)} s`);
  for (const reason of reasons) console.log(`           ${reason}`);
}
const passed = summary.reduce((total, step) => total + step.passed, 0);
const failed = summary.reduce((total, step) => total + step.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
