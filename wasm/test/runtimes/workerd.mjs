// The package in Cloudflare's workerd: `scripts/test workerd`, after `scripts/setup workerd`. Needs dist/.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";

const tools = new URL("../../../.tools/workerd/", import.meta.url);
const dist = new URL("../../dist/", import.meta.url);

const script = `
import { createEngine, decodeLink, encodeLink } from "./index.js";
import module from "./evalground.wasm";
export default {
  async fetch() {
    const engine = await createEngine({ module, worker: false });
    const prepared = engine.prepare({ dialect: "jinja2", main: "Hello {{ name }}!" });
    const query = { dialect: "yaql", expression: "$.sum()", data: [1, 2, 3] };
    const answer = {
      sum: (await engine.evaluate(query)).value,
      now: engine.evaluateSync(query).value,
      texts: [prepared.render({ name: "a" }), prepared.render({ name: "b" })],
      rendered: await engine.render("{{ x }}", { x: 1 }),
      link: decodeLink(encodeLink(query)).workspace,
    };
    engine.close();
    return Response.json(answer);
  },
};
`;

test("workerd evaluates, renders and reads links", async () => {
  if (!existsSync(new URL("node_modules/miniflare", tools))) {
    console.log("left out: workerd: scripts/setup workerd has not fetched it, or could not");
    return;
  }
  const { Miniflare } = createRequire(tools)("miniflare");
  const scripts = ["index.js", ...readdirSync(new URL("shared", dist)).map((name) => `shared/${name}`)];
  const file = (type, name, encoding) => ({
    type,
    path: `/${name}`,
    contents: readFileSync(new URL(name, dist), encoding),
  });
  const worker = new Miniflare({
    compatibilityDate: "2026-07-01",
    modulesRoot: "/",
    modules: [
      { type: "ESModule", path: "/worker.js", contents: script },
      ...scripts.map((name) => file("ESModule", name, "utf8")),
      file("CompiledWasm", "evalground.wasm"),
    ],
  });
  try {
    const response = await worker.dispatchFetch("http://localhost/");
    assert.deepEqual(await response.json(), {
      sum: 6,
      now: 6,
      texts: ["Hello a!", "Hello b!"],
      rendered: "1",
      link: { dialect: "yaql", expression: "$.sum()", data: [1, 2, 3] },
    });
  } finally {
    await worker.dispose();
  }
});
