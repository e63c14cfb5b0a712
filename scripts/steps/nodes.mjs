// Runs the npm package's tests in the other versions of Node that scripts/setup has installed (cmake/tools.lock).
// Usage: node scripts/steps/nodes.mjs
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
for (const name of ["node-20", "node-26"]) {
  const folder = `${root}.tools/${name}/bin`;
  if (!existsSync(folder)) {
    console.log(`left out: ${name}: scripts/setup nodes could not fetch it`);
    continue;
  }
  console.log(`\n${name}`);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status } = spawnSync("npm", ["--prefix", "wasm", "test"], { cwd: root, stdio: "inherit", env });
  if (status !== 0) process.exitCode = 1;
}
