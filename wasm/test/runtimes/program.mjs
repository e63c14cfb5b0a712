// What every runtime must be able to do with the package. Prints the results as JSON.

import { createEngine, decodeLink, encodeLink } from "../../dist/index.js";

// Bun cannot end a thread that computes. There the engine's own time limit must end it before the program can exit.
const endless = "range(100000).select(range(100000).select(range(10000).sum()).sum()).sum()";
const engine = await createEngine({ timeMs: 3000, limits: { steps: 1e15 } });
const { value: sum } = await engine.evaluate({ dialect: "yaql", expression: "$.sum()", data: [1, 2, 3] });
const link = decodeLink(encodeLink({ dialect: "yaql", expression: "$.a" })).workspace.expression;
const endings = [];
for (let round = 0; round < 3; round += 1) {
  const control = new AbortController();
  const run = engine.evaluate({ dialect: "yaql", expression: endless }, { signal: control.signal });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const began = performance.now();
  control.abort();
  await run.catch(() => endings.push(performance.now() - began));
}
const { value: after } = await engine.evaluate({ dialect: "yaql", expression: "2 + 2" });
engine.close();
const own = await createEngine({ worker: false });
const prepared = own.prepare({ dialect: "jinja2", main: "Hello {{ name }}!" });
const texts = [prepared.render({ name: "a" }), prepared.render({ name: "b" })];
const now = own.evaluateSync({ dialect: "yaql", expression: "2 + 2" }).value;
own.close();
console.log(JSON.stringify({ sum, link, endings, after, texts, now }));
