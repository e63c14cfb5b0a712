// `evalground repl` at a terminal, natively and of the package: keys are typed into a pseudo terminal of util-linux's
// `script`, and each is followed by what must appear.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const commands = {
  native: path("build/native/evalground"),
  package: `${process.execPath} ${path("wasm/dist/command/command.js")}`,
};
const hasScript = spawnSync("script", ["--version"]).status === 0;
const skip = hasScript ? false : "util-linux's script is not installed";
const patience = 20_000;

const folder = mkdtempSync(join(tmpdir(), "evalground-repl-"));
after(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "payload.json"), '{"ord": [3, 1, 2], "other": "x"}');

const keys = { up: "\x1b[A", tab: "\t", enter: "\r", interrupt: "\x03", end: "\x04" };

/** A prompt in a terminal of 100 columns, with a home of its own. */
class Terminal {
  output = "";
  seen = 0;

  constructor(command, name, variables = {}) {
    this.home = join(folder, name);
    const repl = `${command} repl --dialect yaql --data @payload.json --limit steps=100000000000`;
    const line = `stty sane rows 30 cols 100; ${repl}; echo code $?`;
    const env = { PATH: process.env.PATH, HOME: this.home, TERM: "xterm", NO_COLOR: "1", ...variables };
    this.child = spawn("script", ["-qec", line, "/dev/null"], { cwd: folder, env });
    this.child.stdout.on("data", (bytes) => {
      this.output += bytes;
      this.check?.();
    });
  }

  /** Types keys, and waits for what must appear behind what was waited for before. */
  async type(text, wanted) {
    if (text) this.child.stdin.write(text);
    const found = () => {
      const match = wanted.exec(this.output.slice(this.seen));
      if (match) this.seen += match.index + match[0].length;
      return match !== null;
    };
    if (found()) return;
    await new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        reject(new Error(`${wanted} did not appear, but ${JSON.stringify(this.output.slice(this.seen))}`));
      }, patience);
      this.check = () => {
        if (!found()) return;
        clearTimeout(late);
        resolve();
      };
    }).finally(() => {
      this.check = undefined;
    });
  }

  history() {
    return readFileSync(join(this.home, ".local/state/evalground/history"), "utf8");
  }

  close() {
    this.child.kill("SIGKILL");
  }
}

/** A test of both commands. */
function each(name, run, variables) {
  for (const [which, command] of Object.entries(commands)) {
    test(`${name} (${which})`, { skip }, async () => {
      const terminal = new Terminal(command, `${name.replaceAll(/\W/g, "-")}-${which}`, variables);
      try {
        await terminal.type("", /\nyaql>/);
        await run(terminal);
      } finally {
        terminal.close();
      }
    });
  }
}

each("Tab completes a key of the data, and Enter evaluates", async (terminal) => {
  await terminal.type("$.ot", /ot/);
  await terminal.type(keys.tab, /other/);
  await terminal.type(keys.enter, /"x"[\s\S]*\nyaql>/);
  await terminal.type(`:sou${keys.tab}`, /:source/);
  await terminal.type(keys.enter, /input \$\.other[\s\S]*\nyaql>/);
  await terminal.type(keys.end, /code 0/);
});

