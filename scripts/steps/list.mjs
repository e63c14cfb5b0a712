// The steps of scripts/test.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { countCases, countCtest, countNodeTests, countOne, countUnittest, countVitest } from "./counts.mjs";

/** A fixed seed, so that the attacks are always the same. Use other seeds to search for more. */
const attackSeed = 1;

/** Runs tests of a build with CTest: all, or those with the given names. */
export function ctest(folder, names) {
  const chosen = names ? ` -R '^(${names.join("|")})$'` : "";
  return {
    run: `ctest --test-dir build/${folder} --output-on-failure --timeout 600 -j ${availableParallelism()}${chosen}`,
    count: () => countCtest(readFileSync(`build/${folder}/Testing/Temporary/LastTest.log`, "utf8")),
  };
}
const program = (...words) => ({ run: words.join(" "), count: countCases });
export const attack = (...options) => program(`scripts/attack --count 1000 --seed ${attackSeed}`, ...options);
export const cases = (...options) => program("node tests/runner/pass.mjs", ...options);
/** Varies the choice with the number of commits. */
const allocations = (seconds) =>
  program(`build/native/tests/failing_allocations --seconds ${seconds} --turn $(git rev-list --count HEAD)`);
export const browser = (name, ...options) => program("node scripts/steps/browser.mjs", name, ...options);
/** Slow tests and tests that measure times are in steps of their own. */
export const untagged = "--grep-invert '@all|@timed|@measured'";
export const recursion = { run: "scripts/check-recursion", count: countOne };
const vitest = (run) => ({ run, count: countVitest });
const nodeTests = (...files) => ({
  run: `node --test --test-reporter spec ${files.join(" ")}`,
  count: countNodeTests,
});
const sites = (...names) => program("node integrations/test.mjs", ...names);

/**
 * `{name, about, slots, after, setup, option, all, commands}`:
 *   slots    2 if it keeps both processors busy, or must not be disturbed
 *   after    the steps that must have passed
 *   setup    parts of scripts/setup that it needs; `option`: parts that it can do without
 *   all      runs only in `scripts/test --all` or by its name; `replaces`: the step that it replaces
 *   commands run in order; those without `count` only prepare the next ones
 */
