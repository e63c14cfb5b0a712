// Runs the language server in real editors: Neovim does what neovim.lua says, Emacs what emacs.el says, and Helix is
// typed into by helix.mjs. An editor that is not installed is left out, and the last line is `N passed, N failed`.
//
//   node tests/editors/run.mjs [COMMAND] [--editor NAME=PROGRAM]...
//   node tests/editors/run.mjs [COMMAND] --session [--editor nvim=PROGRAM]
//
// --session prints a session in Neovim (0.10 or later), as it is in docs/editors.md.
// COMMAND is build/native/evalground by default. --editor names the program of an editor (nvim, emacs, hx), which may
// be any version: then only the named ones run.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const files = {
  "page.j2": "{% set name = 'Ann' %}\n{{ name | uper }}\n",
  "library.j2": "{% macro greet(name) %}Hello, {{ name }}{% endmacro %}\n",
  "using.j2": "{% include 'library.j2' %}\n",
  "stack.yaml":
    "heat_template_version: wallaby\nparameters:\n  image: {type: string}\n" +
    "outputs:\n  image: {value: {get_param: image}}\n",
  "ansible/ansible.cfg": "[defaults]\ninventory = hosts\n",
  "ansible/hosts": "[web]\nweb1 port=81\nweb2\n",
  "ansible/group_vars/web.yml": "port: 80\n",
  "ansible/roles/app/handlers/main.yml": "- name: restart\n  service: {name: app, state: restarted}\n",
  "ansible/roles/app/tasks/main.yml":
    "- name: Look\n  command: ls\n  register: found\n- debug:\n    msg: '{{ found.stdout }} {{ port | uper }}'\n" +
    "  when: found is changed\n  notify: restart\n",
};
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const document = here("../../docs/editors.md");

const known = [
  {
    name: "Neovim",
    program: "nvim",
    version: ["--version"],
    install: "neovim",
    run: ["--clean", "--headless", "-n", "-c", `luafile ${here("neovim.lua")}`, "-c", "cquit 1"],
  },
  {
    name: "Emacs with Eglot",
    program: "emacs",
    // Eglot comes with Emacs 29, and is a package before.
    version: ["--batch", "--eval", "(progn (package-initialize) (require 'eglot) (princ emacs-version))"],
    install: "emacs-nox elpa-eglot",
    run: ["--batch", "-l", here("emacs.el")],
  },
  {
    name: "Helix",
    program: "hx",
    version: ["--version"],
    install: "hx tmux, from Debian 13 on",
    // Helix has no scripts, so another program types.
    driver: [process.execPath, here("helix.mjs")],
  },
];

/** Starts an editor on a folder of its own, and returns what it printed. */
function start({ program, run, driver }, command) {
  const folder = mkdtempSync(join(tmpdir(), "evalground-editors-"));
  try {
    // Nothing of the user's own settings and logs is read or written.
    const home = join(folder, "home");
    const workspace = join(folder, "workspace");
    const programs = join(folder, "bin");
    for (const path of [home, programs, workspace, join(workspace, ".git")]) mkdirSync(path);
    symlinkSync(command, join(programs, "evalground"));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), text);
    }
    const own = Object.fromEntries(["CACHE", "CONFIG", "DATA", "STATE"].map((kind) => [`XDG_${kind}_HOME`, home]));
    const given = { EVALGROUND_FOLDER: workspace, EVALGROUND_EDITOR: program, EVALGROUND_DOCUMENT: document };
    const path = [programs, process.env.PATH].join(delimiter);
    const env = { ...process.env, ...own, ...given, HOME: home, PATH: path };
    const [started, ...words] = driver ?? [program, ...run];
    return spawnSync(started, words, { encoding: "utf8", timeout: 240_000, env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many checks of an editor passed and failed. */
function count(editor, command) {
  const { stdout, stderr, error } = start(editor, command);
  const counts = /^(\d+) passed, (\d+) failed\n?/m.exec(stdout);
  process.stdout.write(stdout.replace(counts?.[0] ?? "", ""));
  if (counts) return [Number(counts[1]), Number(counts[2])];
  console.log(`FAIL ${editor.name}: it did not come to its end\n  ${error ?? ""}${stderr}`);
  return [0, 1];
}

const inSession = (neovim) => ({
  ...neovim,
  run: ["--clean", "--headless", "-n", "-c", `luafile ${here("session.lua")}`, "-c", "cquit 1"],
});
/** Whether the session in docs/editors.md is what Neovim shows. */
function sessionIsTrue(neovim, command) {
  const { stdout, stderr } = start(inSession(neovim), command);
  const isTrue =
    stdout.trim() !== "" && readFileSync(document, "utf8").includes(`\`\`\`text\n${stdout.trimEnd()}\n\`\`\``);
  if (!isTrue) console.log(`FAIL Neovim: docs/editors.md has another session\n${stdout}${stderr}`);
  return isTrue;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { session: { type: "boolean" }, editor: { type: "string", multiple: true, default: [] } },
});
const command = resolve(positionals[0] ?? "build/native/evalground");
const named = values.editor.map((text) => {
  const [, name, path] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  const editor = known.find(({ program }) => program === name);
  if (!editor) throw new Error(`--editor ${text}: write NAME=PROGRAM, with a NAME of nvim, emacs or hx`);
  return { ...editor, program: path.includes("/") ? resolve(path) : path };
});
const editors = named.length > 0 ? named : known;
if (values.session) {
  const { stdout, stderr, status } = start(inSession(editors[0]), command);
  process.stdout.write(stdout + (status === 0 ? "" : stderr));
  process.exit(status ?? 1);
}
let [passed, failed] = [0, 0];
for (const editor of editors) {
  const found = spawnSync(editor.program, editor.version, { encoding: "utf8" });
  if (found.error || found.status !== 0) {
    console.log(`left out: ${editor.name}: it cannot be started (on Debian: apt-get install ${editor.install})`);
    continue;
  }
  console.log(`${editor.name}: ${found.stdout.split("\n")[0]}`);
  const [good, bad] = count(editor, command);
  passed += good;
  failed += bad;
  // Older versions have no values beside the lines.
  if (editor.name !== "Neovim" || /v0\.\d\./.test(found.stdout)) continue;
  if (sessionIsTrue(editor, command)) passed += 1;
  else failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
