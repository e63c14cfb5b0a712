// The expressions of yaql_bench.cpp on the shipped wasm module, over 100,000 items; and, where Python has the package yaql,
// by the reference over 1,000 items. What loading the data costs is taken off. Prints Google Benchmark's JSON.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import createModule from '../../build/wasm/evalground.mjs';

const count = 100_000;
const peerCount = 1000;
const expressions = {
  where: '$.where($.status = ACTIVE).count()',
  select: '$.select($.ram * 2).count()',
  orderBy: '$.orderBy($.ram).first().ram',
  groupBy: '$.groupBy($.zone, $.ram, $.sum())',
  aggregate: '$.aggregate($1 + $2.ram, 0)',
  regex: 'let(r => regex(`^web-\\d*7$`)) -> $.where($.name =~ $r).count()',
  toDict: '$.toDict($.id, $.name).len()',
};

const servers = (length) =>
  Array.from({ length }, (_, i) => ({
    id: `s-${i}`,
    name: `web-${i % 1000}`,
    status: ['ACTIVE', 'ERROR', 'SHUTOFF'][i % 3],
    zone: `az${(i % 4) + 1}`,
    ram: (i * 7919) % 65536,
    vcpus: i % 16,
  }));

const wasmBinary = readFileSync(new URL('../../build/wasm/evalground.wasm', import.meta.url));
const engine = await createModule({ wasmBinary });
const data = servers(count);

/** The median time of an evaluation in milliseconds, as the outcome says it. */
function time(expression) {
  const text = JSON.stringify({ dialect: 'yaql', expression, data });
  const times = Array.from({ length: 5 }, () => {
    const outcome = JSON.parse(engine.evaluate(text, '{"limits":{"memory":536870912,"steps":1000000000}}'));
    if (!outcome.ok) throw new Error(`${expression}: ${JSON.stringify(outcome.diagnostics)}`);
    return outcome.stats.ms;
  });
  return times.sort((a, b) => a - b)[2];
}

const loading = time('$.len()');
const benchmarks = [{ name: 'load', real_time: loading, time_unit: 'ms' }];
for (const [name, expression] of Object.entries(expressions)) {
  benchmarks.push({ name, real_time: Math.max(time(expression) - loading, 0.001), time_unit: 'ms' });
}

const peer = `
import json, sys, time, yaql
job = json.load(sys.stdin)
engine = yaql.YaqlFactory().create()
data = yaql.language.utils.convert_input_data(job['data'])
for name, text in job['expressions'].items():
    expression = engine(text)
    start = time.perf_counter()
    expression.evaluate(data=data)
    print(name, (time.perf_counter() - start) * 1000)
`;
const run = spawnSync('/usr/bin/python3', ['-c', peer], {
  input: JSON.stringify({ data: servers(peerCount), expressions }),
  encoding: 'utf8',
});
if (run.status === 0) {
  for (const line of run.stdout.trim().split('\n')) {
    const [name, milliseconds] = line.split(' ');
    const whole = (Number(milliseconds) * count) / peerCount;
    const own = benchmarks.find((one) => one.name === name).real_time;
    benchmarks.push({ name: `reference_${name}`, real_time: whole, time_unit: 'ms' });
    console.error(`${name}: ${(whole / own).toFixed(0)} times as fast as yaql in Python, scaled from ${peerCount} items`);
  }
}
console.log(JSON.stringify({ benchmarks }));
