// Determines what a change may break, so that scripts/test --changed and --dialect run only that.
//
// A source of the engine belongs to a part of engine/layers.txt. All parts that may use this part, directly or
// indirectly, may break with it. Their unit tests run; for languages also the cases, the attacks and the module. Each
// other file matches a rule, and browser tests are chosen by areas.mjs. A file without a rule makes everything run.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { specsOf } from "./areas.mjs";

const { partOf, readTable, sourceFiles } = createRequire(import.meta.url)("../check-layers");

const foldersIn = (path) => {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
};
const namesIn = (path, pattern) => readdirSync(path).flatMap((file) => pattern.exec(file)?.slice(1) ?? []);

/** The language name in the workspaces of a dialect's folder. For a flavor it is the base dialect. */
function languageOf(dialect) {
  const file = `engine/dialects/${dialect}/description.cpp`;
  const [, base] = (existsSync(file) && /\bbase = \{\.dialect = "(\w+)"/.exec(readFileSync(file, "utf8"))) || [];
  return base ?? dialect;
}

/**
 * The parts of the engine and their users, the languages, unit tests, fuzz targets, browser tests, and build targets.
 */
export function readProject() {
  const table = readTable(readFileSync("engine/layers.txt", "utf8"));
  const parts = new Map();
  for (const folder of ["engine", "wasm", "tests/runner"]) {
    for (const file of sourceFiles(".", folder)) {
      const part = partOf(table, file);
      if (!part) continue;
      if (!parts.has(part.name)) parts.set(part.name, { ...part, files: [] });
      parts.get(part.name).files.push(file);
    }
  }
  return {
    partOf: (file) => partOf(table, file)?.name,
    usersOf: (name) => [...parts.values()].filter(({ mayUse }) => parts.get(name)?.files.some(mayUse)),
    dialects: foldersIn("engine/dialects"),
    languageOf,
    unitTests: [...foldersIn("tests/unit"), ...foldersIn("engine/dialects")],
    fuzzTargets: ["tests/fuzz", ...foldersIn("engine/dialects").map((name) => `engine/dialects/${name}/fuzz`)]
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => namesIn(folder, /^(\w+)_fuzz\.cpp$/)),
    specs: namesIn("e2e", /^(\w+)\.spec\.ts$/),
    built: ["native", "wasm"].filter((folder) => existsSync(`build/${folder}/build.ninja`)),
  };
}

/** What has to run. */
class Plan {
  /** One line for each changed file, which says why. */
  reasons = [];
  /** Steps that run completely. */
  steps = new Set(["lint", "layers"]);
  /** Names of CTest tests; languages whose cases run; languages that are attacked; browser tests. */
  tests = new Set();
  cases = new Set();
  attacks = new Set();
  specs = new Set();

  constructor(project) {
    this.project = project;
  }

  add(what, ...names) {
    for (const name of names) this[what].add(name);
    return this;
  }

  dialect(name) {
    this.cases.add(this.project.languageOf(name));
    this.attacks.add(this.project.languageOf(name));
    this.add("tests", "described", "problems"); // they compare documents with functions and problems
    this.fuzz(...this.project.fuzzTargets.filter((target) => target === name || target.startsWith(`${name}_`)));
  }

  fuzz(...targets) {
    const known = targets.filter((target) => this.project.fuzzTargets.includes(target));
    this.add("tests", ...known.map((target) => `${target}_fuzz`));
  }

  unit(layer) {
    if (this.project.unitTests.includes(layer)) this.tests.add(`${layer}_test`);
  }

  spec(...names) {
    this.add("specs", ...names.filter((name) => this.project.specs.includes(name)));
  }

  /** A part of the engine, and all parts that may use it, directly or indirectly. */
  part(name) {
    const affected = new Set([name]);
    for (const each of affected) for (const user of this.project.usersOf(each)) affected.add(user.name);
    const layers = new Set([...affected].map((each) => /^(?:dialects\/(?!dialects))?([^/]+)/.exec(each)[1]));
    for (const layer of layers) {
      this.unit(layer);
      if (this.project.dialects.includes(layer)) this.dialect(layer);
    }
    // These are involved in every result, or check the cases.
    if (["engine", "dialects/dialects", "wasm"].includes(name)) {
      for (const dialect of this.project.dialects) this.dialect(dialect);
    }
    if (["assist", "tests/runner"].includes(name)) this.steps.add("cases");
    if (["change", "tests/runner"].includes(name)) this.steps.add("changes");
    if (name === "cli") this.add("steps", "command", "documents", "editors", "integrations");
    if (name === "language_server") this.add("steps", "command", "editors", "package");
    if (layers.has("engine") && !name.startsWith("dialects/")) this.fuzz(...this.project.fuzzTargets);
    layers.delete(name.replace("dialects/", "").split("/")[0]);
    return layers.size > 0 ? `part ${name}, used by ${[...layers].join(", ")}` : `part ${name}`;
  }
}

