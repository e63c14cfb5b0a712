// Runs the language server in real editors: Neovim, without a screen, does what tests/editors/neovim.lua says. An
// editor that is not installed is left out, and the last line is `N passed, N failed`.
//
//   node tests/editors/run.mjs [COMMAND]      build/native/evalground by default
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const files = {
  "page.j2": "{% set name = 'Ann' %}\n{{ name | uper }}\n",
  "library.j2": "{% macro greet(name) %}Hello, {{ name }}{% endmacro %}\n",
  "using.j2": "{% include 'library.j2' %}\n",
};

const command = resolve(process.argv[2] ?? "build/native/evalground");
const found = spawnSync("nvim", ["--version"], { encoding: "utf8" });
if (found.error || found.status !== 0) {
  console.log("left out: Neovim: nvim cannot be started (on Debian: apt-get install neovim)");
  console.log("0 passed, 0 failed");
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), "evalground-editors-"));
try {
  // Nothing of the user's own settings and logs is read or written.
  const home = join(folder, "home");
  const workspace = join(folder, "workspace");
  for (const path of [home, workspace]) mkdirSync(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(workspace, name), text);
  const script = fileURLToPath(new URL("neovim.lua", import.meta.url));
  const { status, stdout, stderr, error } = spawnSync(
    "nvim",
    ["--clean", "--headless", "-n", "-c", `luafile ${script}`],
    {
      encoding: "utf8",
      timeout: 120_000,
      env: {
        ...process.env,
        HOME: home,
        XDG_CACHE_HOME: home,
        XDG_CONFIG_HOME: home,
        XDG_DATA_HOME: home,
        XDG_STATE_HOME: home,
        EVALGROUND: command,
        EVALGROUND_FOLDER: workspace,
      },
    },
  );
  console.log(found.stdout.split("\n")[0]);
  process.stdout.write(stdout);
  if (!/^\d+ passed, \d+ failed$/m.test(stdout)) {
    console.log(`FAIL neovim: it did not come to its end\n  ${error ?? ""}${stderr}`);
    console.log("0 passed, 1 failed");
    process.exitCode = 1;
  } else if (status !== 0) {
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
