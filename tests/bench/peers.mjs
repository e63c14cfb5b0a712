// Times whole processes of `evalground eval` beside the program that each dialect comes from, doing the same work, and
// the package in Node beside a renderer from npm. Peers that are not installed are left out.
// Usage: node tests/bench/peers.mjs [NAME…]      NAME: a dialect, or package. scripts/bench peers builds what it needs
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const names = process.argv.slice(2);
const own = resolve("build/native/evalground");
/** Debian's Python, and Debian's packages for it that scripts/setup originals unpacks. */
const python = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
const packages = join(process.env.EVG_DEPS_DIR ?? resolve(".deps"), "originals/usr/lib/python3/dist-packages");
const folder = mkdtempSync(join(tmpdir(), "evalground-peers-"));

const records = (count) =>
  Array.from({ length: count }, (_, i) => ({ name: `host${i}`, port: i, on: i % 2 === 0, tags: ["a", "b"] }));

const template =
  "{% for row in rows %}{{ loop.index }}: {{ row.name | upper }} {{ row.port }} {{ row.tags | join(',') }}{% endfor %}";
const query = "$.where($.on).select($.port * 2).sum()";
const policy = `bundle agent main
{
  vars:
    "d" data => readjson("$(this.promise_dirname)/list.json");
    "l" slist => getvalues(d);
    "half" slist => sublist(l, "head", 2000);
    "sorted" slist => sort(l, "lex");
    "rest" slist => difference(l, half);
    "n" int => length(rest);
  reports:
    "$(n)";
}
`;

/** Each program reads the files and prints the same. */
const peers = {
  jinja2: {
    what: "a loop over 20,000 records",
    files: {
      "own.json": { dialect: "jinja2", expression: template, vars: { rows: records(20_000) } },
      "peer.json": { template, rows: records(20_000) },
    },
    own: ["eval", "own.json"],
    peer: "CPython's Jinja2",
    command: [
      python,
      "-c",
      "import jinja2, json; job = json.load(open('peer.json'));" +
        "print(jinja2.Environment(keep_trailing_newline=True).from_string(job['template']).render(rows=job['rows']))",
    ],
  },
  yaql: {
    what: "20,000 records filtered, mapped and summed",
    files: {
      "own.json": { dialect: "yaql", expression: query, data: records(20_000) },
      "peer.json": records(20_000),
    },
    own: ["eval", "own.json"],
    peer: "yaql in Python",
    command: [
      python,
      "-c",
      "import json, yaql; data = yaql.language.utils.convert_input_data(json.load(open('peer.json')));" +
        `print(yaql.YaqlFactory().create()('${query}').evaluate(data=data))`,
    ],
  },
  cfengine: {
    what: "a list of 5,000 sorted, and a difference of lists",
    files: { "main.cf": policy, "list.json": records(5000).map(({ port }) => `host${(port * 7919) % 5000}`) },
    own: ["eval", "--dialect", "cfengine", "--main", "main.cf", "--file", "main.cf", "--file", "list.json"],
    peer: "cf-agent",
    command: ["cf-agent", "-K", "-f", "./main.cf"],
  },
  dcontroller: {
    what: "100,000 records filtered and mapped",
    files: {
      "own.json": {
        dialect: "dcontroller",
        expression: { "@map": ["$$.name", { "@filter": [{ "@gt": ["$$.port", 50_000] }, "$.items"] }] },
        data: { items: records(100_000) },
      },
      "peer.json": { items: records(100_000) },
    },
    own: ["eval", "own.json", "--format", "json"],
    peer: "jq",
    command: ["jq", "-c", "[.items[] | select(.port > 50000) | .name]", "peer.json"],
  },
};

/** The median of the times of a call in milliseconds, for two seconds; also returns the result of the last call. */
function median(call) {
  const times = [];
  let last;
  for (const end = performance.now() + 2000; times.length < 1 || performance.now() < end; ) {
    const start = performance.now();
    last = call();
    times.push(performance.now() - start);
  }
  return { time: times.sort((a, b) => a - b)[times.length >> 1], last };
}

function run([command, ...parameters]) {
  const env = { ...process.env, PYTHONPATH: packages };
  const { stdout, stderr, status, error } = spawnSync(command, parameters, {
    cwd: folder,
    encoding: "utf8",
    env,
    maxBuffer: 1 << 28,
  });
  if (error) return { error: error.code };
  if (status !== 0) return { error: (stderr || stdout).trim().split("\n").at(-1) };
  return { text: stdout.replace(/^R: /gm, "").replaceAll(/\s/g, "") };
}

function show(name, what, ours, peer, theirs) {
  const shown = (time) => `${time.toPrecision(3)} ms`;
  const ratio = (theirs / ours).toPrecision(2);
  console.log(`${name}: ${what}: ${shown(ours)}, ${peer} ${shown(theirs)}, ${ratio} times as fast`);
}

function comparePeer(name, { what, files, own: parameters, peer, command }) {
  for (const [file, content] of Object.entries(files)) {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    writeFileSync(join(folder, file), text, { mode: 0o600 }); // cf-agent refuses files that others can write
  }
  const theirs = median(() => run(command));
  if (theirs.last.error) {
    console.log(`left out: ${name}: ${peer}: ${theirs.last.error}`);
    return;
  }
  const ours = median(() => run([own, ...parameters]));
  if (ours.last.error) throw new Error(`${name}: ${ours.last.error}`);
  if (ours.last.text !== theirs.last.text) throw new Error(`${name}: ${peer} prints something else`);
  show(name, what, ours.time, peer, theirs.time);
}

/** A small template as a program in Node renders it, in the caller's thread: the time of one of 1,000 renderings. */
async function comparePackage() {
  const main = "Hello {{ name }}: {{ port }}{% for item in items %} {{ item }}{% endfor %}";
  const vars = { name: "World", port: 8080, items: ["a", "b", "c"] };
  const { createEngine } = await import("../../wasm/dist/index.js");
  const engine = await createEngine({ worker: false });
  const prepared = engine.prepare({ dialect: "jinja2", main });
  const minijinja = createRequire(import.meta.url)("minijinja-js");
  const environment = new minijinja.Environment();
  environment.addTemplate("main", main);
  const calls = [() => prepared.render(vars), () => environment.renderTemplate("main", vars)];
  if (calls[0]() !== calls[1]()) throw new Error("minijinja-js renders the small template in another way");
  const times = calls.map(
    (call) =>
      median(() => {
        for (let i = 0; i < 1000; ++i) call();
      }).time / 1000,
  );
  show("package", "a small prepared template", times[0], "minijinja-js", times[1]);
  engine.close();
}

try {
  for (const [name, row] of Object.entries(peers)) {
    if (names.length === 0 || names.includes(name)) comparePeer(name, row);
  }
  if (names.length === 0 || names.includes("package")) await comparePackage();
} finally {
  rmSync(folder, { recursive: true });
}
