// JSON Schema beside ajv: a schema that is compiled once, applied to 1,000 objects that are valid, and to 1,000 with an
// error each. Prints the least times of many calls, in milliseconds: natively and in Node (the operations `schema/…`),
// and of ajv.
//
//   node tests/bench/schema.mjs      scripts/bench schema builds what it needs
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { loadavg } from "node:os";
import { resolve } from "node:path";

const require = createRequire(import.meta.url);
const Ajv = require("ajv");
const size = 1000;
const patience = 1500; // milliseconds for each figure

/** The schema and the objects of tests/bench/operations/layers.cpp. */
const schema = {
  type: "array",
  items: {
    type: "object",
    required: ["name", "port"],
    properties: {
      name: { type: "string", pattern: "^host[0-9]+$" },
      port: { type: "integer", minimum: 0 },
      on: { type: "boolean" },
      zone: { enum: ["z0", "z1", "z2", "z3"] },
      tags: { type: "array", items: { type: "string", maxLength: 3 } },
    },
    additionalProperties: false,
  },
};
const records = (zoneOf) =>
  Array.from({ length: size }, (_, i) => ({
    name: `host${(i * 7919) % size}`,
    port: i,
    on: i % 2 === 0,
    zone: zoneOf(i),
    tags: ["a", "b"],
  }));

function least(call) {
  let best = Infinity;
  const end = performance.now() + patience;
  while (performance.now() < end) {
    const start = performance.now();
    call();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** The time of an operation by a program that has them all. */
function own([program, ...first], operation) {
  const given = [...first, "time", operation, String(size)];
  const { status, stdout, stderr } = spawnSync(program, given, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} does not run: ${stderr}`);
  return Number(stdout);
}
const native = [resolve("build/native/tests/bench/operations")];
const inNode = [process.execPath, resolve("build/wasm/tests/bench/operations.js")];

const accepts = new Ajv().compile(schema);
const lists = new Ajv({ allErrors: true, verbose: true }).compile(schema);
const valid = records((i) => `z${i % 4}`);
const invalid = records(() => "z9");
if (!accepts(valid) || lists(invalid) || lists.errors.length !== size) throw new Error("ajv says something else");

console.log(`load ${loadavg()[0].toFixed(1)}; milliseconds`);
console.log(
  ["", "native", "in Node", "ajv"].map((name, at) => (at === 0 ? name.padEnd(16) : name.padStart(10))).join(""),
);
for (const [operation, call] of [
  ["schema/accept", () => accepts(valid)],
  ["schema/errors", () => lists(invalid)],
]) {
  console.log(
    operation.padEnd(16) +
      [own(native, operation), own(inNode, operation), least(call)].map((t) => t.toPrecision(3).padStart(10)).join(""),
  );
}
