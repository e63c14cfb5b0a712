// The project's own cases in the browser: evaluated by the site's modules under the site's policy, and compared by the
// same checker as natively and in Node.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { createEngine, JsonNode, readJson, writeJson } from "evalground";
import { expect, test } from "./playground.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const caseKeys = new Set(["id", "expect", "source", "note", "exact"]);

interface TestCase {
  id: string;
  dialect: string;
  /** The case and the part of it that is evaluated, as JSON text. */
  whole: string;
  workspace: string;
}

const members = (node: JsonNode | undefined): [string, JsonNode][] =>
  (node?.children ?? []).map((child) => [child.key as string, child]);

/** A hash of a text (FNV-1a), used as a reproducible random number. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}

/** The first case of a file and a tenth of the others. */
const share = (cases: TestCase[]): TestCase[] => cases.filter(({ id }, at) => at === 0 || hash(id) % 10 === 0);

/** The cases of a file with the file's defaults applied. */
function casesOf(file: string, json: string): TestCase[] {
  const content = readJson(json);
  const cases = content.get("cases")?.children ?? [content];
  return cases.map((node) => {
    const all = new Map<string, unknown>([["id", file], ...members(content.get("defaults")), ...members(node)]);
    const id = all.get("id");
    const dialect = all.get("dialect");
    return {
      id: id instanceof JsonNode ? id.text : file,
      dialect: dialect instanceof JsonNode ? dialect.text : "",
      whole: writeJson(all),
      workspace: writeJson(new Map([...all].filter(([key]) => !caseKeys.has(key)))),
    };
  });
}

/** The project's cases, selected from each file by `choose`. */
async function projectCases(choose: (cases: TestCase[]) => TestCase[]): Promise<TestCase[]> {
  const files = readdirSync(join(root, "engine/dialects"), { recursive: true, encoding: "utf8" })
    .filter((name) => /^[^/]+\/(cases|gallery)\/.*\.(json|yaml)$/.test(name))
    .sort()
    .map((name) => join("engine/dialects", name));
  const engine = await createEngine();
  try {
    const read = async (file: string): Promise<TestCase[]> => {
      const text = readFileSync(join(root, file), "utf8");
      const { json } = file.endsWith(".json") ? { json: text } : await engine.parse(text);
      return choose(casesOf(file, json!));
    };
    return (await Promise.all(files.map(read))).flat();
  } finally {
    engine.close();
  }
}

interface Glue {
  evaluate(workspace: string, options: string, host: null): string;
  check(testCase: string, outcome: string): string;
  assist(request: string): string;
  asks(testCase: string): boolean;
  wantsRun(testCase: string): boolean;
  askedWorkspace(testCase: string): string;
  assistRequest(testCase: string, outcome: string): string;
  checkAnswer(testCase: string, answer: string): string;
}

/** The second parts of the modules by dialect. The page's head names only the first parts. */
function restAddresses(): Record<string, string> {
  const names = readdirSync(join(root, "web/dist/assets")).map((name) => /^([^.]+)\.rest-.*\.wasm$/.exec(name));
  return Object.fromEntries(names.flatMap((found) => (found ? [[found[1]!, `/assets/${found[0]}`]] : [])));
}

/** Runs in the page: the differences, by id of the failing case. `rests`: the second parts of the modules. */
async function runCases({ cases, rests }: { cases: TestCase[]; rests: Record<string, string> }): Promise<string[]> {
  const compile = (url: string): Promise<WebAssembly.Module> => WebAssembly.compileStreaming(fetch(url));
  const missingPart = (): never => {
    throw new Error("the second part is not there");
  };
  const instantiate = async (script: string, module: WebAssembly.Module, rest?: WebAssembly.Module): Promise<Glue> => {
    const { default: create } = (await import(script)) as { default: (options: object) => Promise<Glue> };
    return create({
      instantiateWasm(
        imports: WebAssembly.Imports,
        receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
      ) {
        const placeholder = new Proxy({}, { get: () => missingPart });
        void WebAssembly.instantiate(module, { ...imports, placeholder }).then(async (instance) => {
          if (rest) await WebAssembly.instantiate(rest, { primary: instance.exports });
          receive(instance, module);
        });
        return {};
      },
    });
  };
  const addresses = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="engine"]')!.content) as Record<
    string,
    string
  >;
  const modules = new Map<string, [WebAssembly.Module, WebAssembly.Module]>();
  for (const [dialect, address] of Object.entries(addresses))
    modules.set(dialect, [await compile(address), await compile(rests[dialect]!)]);
  const engines = new Map<string, Glue>();
  const checker = await instantiate("/checker/check.mjs", await compile("/checker/check.wasm"));
  const failed: string[] = [];
  /** Language-service requests. The page's modules have no texts, so sentences come from the page's catalogue. */
  const answered = (engine: Glue, whole: string): string => {
    const outcome = checker.wantsRun(whole)
      ? engine.evaluate(checker.askedWorkspace(whole), '{"trace": true}', null)
      : "";
    const answer = engine.assist(checker.assistRequest(whole, outcome));
    const { contains, ...expect } = (JSON.parse(whole) as { expect: Record<string, unknown> }).expect;
    return checker.checkAnswer(JSON.stringify({ ...JSON.parse(whole), expect }), answer);
  };
  for (const { id, dialect, whole, workspace } of cases) {
    const engine = engines.get(dialect) ?? (await instantiate("/checker/evalground.mjs", ...modules.get(dialect)!));
    engines.set(dialect, engine);
    try {
      const difference = checker.asks(whole)
        ? answered(engine, whole)
        : checker.check(whole, engine.evaluate(workspace, "", null));
      if (difference !== "") failed.push(`${id}: ${difference}`);
    } catch (error) {
      failed.push(`${id}: the engine failed: ${String(error)}`);
      engines.delete(dialect);
    }
  }
  return failed;
}

async function expectToPass(page: Page, cases: TestCase[]): Promise<void> {
  // The checker is not part of the site and is served only for this test.
  for (const name of ["check.mjs", "check.wasm", "evalground.mjs"]) {
    const contentType = name.endsWith(".wasm") ? "application/wasm" : "text/javascript";
    await page.route(`**/checker/${name}`, (route) =>
      route.fulfill({ path: join(root, "build/wasm", name), contentType }),
    );
  }
  await page.goto("/?test=1");
  expect(cases.length).toBeGreaterThan(100);
  expect(await page.evaluate(runCases, { cases, rests: restAddresses() })).toEqual([]);
}

test("a tenth of the project's cases passes in the browser, at least one from each file", { tag: "@fresh" }, async ({
  page,
}) => {
  await expectToPass(page, await projectCases(share));
});

test("all of the project's cases pass in the browser", { tag: ["@all", "@fresh"] }, async ({ page }) => {
  test.setTimeout(240_000);
  await expectToPass(page, await projectCases((cases) => cases));
});
