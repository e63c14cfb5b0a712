// The package as published: its files, its entries, and whether tools and other runtimes accept it. Needs dist/.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { afterAll, describe, expect, test } from "vitest";
import type { Engine } from "../src/index.js";

const wasm = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "evalground-publish-"));
afterAll(() => rmSync(folder, { recursive: true }));

const packed = JSON.parse(
  execFileSync("npm", ["pack", "--json", "--loglevel=error", "--pack-destination", folder], {
    cwd: wasm,
    encoding: "utf8",
  }),
) as [{ filename: string; files: { path: string }[] }];
const [{ filename, files }] = packed;
const paths = files.map(({ path }) => path);

describe("what is published", () => {
  test("is the built package with its licence, and no source", () => {
    const usual = /^(?:package\.json|README\.md|dist\/.+)$/;
    const folders = "(?:command|dialects|shared)/[\\w.]+|(?:integrations|site|types)/.+";
    const built = new RegExp(`^dist/(?:LICENSE|[\\w.]+\\.(?:js|json|wasm)|${folders})$`);
    expect(paths.filter((path) => !usual.test(path))).toEqual([]);
    expect(paths.filter((path) => path.startsWith("dist/") && !built.test(path))).toEqual([]);
    expect(paths.filter((path) => /^dist\/types\/.+(?<!\.d\.ts)$/.test(path))).toEqual([]);
    expect(paths).toContain("dist/LICENSE");
    const bill = JSON.parse(readFileSync(join(wasm, "dist/sbom.spdx.json"), "utf8")) as {
      packages: { name: string }[];
    };
    expect(bill.packages.map(({ name }) => name)).toEqual(expect.arrayContaining(["evalground", "pcre2", "fflate"]));
  });

  test("has only valid entries, and all that it names", async () => {
    const { bin, exports } = JSON.parse(readFileSync(join(wasm, "package.json"), "utf8")) as {
      bin: Record<string, string>;
      exports: Record<string, string | { types: string; default: string }>;
    };
    const targets = Object.values(exports).flatMap((entry) =>
      typeof entry === "string" ? [entry] : Object.values(entry),
    );
    const named = targets.filter((target) => !target.includes("*")).map((target) => target.slice(2));
    named.push(...Object.values(bin));
    expect(named.filter((target) => !paths.includes(target))).toEqual([]);
    const { messages } = await publint({ pkgDir: wasm, pack: false, strict: true });
    expect(messages.map(({ code, path }) => `${code} ${path.join(".")}`)).toEqual([]);
  });

  test("runs no script at installation, and has no dependencies", () => {
    const { scripts, dependencies } = JSON.parse(readFileSync(join(wasm, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
      dependencies?: unknown;
    };
    expect(Object.keys(scripts).filter((name) => /install|prepare/.test(name))).toEqual([]);
    expect(dependencies).toBeUndefined();
  });

  test("has a README whose links work on npm's page", () => {
    const links = [...readFileSync(join(wasm, "README.md"), "utf8").matchAll(/\]\(([^)]+)\)/g)].map(
      ([, link]) => link!,
    );
    const isThere = (link: string): boolean => /^(?:https:|#)/.test(link) || paths.includes(link);
    expect(links.filter((link) => !isThere(link))).toEqual([]);
  });

  test("has the command, once it is installed", () => {
    const user = join(folder, "user");
    mkdirSync(user);
    writeFileSync(join(user, "package.json"), "{}");
    const options = { cwd: user, encoding: "utf8" } as const;
    execFileSync("npm", ["install", "--offline", "--silent", join(folder, filename)], options);
    expect(execFileSync(join(user, "node_modules/.bin/evalground"), ["--version"], options)).toBe("evalground 0.1.0\n");
  });

  test("is accepted by npm without corrections, and requests provenance", () => {
    const { publishConfig } = JSON.parse(readFileSync(join(wasm, "package.json"), "utf8")) as {
      publishConfig: Record<string, unknown>;
    };
    expect(publishConfig).toEqual({ access: "public", provenance: true });
    const { status, stderr } = spawnSync("npm", ["publish", "--dry-run", "--offline"], { cwd: wasm, encoding: "utf8" });
    expect(stderr).not.toMatch(/npm (?:error|warn publish (?!This command requires you to be logged in))/);
    expect(status).toBe(0);
  });

  test("has types that resolve in every module system with ES modules", async () => {
    const tarball = createPackageFromTarballData(readFileSync(join(folder, filename)));
    const checked = await checkPackage(tarball);
    const problems = "problems" in checked ? checked.problems : [];
    // The package has only ES modules. A WebAssembly module is an asset and has no types.
    const isMeant = (problem: (typeof problems)[number]): boolean =>
      problem.kind === "CJSResolvesToESM" ||
      ("resolutionKind" in problem && problem.resolutionKind === "node10") ||
      ("entrypoint" in problem && /\.wasm$/.test(problem.entrypoint));
    expect(problems.filter((problem) => !isMeant(problem))).toEqual([]);
  });
});

/**
 * The program of a runtime, if scripts/setup has downloaded it for this machine. The folder's name depends on the
 * machine.
 */
function binary(scope: string, name: string): string | undefined {
  const root = join(wasm, "../.tools/runtimes/node_modules", scope);
  const places = (existsSync(root) ? readdirSync(root) : []).flatMap((each) => [
    join(root, each, name),
    join(root, each, "bin", name),
  ]);
  return places.find((place) => existsSync(place));
}

test.each([
  ["Node", process.execPath, []],
  ["Deno", binary("@deno", "deno"), ["run", "--allow-read"]],
  ["Bun", binary("@oven", "bun"), []],
])("%s evaluates, reads links, and ends a run within 200 ms", (name, program, options) => {
  if (program === undefined) {
    process.stdout.write(`left out: ${name}: scripts/setup runtimes could not fetch it\n`);
    return;
  }
  const output = execFileSync(program, [...options, "test/runtimes/program.mjs"], { cwd: wasm, encoding: "utf8" });
  const { sum, link, endings, after, texts, now } = JSON.parse(output) as {
    sum: number;
    link: string;
    endings: number[];
    after: number;
    texts: string[];
    now: number;
  };
  expect({ sum, link, after }).toEqual({ sum: 6, link: "$.a", after: 4 });
  expect({ texts, now }).toEqual({ texts: ["Hello a!", "Hello b!"], now: 4 });
  // Other programs run at the same time, so the shortest of several measurements counts.
  expect(Math.min(...endings)).toBeLessThan(200);
});

test.each([
  ["Node", process.execPath, []],
  ["Deno", binary("@deno", "deno"), ["run", "--allow-all"]],
  ["Bun", binary("@oven", "bun"), []],
])("%s runs the command, also where it asks Python", (name, program, options) => {
  if (program === undefined) {
    process.stdout.write(`left out: ${name}: scripts/setup runtimes could not fetch it\n`);
    return;
  }
  const command = (input: string, ...args: string[]): string =>
    execFileSync(program, [...options, "dist/command/command.js", ...args], { cwd: wasm, encoding: "utf8", input });
  const files = { "main.yaml": "r: {eval: {python: f.py#f}}\n", "f.py": "def f(context):\n  return 7\n" };
  const workspace = { dialect: "unfurl", main: "main.yaml", expression: "r", files };
  expect(command("", "--version")).toBe("evalground 0.1.0\n");
  expect(command(JSON.stringify(workspace), "eval", "-", "--allow-python")).toBe("7\n");
});

test("ten thousand evaluations take no more memory than two thousand", async () => {
  const { createEngine } = (await import(new URL("../dist/index.js", import.meta.url).href)) as {
    createEngine: () => Promise<Engine>;
  };
  const engine = await createEngine();
  const evaluate = async (count: number): Promise<number> => {
    for (let at = 0; at < count; at += 1)
      await engine.evaluate({ dialect: "yaql", expression: `$.select($ * ${at})`, data: [1, 2, 3] });
    return process.memoryUsage().rss;
  };
  const early = await evaluate(2000);
  const late = await evaluate(8000);
  engine.close();
  expect(late - early).toBeLessThan(40 * 1024 * 1024);
});
