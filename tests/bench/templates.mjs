// Templates beside the engines that people use in a browser and in Node, and beside CPython's Jinja2: the least time of
// many calls, in milliseconds, with all columns of a row from one run.
//
//   node tests/bench/templates.mjs [--json] [NAME…]      NAME: a row; scripts/bench templates builds what it needs
//
// *Whole* calls parse the templates each time: variables in as JavaScript values, text out. *Prepared* calls parse them
// once (nunjucks compiles them). Peers that lack a feature of a row, or print something else, have no figure there.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false } },
});
const require = createRequire(import.meta.url);
const patience = 1500; // milliseconds for each figure
const fewest = 10;

const records = (count) =>
  Array.from({ length: count }, (_, i) => ({
    name: `host${i}`,
    port: (i * 7919) % count,
    on: i % 2 === 0,
    zone: `z${i % 7}`,
    tags: ["a", "b"],
  }));
const rows = records(2000);
const main = (text) => ({ "main.j2": text });
const repeated = (count, text) => Array.from({ length: count }, (_, i) => text.replaceAll("~", i)).join("");

/** Templates by name, of which `main.j2` is rendered, and its variables. */
const jobs = {
  empty: { files: main(""), vars: {} },
  small: {
    files: main("Hello {{ name }}: {{ port }}{% for item in items %} {{ item }}{% endfor %}"),
    vars: { name: "World", port: 8080, items: ["a", "b", "c"] },
  },
  loop: {
    files: main(
      "{% for row in rows %}{{ loop.index }}: {{ row.name }} {{ row.port }}" +
        "{% if row.on %} on{% else %} off{% endif %}\n{% endfor %}",
    ),
    vars: { rows },
  },
  includes: {
    files: {
      "main.j2": `{% for i in range(40) %}${repeated(60, "{% include 'part~.j2' %}\n")}{% endfor %}`,
      ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`part${i}.j2`, `${i}: {{ title }} {{ i }}`])),
    },
    vars: { title: "Part" },
  },
  macros: {
    files: main(
      "{% macro field(name, value='') %}<{{ name }}>{{ value }}</{{ name }}>{% endmacro %}" +
        "{% for row in rows %}{{ field('name', row.name) }}{{ field('port', row.port) }}{% endfor %}",
    ),
    vars: { rows },
  },
  inheritance: {
    files: {
      "main.j2": `{% extends 'middle.j2' %}${repeated(40, "{% block b~ %}{{ super() }}-{{ title }}{% endblock %}")}`,
      "middle.j2": `{% extends 'base.j2' %}${repeated(40, "{% block b~ %}[{{ super() }}]{% endblock %}")}`,
      "base.j2": `${repeated(40, "<p>{% block b~ %}{{ title }} ~{% endblock %}</p>\n")}end`,
    },
    vars: { title: "Page" },
  },
  filters: {
    files: main(
      "{% for row in rows %}{{ row.name | upper }} {{ row.tags | join(',') }} {{ row.name | replace('host', 'h') }} " +
        "{{ row.missing | default('-') }} {{ row.name | length }}\n{% endfor %}",
    ),
    vars: { rows },
  },
  chains: {
    files: main(
      "{% for round in range(10) %}{{ rows | selectattr('on') | map(attribute='name') | map('upper') | join(',') | " +
        "length }} {{ (rows | sort(attribute='name') | first).port }} {{ rows | groupby('zone') | length }} " +
        "{{ rows | map(attribute='zone') | unique | list | length }} " +
        "{{ rows | map(attribute='name') | join(' ') | replace('host', 'h') | length }}\n{% endfor %}",
    ),
    vars: { rows },
  },
  role: {
    files: main(
      "# {{ managed | default('managed') }}\n{% for row in rows if row.on %}\n" +
        "upstream {{ row.name | replace('-', '_') }} {\n{% for tag in row.tags %}\n" +
        "  server {{ tag }}.{{ row.zone }}.example.com:{{ row.port | default(80, true) }}" +
        "{% if not loop.first %} backup{% endif %};\n{% endfor %}\n}\n{% endfor %}\nend",
    ),
    vars: { rows },
  },
  rows: { files: main("{{ rows | length }}"), vars: { rows: records(100_000) } },
  long: {
    files: main(
      repeated(
        2400,
        "{% if flag and ~ > 3 %}{% set v = ~ %}{{ v | string | upper }} {{ title }}{% endif %} text\n",
      ).trim(),
    ),
    vars: { flag: true, title: "Page" },
  },
};

/** The least time of calls, in milliseconds. Short calls are timed by hundreds, because the clock is coarse. */
function least(call) {
  const begin = performance.now();
  call();
  const first = performance.now() - begin;
  const batch = Math.max(1, Math.min(500, Math.floor(2 / Math.max(first, 0.001))));
  let best = Infinity;
  const end = performance.now() + patience;
  for (let i = 0; i < fewest || performance.now() < end; ++i) {
    const start = performance.now();
    for (let j = 0; j < batch; ++j) call();
    best = Math.min(best, (performance.now() - start) / batch);
    if (i >= fewest && performance.now() > end) break;
  }
  return best;
}

const { createEngine } = await import("../../wasm/dist/index.js");
const limits = { steps: 2 ** 40, memory: 2 ** 29, output: 2 ** 28 };
const engine = await createEngine({ worker: false, limits });
const minijinja = require("minijinja-js");
const nunjucks = require("nunjucks");