each("a list of completions shows values and signatures", async (terminal) => {
  await terminal.type("$.or", /or/);
  await terminal.type(keys.tab, /ord[^\n]*\[3, 1, 2\][\s\S]*orderBy[^\n]*orderBy\(collection/);
  await terminal.type("2", /\$\.orderBy\(/);
  await terminal.type(keys.interrupt, /\nyaql>/);
  await terminal.type(keys.end, /code 0/);
});

each("history comes back, in this prompt and the next", async (terminal) => {
  await terminal.type(`$.other${keys.enter}`, /"x"[\s\S]*\nyaql>/);
  await terminal.type(`:set db_password=hunter2${keys.enter}`, /hunter2[\s\S]*\nyaql>/);
  await terminal.type(`1 + 1${keys.enter}`, /\n2[\s\S]*\nyaql>/);
  await terminal.type(keys.up, /1 \+ 1/);
  await terminal.type(keys.up, /hunter2|\$\.other/);
  await terminal.type(keys.enter, /"x"[\s\S]*\nyaql>/);
  await terminal.type(keys.end, /code 0/);
  assert.equal(terminal.history(), "1 + 1\n$.other\n");
  assert.equal(statSync(join(terminal.home, ".local/state/evalground/history")).mode & 0o777, 0o600);
});

each(
  "a variable keeps lines out of the history",
  async (terminal) => {
    await terminal.type(`1 + 1${keys.enter}`, /\n2[\s\S]*\nyaql>/);
    await terminal.type(keys.end, /code 0/);
    assert.equal(existsSync(join(terminal.home, ".local")), false);
  },
  { EVALGROUND_HISTORY: "off" },
);

each("an open bracket goes on in the next line", async (terminal) => {
  await terminal.type(`$.ord.where(${keys.enter}`, /\.\.\. /);
  await terminal.type(`$ > 2)${keys.enter}`, /\[\s+3\s+\][\s\S]*\nyaql>/);
});

each("lines that are pasted at once are all evaluated", async (terminal) => {
  await terminal.type(
    `$.other${keys.enter}1 + 1${keys.enter}2 + 2${keys.enter}`,
    /"x"[\s\S]*\n2[\s\S]*\n4[\s\S]*\nyaql>/,
  );
});

each("Ctrl-C clears a line, and leaves an empty one when it is pressed twice", async (terminal) => {
  await terminal.type("no such", /such/);
  await terminal.type(keys.interrupt, /\nyaql>/);
  await terminal.type(keys.interrupt, /Press Ctrl-C again or Ctrl-D to leave[\s\S]*\nyaql>/);
  await terminal.type(`1 + 1${keys.enter}`, /\n2[\s\S]*\nyaql>/);
  await terminal.type(keys.interrupt, /Press Ctrl-C again[\s\S]*\nyaql>/);
  await terminal.type(keys.interrupt, /code 0/);
});

each("Ctrl-D leaves a line that was emptied", async (terminal) => {
  await terminal.type("12", /12/);
  await terminal.type("\x7f\x7f", /\r/);
  await terminal.type(keys.end, /code 0/);
});

each("a long text is pasted in little time", async (terminal) => {
  const text = `'${"$.other + ".repeat(300)}'`;
  const began = performance.now();
  await terminal.type(`${text}.len()${keys.enter}`, /\n3000[\s\S]*\nyaql>/);
  assert.ok(performance.now() - began < 5000);
});

each("the JSON of a command goes on in the next line", async (terminal) => {
  await terminal.type(`:data {${keys.enter}`, /\.\.\. /);
  await terminal.type(`"a": "b\u202ec"}${keys.enter}`, /set the data[\s\S]*\nyaql>/);
  await terminal.type(`$.a${keys.enter}`, /"b\ufffdc"[\s\S]*\nyaql>/);
});

each("values of variables that are named as secrets stay out of the history", async (terminal) => {
  await terminal.type(`:set db_password=hunter2${keys.enter}`, /\nyaql>/);
  await terminal.type(`'hunter2'.len()${keys.enter}`, /\n7[\s\S]*\nyaql>/);
  await terminal.type(`1 + 1${keys.enter}`, /\n2[\s\S]*\nyaql>/);
  await terminal.type(keys.end, /code 0/);
  assert.equal(terminal.history(), "1 + 1\n");
});

for (const [which, command] of Object.entries(commands)) {
  test(`a result does not steer the terminal that it is printed to (${which})`, { skip }, () => {
    writeFileSync(join(folder, "steer.yaml"), "dialect: jinja2\nmain: '{{ \"\\x1b]0;x\\x07\" }}'\n");
    const line = `${command} eval steer.yaml`;
    const shown = spawnSync("script", ["-qec", line, "/dev/null"], { cwd: folder, encoding: "utf8" });
    assert.match(shown.stdout, /^\u241b\]0;x\u2407/);
    const piped = spawnSync("/bin/sh", ["-c", line], { cwd: folder, encoding: "utf8" });
    assert.match(piped.stdout, /^\x1b\]0;x\x07/);
  });
}

each("Ctrl-C stops an evaluation", async (terminal) => {
  await terminal.type(`range(1000000000).where($ < 0).len()${keys.enter}`, /len\(\)[^\n]*\n/);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await terminal.type(keys.interrupt, /error: [\s\S]*\nyaql>/);
  await terminal.type(`1 + 1${keys.enter}`, /\n2[\s\S]*\nyaql>/);
});

each("a failure leaves the prompt open", async (terminal) => {
  await terminal.type(`1 +${keys.enter}`, /error: Parse error[\s\S]*\nyaql>/);
  await terminal.type(`:sorce${keys.enter}`, /did you mean :source\?[\s\S]*\nyaql>/);
  await terminal.type(`:quit${keys.enter}`, /code 0/);
});
