// Runs build/wasm/tests/command_test: the unit tests of the command's files and programs, in place of the command.
//
//   node tests/command/unit.mjs [--gtest_filter=…]
import { spawnSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "../../wasm/node_modules/rolldown/dist/index.mjs";

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const folder = path("build/wasm/tests/command");
await build({
  input: { command: path("wasm/src/command/index.ts"), outside: path("wasm/src/command/outside.ts") },
  platform: "node",
  resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
  plugins: [
    {
      name: "tests",
      resolveId: (id) => (id.endsWith("/build/wasm/command.mjs") ? path("build/wasm/tests/command_test.mjs") : null),
    },
  ],
  output: { dir: folder, format: "es", entryFileNames: "[name].js", chunkFileNames: "[name].js" },
  logLevel: "warn",
});
writeFileSync(`${folder}/package.json`, '{"type": "module"}\n'); // build/wasm itself says commonjs
copyFileSync(path("build/wasm/tests/command_test.wasm"), `${folder}/command.wasm`);
const program = [`${folder}/command.js`, ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, program, { stdio: "inherit" });
process.exitCode = status ?? 1;