const workspaceOf = ({ files }) => ({ dialect: "jinja2", main: "main.j2", files });

function miniOf({ files }) {
  const environment = new minijinja.Environment();
  environment.keepTrailingNewline = true;
  for (const [name, text] of Object.entries(files)) environment.addTemplate(name, text);
  return environment;
}

function nunjucksOf({ files }, isCompiledNow) {
  const loader = { getSource: (name) => ({ src: files[name], path: name, noCache: false }) };
  const environment = new nunjucks.Environment(loader, { autoescape: false });
  if (isCompiledNow) for (const name of Object.keys(files)) environment.getTemplate(name, true);
  return environment;
}

/** For each engine, a call of the whole and one of what is prepared. */
const engines = {
  evalground: (job) => {
    const prepared = engine.prepare(workspaceOf(job));
    return {
      whole: () => {
        const one = engine.prepare(workspaceOf(job));
        const text = one.render(job.vars);
        one[Symbol.dispose]();
        return text;
      },
      prepared: () => prepared.render(job.vars),
    };
  },
  "minijinja-js": (job) => {
    const environment = miniOf(job);
    return {
      whole: () => miniOf(job).renderTemplate("main.j2", job.vars),
      prepared: () => environment.renderTemplate("main.j2", job.vars),
    };
  },
  nunjucks: (job) => {
    const environment = nunjucksOf(job, true);
    return {
      whole: () => nunjucksOf(job, false).render("main.j2", job.vars),
      prepared: () => environment.render("main.j2", job.vars),
    };
  },
};

const cpython = `
import jinja2, json, sys, time
job = json.load(open(sys.argv[1]))
def least(call):
    best, end, count = 1e9, time.perf_counter() + ${patience / 1000}, 0
    while count < ${fewest} or time.perf_counter() < end:
        start = time.perf_counter(); call(); best = min(best, time.perf_counter() - start); count += 1
    return best * 1e3
def fresh(): return jinja2.Environment(keep_trailing_newline=True, loader=jinja2.DictLoader(job["files"]))
environment = fresh()
def render(made): return made.get_template("main.j2").render(**job["vars"])
text = render(environment)
whole, prepared = least(lambda: render(fresh())), least(lambda: render(environment))
print(json.dumps({"text": text, "whole": whole, "prepared": prepared}))
`;

/** Debian's Python, and Debian's packages for it that scripts/setup originals unpacks. */
const debian = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
const packages = join(process.env.EVG_DEPS_DIR ?? resolve(".deps"), "originals/usr/lib/python3/dist-packages");
const folder = mkdtempSync(join(tmpdir(), "evalground-templates-"));

function nativeTimes(name, job) {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify({ ...workspaceOf(job), vars: job.vars }));
  const own = spawnSync(resolve("build/native/tests/bench/operations"), ["evaluate", path], { encoding: "utf8" });
  const [whole, prepared] = own.status === 0 ? own.stdout.split(" ").map(Number) : [];
  const python = spawnSync(debian, ["-c", cpython, path], {
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: packages },
    maxBuffer: 1 << 28,
  });
  const peer = python.status === 0 ? JSON.parse(python.stdout) : undefined;
  return { native: { whole, prepared }, "CPython's Jinja2": peer };
}

/** The times of one row, by engine. */
function timesOf(name, job) {
  const found = {};
  let expected;
  for (const [each, make] of Object.entries(engines)) {
    try {
      const { whole, prepared } = make(job);
      expected ??= prepared();
      if (prepared() !== expected || whole() !== expected) found[each] = { error: "prints something else" };
      else found[each] = { whole: least(whole), prepared: least(prepared) };
    } catch (error) {
      if (each === "evalground") throw error;
      found[each] = { error: String(error.message ?? error).split("\n")[0] };
    }
  }
  const { "CPython's Jinja2": peer, native } = nativeTimes(name, job);
  found.native = native;
  if (peer) found["CPython's Jinja2"] = peer.text === expected ? peer : { error: "prints something else" };
  return found;
}

const shown = (time) => (time === undefined ? "–" : time.toPrecision(3));
const names = Object.keys(jobs).filter((name) => wanted.length === 0 || wanted.includes(name));
const columns = [...Object.keys(engines), "native", "CPython's Jinja2"];
const all = {};
console.log(`load ${loadavg()[0].toFixed(1)}; milliseconds, whole / prepared`);
console.log(["row".padEnd(12), ...columns.map((each) => each.padStart(18))].join(""));
for (const name of names) {
  const found = timesOf(name, jobs[name]);
  all[name] = found;
  const cells = columns.map((each) => `${shown(found[each]?.whole)} / ${shown(found[each]?.prepared)}`.padStart(18));
  console.log([name.padEnd(12), ...cells].join(""));
  if (name === "rows") {
    const text = JSON.stringify(jobs.rows.vars);
    console.log(`  JSON.parse of the same rows: ${shown(least(() => JSON.parse(text)))}`);
  }
  for (const each of columns) if (found[each]?.error) console.log(`  ${each}: ${found[each].error}`);
}
if (options.json) console.log(JSON.stringify(all));
engine.close();
rmSync(folder, { recursive: true });
