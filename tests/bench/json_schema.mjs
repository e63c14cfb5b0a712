// JSON Schema: 1,000 deployments validated in wasm beside ajv's compiled validator, and natively beside
// python-jsonschema, all in this run. Each has the values parsed beforehand. Prints Google Benchmark's JSON, and on
// standard error the ratios.
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import createModule from "../../build/wasm/json_schema_bench.mjs";
import { compare, medians, nativeTimes, pythonPeer, Results } from "./common/measure.mjs";

const schema = JSON.parse(readFileSync(new URL("json_schema.json", import.meta.url), "utf8"));
const deployments = (replicas) =>
  Array.from({ length: 1000 }, (_, i) => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: `web-${i}`, labels: { app: `web-${i}`, tier: "front" } },
    spec: {
      replicas,
      containers: [
        {
          name: "main",
          image: "registry/web:1.2",
          ports: [80, 443, 9090],
          env: [
            { name: "A", value: "1" },
            { name: "B", valueFrom: {} },
          ],
        },
        { name: "side", image: "registry/side:7" },
      ],
    },
  }));
const jobs = { accept_1000_deployments: deployments(3), list_errors_of_1000_deployments: deployments("3") };

const wasmBinary = readFileSync(new URL("../../build/wasm/json_schema_bench.wasm", import.meta.url));
const module = await createModule({ wasmBinary });
const results = new Results();
const native = nativeTimes("json_schema_bench", "1000_deployments");
const reference = pythonPeer("python_jsonschema.py", "jsonschema", { schema, jobs }) ?? {};

for (const [name, instances] of Object.entries(jobs)) {
  const listsErrors = name.startsWith("list");
  const wanted = listsErrors ? instances.length : 0;
  const check = (count) => {
    if (count !== wanted) throw new Error(`${name}: ${count} errors`);
  };
  const validation = new module.Validation(JSON.stringify(schema), JSON.stringify(instances));
  const validate = new Ajv({ allErrors: listsErrors, strict: false }).compile(schema);
  const countErrors = (instance) => (validate(instance) ? 0 : validate.errors.length);
  const [time, theirs] = medians([
    () => check(listsErrors ? validation.errors() : instances.length - validation.accepted()),
    () => check(instances.reduce((sum, instance) => sum + countErrors(instance), 0)),
  ]);
  results.add(name, time);
  results.addPeer(`${name}/ajv`, theirs);
  compare(`${name} in wasm`, results.time(name), "ajv", results.time(`${name}/ajv`), "0.33");
  if (!(name in reference)) continue;
  results.addPeer(`${name}/python-jsonschema`, reference[name]);
  compare(`${name} natively`, native.get(name), "python-jsonschema", reference[name], "50");
}
results.print();
