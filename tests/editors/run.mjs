// Runs the language server in real editors, without a screen: Neovim does what tests/editors/neovim.lua says, and Emacs
// what tests/editors/emacs.el says. An editor that is not installed is left out, and the last line is
// `N passed, N failed`.
//
//   node tests/editors/run.mjs [COMMAND]      build/native/evalground by default
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const files = {
  "page.j2": "{% set name = 'Ann' %}\n{{ name | uper }}\n",
  "library.j2": "{% macro greet(name) %}Hello, {{ name }}{% endmacro %}\n",
  "using.j2": "{% include 'library.j2' %}\n",
  "ansible/ansible.cfg": "[defaults]\ninventory = hosts\n",
  "ansible/hosts": "[web]\nweb1 port=81\nweb2\n",
  "ansible/group_vars/web.yml": "port: 80\n",
  "ansible/roles/app/handlers/main.yml": "- name: restart\n  service: {name: app, state: restarted}\n",
  "ansible/roles/app/tasks/main.yml":
    "- name: Look\n  command: ls\n  register: found\n- debug:\n    msg: '{{ found.stdout }} {{ port | uper }}'\n" +
    "  when: found is changed\n  notify: restart\n",
};
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const editors = [
  {
    name: "Neovim",
    program: "nvim",
    version: ["--version"],
    install: "neovim",
    run: ["--clean", "--headless", "-n", "-c", `luafile ${here("neovim.lua")}`],
  },
  {
    name: "Emacs with Eglot",
    program: "emacs",
    // Eglot comes with Emacs 29, and is a package before.
    version: ["--batch", "--eval", "(progn (package-initialize) (require 'eglot) (princ emacs-version))"],
    install: "emacs-nox elpa-eglot",
    run: ["--batch", "-l", here("emacs.el")],
  },
];

/** Runs one editor on a folder of its own. Returns how many checks passed and failed. */
function runIn({ name, program, run }, command) {
  const folder = mkdtempSync(join(tmpdir(), "evalground-editors-"));
  try {
    // Nothing of the user's own settings and logs is read or written.
    const home = join(folder, "home");
    const workspace = join(folder, "workspace");
    for (const path of [home, workspace]) mkdirSync(path);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), text);
    }
    const own = Object.fromEntries(["CACHE", "CONFIG", "DATA", "STATE"].map((kind) => [`XDG_${kind}_HOME`, home]));
    const env = { ...process.env, ...own, HOME: home, EVALGROUND: command, EVALGROUND_FOLDER: workspace };
    const { stdout, stderr, error } = spawnSync(program, run, { encoding: "utf8", timeout: 120_000, env });
    const counts = /^(\d+) passed, (\d+) failed\n?/m.exec(stdout);
    process.stdout.write(stdout.replace(counts?.[0] ?? "", ""));
    if (counts) return [Number(counts[1]), Number(counts[2])];
    console.log(`FAIL ${name}: it did not come to its end\n  ${error ?? ""}${stderr}`);
    return [0, 1];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const command = resolve(process.argv[2] ?? "build/native/evalground");
let [passed, failed] = [0, 0];
for (const editor of editors) {
  const found = spawnSync(editor.program, editor.version, { encoding: "utf8" });
  if (found.error || found.status !== 0) {
    console.log(`left out: ${editor.name}: it cannot be started (on Debian: apt-get install ${editor.install})`);
    continue;
  }
  console.log(`${editor.name}: ${found.stdout.split("\n")[0]}`);
  const [good, bad] = runIn(editor, command);
  passed += good;
  failed += bad;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
