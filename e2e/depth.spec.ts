// Deeply nested input in the browser's worker, whose stack is smaller than a program's. Twice the allowed depth gives a
// value or names the limit, but never ends the module's instance.
import { writeJson, type Workspace } from "evalground";
import { expect, test } from "./playground.ts";

/** The page allows 200 levels. */
const levels = 400;

const nested = (open: string, inside: string, close: string, count = levels): string =>
  open.repeat(count) + inside + close.repeat(count);
const chain = (line: (at: number) => string): string => Array.from({ length: levels }, (_, at) => line(at)).join("");
const document = (text: string, more: Partial<Workspace> = {}): Workspace => ({
  dialect: "unfurl",
  files: { "main.yaml": text },
  ...more,
});

const deep: Record<string, Workspace> = {
  "lists of YAML": document(`a: ${nested("[", "1", "]")}\n`),
  "maps of YAML": document(`${chain((at) => `${" ".repeat(at)}a:\n`)}${" ".repeat(levels)}b: 1\n`),
  data: { dialect: "unfurl", expression: "$v", vars: { v: JSON.parse(nested("[", "1", "]")) as unknown } },
  "expressions in expressions": document(`a: ${nested("{eval: {concat: [", "x", "]}}")}\n`),
  "expressions as deep as YAML may be": document(`a: ${nested("{eval: {concat: [", "x", "]}}", levels / 3 - 2)}\n`),
  "loops in loops": document(`list: [1]\na: ${nested('{eval: "::main::list", foreach: ', "$item", "}")}\n`),
  "loops as deep as YAML may be": document(
    `list: [1]\na: ${nested('{eval: "::main::list", foreach: ', "$item", "}", levels - 4)}\n`,
  ),
  conditions: document(`a: ${nested("{eval: {if: 1, then: ", "x", "}}", levels / 2 - 2)}\n`),
  "a chain of attributes": document(`${chain((at) => `a${at}: {eval: a${at + 1}}\n`)}a${levels}: 1\n`),
  "a chain of variables": document(`a: ${nested("{eval: {concat: [$v]}, vars: {v: ", "x", "}}", levels / 2 - 2)}\n`),
  "filters in filters": document("a: 1\n", { expression: nested("::a[b", "", "]") }),
  "merges by path": document(`${chain((at) => `m${at}: {+/m${at + 1}: null, k${at}: 1}\n`)}m${levels}: {end: 1}\n`),
  "merges by path, expanded": document(
    `${chain((at) => `m${at}: {+/m${at + 1}: null, k${at}: 1}\n`)}m${levels}: {end: 1}\n`,
    { operation: "expand" },
  ),
  "includes of includes": {
    dialect: "unfurl",
    operation: "expand",
    main: "f0.yaml",
    files: Object.fromEntries([
      ...Array.from({ length: levels }, (_, at) => [`f${at}.yaml`, `+include: f${at + 1}.yaml\nk${at}: 1\n`]),
      [`f${levels}.yaml`, "end: 1\n"],
    ]) as Record<string, string>,
  },
  "hosts of hosts": document(
    [
      "instances:\n",
      chain((at) => `${"  ".repeat(2 * at + 1)}r${at}:\n${"  ".repeat(2 * at + 2)}instances:\n`),
      `${"  ".repeat(2 * levels + 1)}last: {}\n`,
    ].join(""),
  ),
};

type FromWorker = {
  type: "ready" | "failed" | "crashed" | "answer";
  message?: string;
  answer?: { ok: boolean; diagnostics?: { code: string; message: string }[] };
};

/** Runs in the page: the answers of the shipped worker to the workspaces. */
async function ask({
  workspaces,
  options,
}: {
  workspaces: [string, string][];
  options: string;
}): Promise<Record<string, FromWorker>> {
  const url = (ending: RegExp): string =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .find((name) => ending.test(name))!;
  const compile = (ending: RegExp): Promise<WebAssembly.Module> => WebAssembly.compileStreaming(fetch(url(ending)));
  const module = await compile(/\/[^./]*\.wasm$/);
  const rest = await compile(/\.rest-[^/]*\.wasm$/);
  const worker = new Worker(url(/\/worker-[^/]*\.js$/));
  const next = (message: unknown): Promise<FromWorker> =>
    new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => resolve(data);
      worker.postMessage(message);
    });
  await next({ type: "load", module, hasRest: true });
  worker.postMessage({ type: "rest", module: rest });
  const said: Record<string, FromWorker> = {};
  for (const [name, workspace] of workspaces)
    said[name] = await next({ type: "call", id: 1, call: { ask: "evaluate", workspace: [workspace], options } });
  worker.terminate();
  return said;
}

test("documents twice as deep as the page allows give a value or name their limit in a worker", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  // The page's policy lets only the page itself start workers.
  const context = await browser.newContext({ baseURL: baseURL!, bypassCSP: true });
  const page = await context.newPage();
  await page.goto("/?test=1");
  await expect(page.locator("html")).toHaveAttribute("data-engine", "ready");
  const options = writeJson({
    limits: { depth: levels },
    provenance: true,
    outline: true,
    tokens: true,
    timeMs: 20_000,
  });
  const workspaces = Object.entries(deep).map(([name, workspace]): [string, string] => [name, writeJson(workspace)]);
  const said = await page.evaluate(ask, { workspaces, options });
  for (const [name, { type, message, answer }] of Object.entries(said)) {
    expect.soft(type, `${name}: ${message ?? ""}`).toBe("answer");
    const codes = (answer?.diagnostics ?? []).map(({ code }) => code).filter((code) => /^limit-|internal/.test(code));
    expect
      .soft(answer?.ok === true || codes.length > 0, `${name}: ${JSON.stringify(answer?.diagnostics?.slice(0, 3))}`)
      .toBe(true);
    expect
      .soft(
        codes.filter((code) => !["limit-depth", "limit-steps"].includes(code)),
        name,
      )
      .toEqual([]);
  }
  await context.close();
});
