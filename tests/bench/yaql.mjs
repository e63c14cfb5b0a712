// The expressions of yaql_bench.cpp over 100,000 items: on the shipped wasm module, natively, and by the reference in
// Python where it is installed, over 1,000 items and scaled. In wasm several evaluations run over data that are loaded
// once, and what a call costs without them is taken off. Then the peak memory of whole processes over the same 20,000
// items. Prints Google Benchmark's JSON, and on standard error the ratios.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  command,
  compare,
  evaluate,
  median,
  nativeTimes,
  python,
  pythonPeer,
  Results,
  startModule,
} from "./common/measure.mjs";

const count = 100_000;
const peerCount = 1000;
const memoryCount = 20_000;
const expressions = {
  where: "$.where($.status = ACTIVE).count()",
  select: "$.select($.ram * 2).count()",
  orderBy: "$.orderBy($.ram).first().ram",
  groupBy: "$.groupBy($.zone, $.ram, $.sum())",
  aggregate: "$.aggregate($1 + $2.ram, 0)",
  regex: "let(r => regex(`^web-\\d*7$`)) -> $.where($.name =~ $r).count()",
  toDict: "$.toDict($.id, $.name).len()",
};

const servers = (length) =>
  Array.from({ length }, (_, i) => ({
    id: `s-${i}`,
    name: `web-${i % 1000}`,
    status: ["ACTIVE", "ERROR", "SHUTOFF"][i % 3],
    zone: `az${(i % 4) + 1}`,
    ram: (i * 7919) % 65536,
    vcpus: i % 16,
  }));

const module = await startModule();
const data = servers(count);
const wide = '{"limits":{"memory":536870912,"steps":1000000000}}';

const copies = 8;

/** The processor time of one evaluation in milliseconds: of several in one call, less that of a call with none. */
function time(expression) {
  const text = `[${Array(copies).fill(`(${expression})`).join(", ")}]`;
  return (spent(text) - loading) / copies;
}

/** The processor time of a call in milliseconds, loading included. */
function spent(expression) {
  const workspace = JSON.stringify({ dialect: "yaql", expression, data });
  return median(() => evaluate(module, workspace, wide), 0);
}

/** The peak memory in kilobytes of a process, loading included; Python starts it, as it knows. */
function peakMemory(parameters) {
  const script =
    "import resource, subprocess, sys\n" +
    "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)\n" +
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)";
  const { stdout, stderr, status } = spawnSync(python, ["-c", script, ...parameters], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

const results = new Results();
const loading = results.add("load", spent("$.len()"));
for (const [name, expression] of Object.entries(expressions)) {
  results.add(name, Math.max(time(expression), 0.001));
}

const reference = pythonPeer("python_yaql.py", "yaql", { data: servers(peerCount), expressions });
const native = reference === undefined ? new Map() : nativeTimes("yaql_bench", "evaluate");
for (const [name, milliseconds] of Object.entries(reference ?? {})) {
  const whole = results.addPeer(`${name}/python`, (milliseconds * count) / peerCount);
  compare(`${name} natively`, native.get(`evaluate/${name}`), "yaql in Python", whole, "500");
  compare(`${name} in wasm`, results.time(name), "yaql in Python", whole, "200");
}

if (reference !== undefined) {
  const folder = mkdtempSync(join(tmpdir(), "evalground-yaql-"));
  try {
    const items = servers(memoryCount);
    for (const name of ["where", "orderBy", "toDict"]) {
      const workspace = join(folder, "workspace.json");
      const job = join(folder, "job.json");
      writeFileSync(workspace, JSON.stringify({ dialect: "yaql", expression: expressions[name], data: items }));
      writeFileSync(job, JSON.stringify({ data: items, expressions: { [name]: expressions[name] } }));
      const own = peakMemory([command, "eval", workspace]);
      const peer = peakMemory([python, "tests/bench/peers/python_yaql.py", job]);
      const factor = (peer / own).toFixed(1);
      console.error(
        `peak memory of ${name} on ${memoryCount} items: ${own} KB, yaql in Python ${peer} KB: ` +
          `${factor} times less (goal: 5)`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
results.print();