export const steps = [
  {
    name: "lint",
    about: "layout, rules of style, lengths of lines and files, turns of phrase, calls that one file makes for all",
    slots: 1,
    setup: ["format"],
    commands: [
      { run: "scripts/format --check", count: countOne },
      { run: "scripts/check-lines", count: countOne },
      { run: "scripts/check-calls", count: countOne },
      { run: "scripts/check-complexity", count: countOne },
      { run: "scripts/check-english", count: countOne },
    ],
  },
  {
    name: "layers",
    about: "no part includes or imports what engine/layers.txt does not allow",
    slots: 1,
    commands: [
      { run: "scripts/check-layers --self-test", count: countOne },
      { run: "scripts/check-layers", count: countOne },
    ],
  },
  {
    name: "scripts",
    about: "the tests of the scripts themselves",
    slots: 1,
    commands: [
      nodeTests(
        "scripts/*.test.mjs",
        "scripts/steps/*.test.mjs",
        "scripts/release/*.test.mjs",
        "tests/runner/*.test.mjs",
      ),
    ],
  },
  {
    name: "build-native",
    about: "scripts/build native",
    slots: 2,
    setup: ["native"],
    commands: [{ run: "scripts/build native" }],
  },
  {
    name: "build-wasm",
    about: "scripts/build wasm",
    slots: 2,
    setup: ["wasm"],
    commands: [{ run: "scripts/build wasm" }],
  },
  {
    name: "build-web",
    about: "scripts/build web",
    slots: 1, // the commands after build-wasm run one at a time
    after: ["build-wasm"],
    setup: ["wasm", "web"],
    commands: [{ run: "scripts/build web" }],
  },
  {
    name: "native",
    about: "unit tests, and no recursion without a limit",
    slots: 2,
    after: ["build-native"],
    commands: [ctest("native"), recursion],
  },
  {
    name: "cases",
    about: "every case in both worlds, natively and in wasm; a share of the mutated ones",
    slots: 2,
    after: ["build-native", "build-wasm"],
    commands: [cases()],
  },
  {
    name: "cases-all",
    about: "the same with every further run and all mutated cases",
    slots: 2,
    all: true,
    replaces: "cases",
    after: ["build-native", "build-wasm"],
    commands: [cases("--all")],
  },
  {
    name: "changes",
    about: "another value is wanted of rows of each example: every change that is found gives it, in both worlds",
    slots: 2,
    after: ["build-native", "build-wasm"],
    commands: [program("node tests/runner/changes.mjs --rows 4")],
  },
  {
    name: "attack",
    about: "hostile calls, limits and secrets in both worlds",
    slots: 2,
    after: ["build-native", "build-wasm"],
    commands: [attack()],
  },
  {
    name: "allocations",
    about: "in some cases one allocation after the other fails: an outcome says so, and the engine goes on",
    slots: 1,
    after: ["build-native"],
    commands: [allocations(50)],
  },
  {
    name: "allocations-all",
    about: "the same in more cases, for ten minutes",
    slots: 1,
    all: true,
    replaces: "allocations",
    after: ["build-native"],
    commands: [allocations(590)],
  },
  {
    name: "wasm",
    about: "unit tests of what is near the platform, compiled to wasm; a module with a dialect of the tests",
    slots: 2,
    after: ["build-wasm"],
    commands: [
      { run: "scripts/build wasm-tests" },
      ctest("wasm"),
      { run: "cmake --build build/wasm --target evalground_toy" },
      program("node tests/runner/cases.mjs --module tests/toy tests/toy/toy.json"),
    ],
  },
  {
    name: "instructions",
    about: "no hot operation takes more instructions than tests/bench/baseline.json",
    slots: 2,
    after: ["build-native"],
    setup: ["instructions"],
    commands: [{ run: "scripts/build operations" }, program("node scripts/operations.mjs instructions")],
  },
  {
    name: "documents",
    about: "what documents show is what their examples give",
    slots: 1,
    after: ["build-native"],
    commands: [
      // After a change, `--update` rewrites it.
      program("build/native/evalground check-docs README.md wasm/README.md docs"),
      { run: "scripts/embedding --check", count: countOne },
    ],
  },
  {
    name: "package",
    about: "the npm package: types, tests in Node, Deno and Bun; the extension for VS Code",
    slots: 1,
    after: ["build-wasm"],
    option: ["runtimes"],
    commands: [
      { run: "npm --prefix wasm run typecheck", count: countOne },
      vitest("npm --prefix wasm test"),
      nodeTests("integrations/vscode/*.test.mjs"),
    ],
  },
  {
    name: "command",
    about: "command lines in the native command and in the package's: the same outputs, exit codes and files",
    slots: 2,
    after: ["build-native", "build-web"],
    option: ["editors"],
    commands: [
      program("node tests/command/compare.mjs"),
      program("node tests/editors/cases.mjs wasm/dist/command/command.js"),
      program("node tests/editors/run.mjs wasm/dist/command/command.js"),
      program("node tests/editors/vscode.mjs"),
      nodeTests(
        "tests/command/site.test.mjs",
        "tests/command/serve.test.mjs",
        "tests/command/repl.test.mjs",
        "tests/command/links.test.mjs",
      ),
    ],
  },
  {
    name: "python",
    about: "documents that call Python; the generators of differential runs",
    slots: 1,
    after: ["build-wasm"],
    commands: [
      vitest("npm --prefix wasm run test:python"),
      { run: "python3 scripts/differential --self-test", count: countOne },
    ],
  },
  {
    name: "web",
    about: "unit tests of the page",
    slots: 1,
    after: ["build-web"],
    commands: [vitest("npm --prefix web test")],
  },
  {
    name: "editors",
    about: "the language server in Neovim, Emacs and Helix, and recorded sessions",
    slots: 1,
    after: ["build-native", "build-wasm"],
    option: ["editors"],
    commands: [program("node tests/editors/run.mjs build/native/evalground"), program("node tests/editors/cases.mjs")],
  },
  {
    name: "integrations",
    about: "links in Python, Ansible's plugin, comments in pipelines, forms of marked examples",
    slots: 1,
    after: ["build-native"],
    commands: [
      { run: "python3 integrations/python/test_evalground_link.py", count: countUnittest },
      { run: "python3 integrations/ansible/test_evalground.py", count: countUnittest },
      nodeTests("integrations/ci/comment.test.mjs"),
      nodeTests("integrations/pages.test.mjs"),
    ],
  },
  {
    name: "browser",
    about: "the page in Chromium",
    slots: 2,
    after: ["build-native", "build-web"],
    setup: ["browser"],
    commands: [{ run: "npm --prefix e2e run typecheck", count: countOne }, browser("browser", untagged)],
  },
  {
    name: "browser-all",
    about: "the page at every width and in every theme, the package in each bundler",
    slots: 2,
    all: true,
    after: ["build-native", "build-web"],
    setup: ["browser"],
    commands: [browser("browser-all", "--grep @all", "--grep-invert '@timed|@measured'")],
  },
  {
    name: "browser-timed",
    about: "how soon the page answers",
    slots: 2,
    all: true,
    after: ["build-native", "build-web"],
    setup: ["browser"],
    commands: [browser("browser-timed", "--grep @timed", "--workers 1")],
  },
  {
    name: "firefox",
    about: "the main journeys in Firefox",
    slots: 1,
    all: true,
    after: ["build-web"],
    setup: ["browser"],
    option: ["firefox"],
    commands: [nodeTests("e2e/elsewhere/firefox.test.mjs")],
  },
  {
    name: "webkit",
    about: "the main journeys in WebKit",
    slots: 1,
    all: true,
    after: ["build-web"],
    setup: ["browser"],
    option: ["webkit"],
    commands: [nodeTests("e2e/elsewhere/webkit.test.mjs")],
  },
  {
    name: "nodes",
    about: "the npm package in the oldest Node that it supports, and in the newest",
    slots: 1,
    all: true,
    after: ["build-wasm"],
    option: ["nodes"],
    commands: [vitest("node scripts/steps/nodes.mjs")],
  },
  {
    name: "workerd",
    about: "the npm package in Cloudflare's workerd, which has 170 MB",
    slots: 1,
    all: true,
    after: ["build-wasm"],
    option: ["workerd"],
    commands: [nodeTests("wasm/test/runtimes/workerd.mjs")],
  },
  {
    name: "docs-sites",
    about: "examples in sites of Sphinx, MkDocs, Hugo, Asciidoctor",
    slots: 1,
    all: true,
    after: ["build-native", "build-web"],
    setup: ["browser"],
    option: ["docs"],
    commands: [sites("html", "read-html", "sphinx", "myst", "mkdocs", "mkdocs-material", "hugo", "asciidoctor")],
  },
  {
    name: "npm-sites",
    about: "examples in sites of Antora, Astro, Docusaurus, VitePress and Eleventy, whose packages have 450 MB",
    slots: 2,
    all: true,
    after: ["build-native", "build-web"],
    setup: ["browser"],
    option: ["docs-npm"],
    commands: [
      sites("antora", "astro", "docusaurus", "vitepress", "eleventy", "read-astro", "read-vitepress", "read-eleventy"),
    ],
  },
  {
    name: "apart",
    about: "every source compiles natively alone, with what it includes itself",
    slots: 2,
    all: true,
    setup: ["native"],
    commands: [{ run: "scripts/build apart", count: countOne }],
  },
];

/** The steps of `scripts/test --sanitize`: native only, with the address and undefined-behaviour sanitizers. */
export const sanitizedSteps = [
  {
    name: "build-sanitize",
    about: "scripts/build sanitize",
    slots: 2,
    setup: ["native", "fuzz"],
    commands: [{ run: "scripts/build sanitize" }],
  },
  {
    name: "native",
    about: "unit tests",
    slots: 2,
    after: ["build-sanitize"],
    commands: [ctest("sanitize")],
  },
  {
    name: "cases",
    about: "every case, and mutated ones",
    slots: 2,
    after: ["build-sanitize"],
    commands: [cases("--all", "--build build/sanitize")],
  },
];

/** The steps with these names and their dependencies, in the order of the list. */
export function withNeeded(list, names) {
  const needed = new Set(names);
  const byName = new Map(list.map((step) => [step.name, step]));
  for (const name of needed) for (const before of byName.get(name).after ?? []) needed.add(before);
  return list.filter(({ name }) => needed.has(name));
}
