// Tests which steps a change selects, with this project's own layers and files.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { otherSpecs, specsOf, specsOfAreas } from "./areas.mjs";
import { planFor, planForDialects, readProject } from "./changes.mjs";
import { stepsOf } from "./narrow.mjs";

const project = { ...readProject(), built: ["native", "wasm"] };
const chosen = (...files) => {
  const { plan, why } = planFor(files, project);
  assert.equal(why, undefined);
  const lists = ["tests", "cases", "attacks", "specs", "steps"].map((key) => [key, [...plan[key]].sort().join(" ")]);
  return Object.fromEntries(lists.filter(([, names]) => names !== ""));
};
const always = "layers lint";

test("a source of a language: its tests, cases and attacks, and the tests of what is above all languages", () => {
  assert.deepEqual(chosen("engine/dialects/heat/heat.cpp"), {
    tests: "cli_test described engine_test heat_fuzz heat_test language_server_test problems workspaces_test",
    cases: "heat",
    attacks: "heat",
    steps: always,
  });
});

test("a change of a language also chooses the languages built on it", () => {
  const { cases, attacks, tests } = chosen("engine/dialects/yaql/syntax/lexer.cpp");
  assert.deepEqual([cases, attacks], ["heat yaql", "heat yaql"]);
  assert.match(tests, /heat_test.*yaql_test/);
});

test("a flavor of a language is judged by the cases and attacks of that language", () => {
  const { cases, attacks, tests } = chosen("engine/dialects/ansible/port.cpp");
  assert.deepEqual([cases, attacks], ["jinja2 unfurl", "jinja2 unfurl"]);
  assert.match(tests, /ansible_test/);
});

test("a layer below: all languages, and the layers between", () => {
  const { tests, cases } = chosen("engine/data/yaml/load.cpp");
  assert.equal(cases, [...new Set(project.dialects.map(project.languageOf))].sort().join(" "));
  for (const name of ["data_test", "runtime_test", "assist_test", "yaml_fuzz"]) assert.ok(tests.includes(name), name);
  assert.ok(!tests.includes("value_test"), "value is below data");
});

test("the command alone concerns no language", () => {
  const steps = "command documents editors integrations layers lint";
  assert.deepEqual(chosen("engine/cli/lsp/rpc.cpp"), { tests: "cli_test", steps });
});

test("the editor's extension: its tests in Node, in VS Code, and its panel in a browser", () => {
  const plan = { specs: "panel", steps: "command layers lint package" };
  assert.deepEqual(chosen("integrations/vscode/src/panel.js"), plan);
  assert.deepEqual(chosen("tests/editors/vscode/server.mjs"), { steps: "command layers lint" });
});

test("the language server: both programs that carry its messages", () => {
  const steps = "command editors layers lint package";
  const tests = "cli_test language_server_test";
  assert.deepEqual(chosen("engine/language_server/server.cpp"), { tests, steps });
});

test("cases, unit tests and browser tests themselves", () => {
  assert.deepEqual(chosen("engine/dialects/heat/cases/nested.json"), { cases: "heat", steps: always });
  assert.deepEqual(chosen("engine/dialects/heat/tests/heat_test.cpp"), { tests: "heat_test", steps: always });
  assert.deepEqual(chosen("e2e/tree.spec.ts"), { specs: "tree", steps: always });
  assert.deepEqual(chosen("engine/dialects/yaql/gallery/01-first.yaml"), { cases: "yaql", steps: `${always} web` });
});

test("the page: its unit tests, and the browser tests of the area", () => {
  assert.deepEqual(chosen("web/src/tree/menu.ts"), { specs: "tree", steps: `${always} web` });
  assert.ok(chosen("web/src/ui/dom.ts").steps.includes("browser"), "widgets are everywhere");
});

test("what everything is built by, and what nobody knows, runs everything", () => {
  assert.equal(
    planFor(["docs/yaml.md", "cmake/Warnings.cmake"], project).why,
    "cmake/Warnings.cmake is used by everything",
  );
  assert.equal(planFor(["odd.txt"], project).why, "odd.txt has no rule here");
});

test("every folder of the page has browser tests, and every browser test has an area", () => {
  const folders = readdirSync("web/src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of folders) assert.ok(name === "ui" || specsOf(`web/src/${name}/`), name);
  for (const name of project.specs) assert.ok(specsOfAreas.includes(name) || otherSpecs.includes(name), name);
  for (const name of specsOfAreas) assert.ok(project.specs.includes(name), name);
});

test("a plan narrows the steps and what they build", () => {
  const steps = stepsOf(planForDialects(["heat"], project).plan, project);
  const commands = Object.fromEntries(steps.map(({ name, commands: list }) => [name, list.map(({ run }) => run)]));
  assert.deepEqual(Object.keys(commands), [
    "lint",
    "layers",
    "build-native",
    "build-wasm",
    "native",
    "cases",
    "attack",
  ]);
  assert.match(commands["build-native"][0], /--target evalground outcomes heat_test /);
  assert.match(commands["build-wasm"][0], /--target evalground check_wasm/);
  assert.match(commands.native[0], /-R '\^\(heat_test\|/);
  assert.deepEqual(commands.cases, ["node tests/runner/pass.mjs --dialect heat"]);
  assert.match(commands.attack[0], /--dialect heat$/);
});

test("where nothing was built before, everything is", () => {
  const steps = stepsOf(planForDialects(["heat"], project).plan, { ...project, built: [] });
  assert.equal(steps.find(({ name }) => name === "build-native").commands[0].run, "scripts/build native");
});

test("browser tests need the whole page", () => {
  const { plan } = planFor(["web/src/tree/menu.ts"], project);
  const steps = stepsOf(plan, project);
  const run = (name) => steps.find((step) => step.name === name).commands.at(-1).run;
  assert.equal(run("build-wasm"), "scripts/build wasm");
  assert.match(run("browser"), / \/tree\.spec\.ts$/);
});
