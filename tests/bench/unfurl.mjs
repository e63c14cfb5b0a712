// The documents of unfurl_bench.cpp on the shipped wasm module, the time in which the module starts, and its size.
// Prints Google Benchmark's JSON, which scripts/bench reads.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import createModule from "../../build/wasm/evalground.mjs";

const folder = new URL("../../build/wasm/", import.meta.url);
const wasmBinary = readFileSync(new URL("evalground.wasm", folder));
const glue = readFileSync(new URL("evalground.mjs", folder));

function tree(resources) {
  let text = "instances:\n";
  for (let group = 0; group < 10; ++group) {
    text += `  group${group}:\n    attributes: {region: eu, zone: z${group}}\n    instances:\n`;
    for (let i = 0; i < resources / 10; ++i) {
      const number = (group * resources) / 10 + i;
      text += `      node${number}:\n        attributes: {port: ${number}, host: h${number}.example.com, `;
      text += 'url: {eval: {concat: ["http://", {eval: .::host}, ":", {eval: .::port}]}}, at: {eval: zone}}\n';
    }
  }
  return text;
}

function templates(resources) {
  let text = "instances:\n";
  for (let i = 0; i < resources; ++i) {
    text += `  node${i}:\n    attributes:\n      port: ${i}\n      host: h${i}.example.com\n      tags: [a, b]\n`;
    text += `      url: 'http://{{ SELF.host }}:{{ SELF.port }}/x'\n      next: '{{ SELF.port + 1 }}'\n`;
    text += `      label: "{{ SELF.url | to_dns_label }}"\n`;
  }
  return text;
}

function includes(count) {
  const files = { "main.yaml": "" };
  for (let i = 0; i < count; ++i) {
    files["main.yaml"] += `part${i}:\n  +include: lib/part${i}.yaml\n  key3: own\n`;
    files[`lib/part${i}.yaml`] = Array.from(
      { length: 10 },
      (_, key) => `key${key}: {value: ${i}, text: some text}\n`,
    ).join("");
  }
  return files;
}

function merging(maps) {
  let text = "# What all have in common\nbases:\n";
  for (let base = 0; base < 10; ++base) {
    text += `  base${base}:\n    image: "registry.example.com/app"\n    replicas: 1\n`;
    text += '    limits: {cpu: 1, memory: 512}\n    env: {LOG: info, TRACE: "off"}\n    ports: [80, 443]\n';
  }
  text += "apps:\n";
  for (let i = 0; i < maps; ++i) {
    text += `  # Application ${i}\n  app${i}:\n    +/bases/base${i % 10}:\n`;
    text += `    name: "app-${i}"   # by which it is found\n    replicas: ${i}\n`;
    text += `    env:\n      PORT: "${i}"\n      HOST: app${i}.example.com\n    tags: [app, "${i}"]\n`;
  }
  return text;
}

const query = (_, i) => `- eval: '::node${i}::${i % 2 ? "at" : "url"}'\n`;
const queries = `eval:\n${Array.from({ length: 1000 }, query).join("")}`;
const workspaces = {
  load_10000_resources_and_query_one: { files: { "main.yaml": tree(10_000) }, expression: "::node4711::url" },
  evaluate_1000_resources_whole: { files: { "main.yaml": tree(1000) } },
  render_templates_of_10000_resources: { files: { "main.yaml": templates(10_000) } },
  render_one_template_of_10000_resources: {
    files: { "main.yaml": templates(10_000) },
    expression: "::node4711::label",
  },
  query_1000_resources_1000_times: { files: { "main.yaml": tree(1000) }, expression: queries },
  expand_500_includes: { files: includes(500), operation: "expand" },
  restore_one_change_in_2_mb: {
    files: { "main.yaml": merging(10_000) },
    operation: "restore",
    changes: [{ path: "/apps/app4711/env/LOG", value: "debug" }],
  },
  three_line_document: {
    files: { "main.yaml": 'host: db\nport: 5432\nurl: {eval: {concat: [{eval: host}, ":", {eval: port}]}}\n' },
  },
};

/** The median time of a call in milliseconds, over at least a second of calls. */
async function median(call) {
  await call();
  const times = [];
  for (const end = performance.now() + 1000; times.length < 5 || performance.now() < end; ) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

const benchmarks = [];
const compiled = await WebAssembly.compile(wasmBinary);
const start = () =>
  createModule({
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled));
      return {};
    },
  });
benchmarks.push({ name: "module_start", real_time: await median(start), time_unit: "ms" });
const engine = await start();
for (const [name, workspace] of Object.entries(workspaces)) {
  const text = JSON.stringify({ dialect: "unfurl", ...workspace });
  const time = await median(() => {
    const outcome = engine.evaluate(text, "", null);
    if (!outcome.startsWith('{"ok":true')) throw new Error(`${name}: ${outcome.slice(0, 300)}`);
  });
  benchmarks.push({ name, real_time: time, time_unit: "ms" });
}
const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
console.error(
  `module: ${wasmBinary.length} bytes, ${brotli(wasmBinary)} with Brotli; glue: ${glue.length}, ${brotli(glue)}`,
);
console.log(JSON.stringify({ benchmarks }));
