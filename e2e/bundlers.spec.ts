// The package with bundlers: a program of three lines, built by each bundler and run.
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = `import { createEngine } from "evalground";
const engine = await createEngine();
const { value } = await engine.evaluate({ dialect: "yaql", expression: "$.sum()", data: [1, 2, 3] });
document.body.append(String(value));
`;

interface Place {
  entry: string;
  dist: string;
  folder: string;
}

/** Copies files that the bundler does not move. They must be beside the bundle. */
function copyAssets({ dist }: Place): void {
  for (const name of ["worker.js", "evalground.wasm"]) copyFileSync(join(root, "wasm/dist", name), join(dist, name));
}

/** Loads a bundler from the packages of some folder, only in its own test. */
const load = async <Module>(path: string): Promise<Module> => (await import(join(root, path))) as Module;

const bundlers: Record<string, (place: Place) => Promise<void>> = {
  Vite: async ({ dist, folder }) => {
    const { build } = await load<{ build: (options: object) => Promise<unknown> }>(
      "web/node_modules/vite/dist/node/index.js",
    );
    writeFileSync(join(folder, "index.html"), '<body><script type="module" src="./main.js"></script></body>');
    await build({
      root: folder,
      configFile: false,
      logLevel: "error",
      build: { outDir: dist, target: "es2022", emptyOutDir: true },
    });
  },
  webpack: async ({ entry, dist, folder }) => {
    const { default: webpack } = await import("webpack");
    await new Promise<void>((resolve, reject) => {
      webpack(
        {
          mode: "production",
          context: folder,
          entry,
          output: { path: dist, filename: "main.js", publicPath: "/" },
          experiments: { topLevelAwait: true },
          resolve: { symlinks: false },
        },
        (error, stats) => {
          if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats?.toString("errors-only")));
          else resolve();
        },
      );
    });
  },
  esbuild: async (place) => {
    const { build } = await import("esbuild");
    await build({
      entryPoints: [place.entry],
      outfile: join(place.dist, "main.js"),
      bundle: true,
      format: "esm",
      target: "es2022",
      logLevel: "error",
    });
    copyAssets(place);
  },
  Rollup: async (place) => {
    const { rollup } = await import("rollup");
    const bundle = await rollup({
      input: place.entry,
      plugins: [
        { name: "package", resolveId: (id) => (id === "evalground" ? join(root, "wasm/dist/index.js") : null) },
      ],
    });
    await bundle.write({ dir: place.dist, format: "es", chunkFileNames: "[name].js" });
    await bundle.close();
    copyAssets(place);
  },
};

const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

async function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const file = join(folder, path === "/" ? "index.html" : path.slice(1));
    try {
      const content = readFileSync(file);
      response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

for (const [name, bundle] of Object.entries(bundlers)) {
  test(`a program that ${name} has built evaluates`, { tag: "@all" }, async ({ page }) => {
    test.setTimeout(90_000);
    const folder = mkdtempSync(join(tmpdir(), "evalground-bundle-"));
    const dist = join(folder, "dist");
    const entry = join(folder, "main.js");
    mkdirSync(dist);
    mkdirSync(join(folder, "node_modules/evalground"), { recursive: true });
    cpSync(join(root, "wasm/package.json"), join(folder, "node_modules/evalground/package.json"));
    symlinkSync(join(root, "wasm/dist"), join(folder, "node_modules/evalground/dist"));
    writeFileSync(entry, program);
    await bundle({ entry, dist, folder });
    if (name !== "Vite")
      writeFileSync(join(dist, "index.html"), '<body><script type="module" src="/main.js"></script></body>');
    const server = await serve(dist);
    try {
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await expect(page.locator("body")).toHaveText("6");
    } finally {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    }
  });
}
