// The templates of jinja2.json: the wasm module beside nunjucks and minijinja-js, and the native engine beside
// CPython's Jinja2, all in this run. In JavaScript `whole` is from the variables as objects to the text, the template
// read again by the module only; from `render` and `compile` the same for an empty template is taken off: handing over
// the variables, and from the module's `render` its `compile`.
// The small template is rendered as a program in Node does it, by the package in the caller's thread.
// Prints Google Benchmark's JSON, and on standard error the ratios.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compare, evaluate, medians, nativeTimes, pythonPeer, Results, startModule } from "./common/measure.mjs";

const documents = JSON.parse(readFileSync(new URL("jinja2.json", import.meta.url), "utf8"));
const results = new Results();
const module = await startModule();

const rowsOf = (count) =>
  Array.from({ length: count }, (_, i) => ({ name: `host${i}`, port: i, on: i % 2 === 0, tags: ["a", "b"] }));

function renderOnModule(document, rows) {
  const workspace = { dialect: "jinja2", expression: document.template, files: document.files ?? {}, vars: { rows } };
  return JSON.parse(evaluate(module, JSON.stringify(workspace))).text;
}

/**
 * For each peer: prepare(document) gives a function from rows to text, reader(document) one that reads its template.
 */
function peersOf() {
  const require = createRequire(import.meta.url);
  const nunjucks = require("nunjucks");
  const minijinja = require("minijinja-js");
  const filesOf = (document) => ({ main: document.template, ...document.files });
  const nunjucksEnvironment = (files) => {
    const Loader = nunjucks.Loader.extend({ getSource: (path) => ({ src: files[path], path, noCache: false }) });
    return new nunjucks.Environment(new Loader(), { autoescape: false });
  };
  const minijinjaEnvironment = (document) => {
    const environment = new minijinja.Environment();
    for (const [path, text] of Object.entries(filesOf(document))) environment.addTemplate(path, text);
    return environment;
  };
  return {
    nunjucks: {
      prepare: (document) => {
        const template = nunjucksEnvironment(filesOf(document)).getTemplate("main", true);
        return (rows) => template.render({ rows });
      },
      reader: (document) => {
        const environment = nunjucksEnvironment({});
        return () => new nunjucks.Template(document.template, environment, "main", true);
      },
    },
    "minijinja-js": {
      prepare: (document) => {
        const environment = minijinjaEnvironment(document);
        return (rows) => environment.renderTemplate("main", { rows });
      },
      reader: (document) => {
        const environment = new minijinja.Environment();
        return () => environment.addTemplate("main", document.template);
      },
    },
  };
}

/** The times of one engine, of which the empty template's are taken off; `readsAgain`: with each rendering. */
function measure(add, label, { prepare, reader, readsAgain = false }, document, rows) {
  const empty = { template: "" };
  const whole = prepare(document);
  const nothing = prepare(empty);
  const [read, readNothing] = medians([reader(document), reader(empty)]);
  const compile = add(`compile/${label}`, Math.max(read - readNothing, 0.0001));
  const [time, handOver] = medians([() => whole(rows), () => nothing(rows)]);
  add(`whole/${label}`, time);
  add(`render/${label}`, Math.max(time - handOver - (readsAgain ? compile : 0), 0.001));
}

const own = {
  prepare: (document) => (rows) => renderOnModule(document, rows),
  // Read and not run, as the peers do: without rows some filters have nothing to take the first of.
  reader: (document) => {
    const unused = { ...document, template: `{% if false %}${document.template}{% endif %}` };
    return () => renderOnModule(unused, []);
  },
  readsAgain: true,
};
const peers = peersOf();
for (const [name, document] of Object.entries(documents)) {
  const rows = rowsOf(document.rows);
  measure((label, time) => results.add(label, time), name, own, document, rows);
  for (const [peer, functions] of Object.entries(peers)) {
    if (document.beside && !document.beside.includes(peer)) continue; // what is left out has not all of the filters
    // A newline at the end of an included template is kept by some.
    const textOf = (render) => render(rows).replaceAll("\n", "");
    if (textOf(functions.prepare(document)) !== textOf(own.prepare(document))) {
      throw new Error(`${peer} renders ${name} in another way`);
    }
    measure((label, time) => results.addPeer(label, time), `${name}/${peer}`, functions, document, rows);
    for (const [part, goal] of Object.entries({ whole: "", render: "2", compile: peer === "nunjucks" ? "" : "1" })) {
      compare(
        `${part}/${name} in wasm`,
        results.time(`${part}/${name}`),
        peer,
        results.time(`${part}/${name}/${peer}`),
        goal,
      );
    }
  }
}

const small = "Hello {{ name }}: {{ port }}{% for item in items %} {{ item }}{% endfor %}";

async function measureSmall() {
  const { createEngine } = await import("../../wasm/dist/index.js");
  const minijinja = createRequire(import.meta.url)("minijinja-js");
  const engine = await createEngine({ worker: false });
  const environment = new minijinja.Environment();
  environment.addTemplate("main", small);
  const vars = { name: "World", port: 8080, items: ["a", "b", "c"] };
  const workspace = { dialect: "jinja2", main: small };
  const prepared = engine.prepare(workspace);
  const calls = {
    prepared: () => prepared.render(vars),
    evaluateSync: () => engine.evaluateSync({ ...workspace, vars }).text,
    "minijinja-js": () => environment.renderTemplate("main", vars),
  };
  const texts = new Set(Object.values(calls).map((call) => call()));
  if (texts.size > 1) throw new Error(`the small template is rendered in ${texts.size} ways`);
  const times = medians(Object.values(calls));
  for (const [at, name] of Object.keys(calls).entries()) {
    results.add(`small/${name}`, times[at], name === "minijinja-js");
  }
  for (const name of ["prepared", "evaluateSync"]) {
    compare(`small/${name} in wasm`, results.time(`small/${name}`), "minijinja-js", results.time("small/minijinja-js"));
  }
  engine.close();
}
await measureSmall();

const native = nativeTimes("jinja2_bench", "render|compile");
const cpython = native.size > 0 ? pythonPeer("cpython_jinja2.py", "jinja2") : undefined;
for (const [name, time] of Object.entries(cpython ?? {})) {
  results.addPeer(`${name}/cpython`, time);
  compare(`${name} natively`, native.get(name), "CPython's", time, name.startsWith("render") ? "15" : "50");
}
results.print();
