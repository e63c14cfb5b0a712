// The templates of jinja2.json on the shipped wasm module, whole evaluations from the workspace's text to the outcome's.
// Prints Google Benchmark's JSON, which scripts/bench reads.
import { readFileSync } from 'node:fs';
import createModule from '../../build/wasm/evalground.mjs';

const folder = new URL('../../build/wasm/', import.meta.url);
export const documents = JSON.parse(readFileSync(new URL('jinja2.json', import.meta.url), 'utf8'));

export function rowsOf(document) {
  return Array.from({ length: document.rows }, (_, i) => ({ name: `host${i}`, port: i, on: i % 2 === 0, tags: ['a', 'b'] }));
}

/** The median time of a call in milliseconds, over at least a second of calls. */
export function median(call) {
  call();
  const times = [];
  for (const end = performance.now() + 1000; times.length < 5 || performance.now() < end; ) {
    const start = performance.now();
    call();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

/** A function that evaluates a workspace's text on the module. */
export async function evaluator() {
  const module = await createModule({ wasmBinary: readFileSync(new URL('evalground.wasm', folder)) });
  return (workspace) => {
    const outcome = module.evaluate(workspace, '');
    if (!outcome.startsWith('{"ok":true')) throw new Error(outcome.slice(0, 300));
    return outcome;
  };
}

export async function benchmarks() {
  const evaluate = await evaluator();
  return Object.entries(documents).map(([name, document]) => {
    const workspace = JSON.stringify({
      dialect: 'jinja2', expression: document.template, files: document.files ?? {}, vars: { rows: rowsOf(document) },
    });
    return { name: `whole/${name}`, real_time: median(() => evaluate(workspace)), time_unit: 'ms' };
  });
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  console.log(JSON.stringify({ benchmarks: await benchmarks() }, undefined, 1));
}