/** Patterns of paths; the first match wins. Its value is the steps to run completely, or a function of the plan. */
const rules = [
  // Everything is built, installed or checked with these.
  [/CMakeLists\.txt$|^cmake\/|^engine\/layers\.txt$|^scripts\/(?:build|env|setup)$/, undefined],
  [/^engine\/dialects\/[^/]*\.in$/, undefined],
  [/(?:^|\/)(?:package(?:-lock)?|tsconfig[\w.]*)\.json$|^web\/vite\.config\.ts$/, undefined],
  // Parts of a dialect's folder that are not code of the engine.
  [/^engine\/dialects\/\w+\/cases\/assist\.json$/, "cases editors"],
  [/^engine\/dialects\/(\w+)\/cases\//, (plan, _, dialect) => plan.add("cases", languageOf(dialect))],
  [
    /^engine\/dialects\/(\w+)\/(?:gallery|lessons)\//,
    (plan, _, dialect) => plan.add("cases", languageOf(dialect)).add("steps", "web"),
  ],
  [
    /^engine\/dialects\/\w+\/guide\.md$/,
    (plan) => plan.add("steps", "documents", "web").add("tests", "described", "problems", "engine_test"),
  ],
  [/^engine\/dialects\/(\w+)\/tests\//, (plan, _, dialect) => plan.unit(dialect)],
  [/^engine\/dialects\/\w+\/fuzz\/(?:corpus\/)?(\w+?)(?:_fuzz\.cpp|\.dict|\/)/, (plan, _, target) => plan.fuzz(target)],
  [/^engine\/dialects\/\w+\/original\//, "python"],
  [
    /^engine\/|^tests\/runner\/|^wasm\/[^/]*\.cpp$/,
    (plan, file) => plan.part(plan.project.partOf(file) ?? "tests/runner"),
  ],
  [/^wasm\/(?:src\/)?command\//, "command package wasm"],
  [/^wasm\/python\//, "python"],
  [/^wasm\/.*\.md$/, "documents"],
  [/^wasm\//, "package"],
  [/^tests\/unit\/(\w+)\//, (plan, _, layer) => plan.unit(layer)],
  [/^tests\/cases\/.*\.md$/, "documents"],
  [/^tests\/(?:cases\/|conformance\.txt$)/, "cases"],
  [/^tests\/fuzz\/(?:corpus\/)?(\w+?)(?:_fuzz\.cpp|\.dict|\/)/, (plan, _, target) => plan.fuzz(target)],
  [/^tests\/(?:fuzz\/|recursion\.txt$)|^scripts\/(?:check-problems|check-recursion|describe)$/, "native"],
  [/^tests\/complexity\.txt$/, ""], // only lint
  [/^tests\/attack\/|^scripts\/attack$/, "attack"],
  [/^tests\/allocation\//, "allocations"],
  [/^tests\/bench\/|^scripts\/(?:bench|operations)/, "instructions"],
  [/^tests\/differential\/|^scripts\/differential$/, "python"],
  [/^tests\/command\//, "command"],
  [/^tests\/editors\/vscode/, "command"],
  [/^tests\/editors\//, "editors"],
  [/^tests\/links\//, "package"],
  [/^tests\/node_pre\.js$/, "wasm"],
  [/^tests\/toy\//, "native wasm"],
  [/^web\/phrases\//, "cases web"],
  [/^web\/src\/(?:ui\/|[^/]*$)/, "web browser"], // all parts of the page use it
  [/^web\//, "web"],
  [/^e2e\/elsewhere\//, "firefox webkit"],
  [/^e2e\/(\w+)\.spec\.ts$/, (plan, _, spec) => plan.spec(spec)],
  [/^e2e\/.*\.md$/, "web"], // contains the list of requirements
  [/^e2e\//, "browser"],
  [/^integrations\/vscode\//, (plan) => plan.add("steps", "package", "command").spec("panel")],
  [/^integrations\/(?:ansible|ci|python)\//, "integrations"],
  [/^integrations\//, "documents docs-sites npm-sites"],
  [/^scripts\/embedding$/, "documents"],
  [/^docs\/|^[^/]*\.md$/, (plan) => plan.add("steps", "documents").add("tests", "described", "problems")],
  [/^scripts\//, "scripts"],
  [/^netlify\.toml$/, "command"], // it sets the headers that the command sends; those of the page belong to its area
  [/^(?:\.ci\/|\.[\w.-]+$|LICENSE$)/, ""], // only lint
];

/** The plan for changed files, with the reasons: `{plan, why}`. Without a plan, everything has to run. */
export function planFor(files, project) {
  const plan = new Plan(project);
  for (const file of files) {
    const [pattern, effect] = rules.find(([each]) => each.test(file)) ?? [];
    if (effect === undefined) return { why: `${file} ${pattern ? "is used by everything" : "has no rule here"}` };
    let reason = effect;
    if (typeof effect === "string") plan.add("steps", ...effect.split(" ").filter(Boolean));
    else reason = effect(plan, file, ...pattern.exec(file).slice(1));
    plan.spec(...(specsOf(file) ?? []));
    plan.reasons.push(typeof reason === "string" && reason !== "" ? `${file}: ${reason}` : file);
  }
  return { plan };
}

/** The plan for the given languages and those that use them. */
export function planForDialects(names, project) {
  const plan = new Plan(project);
  for (const name of names) plan.reasons.push(plan.part(`dialects/${name}`));
  return { plan };
}
