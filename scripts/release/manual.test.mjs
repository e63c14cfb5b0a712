// The man page and the completions of a help text.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { completions, manPage, readHelp } from "./manual.mjs";

const help = `Evaluates things.

evalground eval FILE|-           evaluate a workspace
evalground eval --dialect D …    from flags
evalground check-docs PATH…      run the examples of documents; --update writes
                                 them anew

Running
  --limit NAME=VALUE   steps, depth
  --color auto|always|never

  --version, --help

Exit codes: 0 it worked, 2 wrong use.
`;

test("the man page has every verb, flag and exit code", () => {
  const page = manPage(readHelp(help), "1.2.3");
  assert.match(page, /^\.TH EVALGROUND 1 "" "evalground 1\.2\.3"/);
  assert.match(page, /^evalground \\- evaluates things$/m);
  assert.match(page, /^\.B check\\-docs PATH…\nrun the examples of documents; \\-\\-update writes them anew$/m);
  assert.match(page, /^\.SH RUNNING\n\.TP\n\.B \\-\\-limit NAME=VALUE\nsteps, depth$/m);
  assert.match(page, /^\.B \\-\\-version, \\-\\-help$/m);
  assert.match(page, /^\.SH EXIT CODES\n0 it worked, 2 wrong use\.$/m);
});

test("shells complete verbs first, flags after a hyphen", () => {
  const files = completions(help);
  const [bash] = Object.values(files);
  const complete = (words, at) =>
    execFileSync(
      "bash",
      ["-c", `${bash}\nCOMP_WORDS=(${words}) COMP_CWORD=${at}; _evalground; echo "\${COMPREPLY[*]}"`],
      {
        encoding: "utf8",
      },
    ).trim();
  assert.equal(complete("evalground e", 1), "eval");
  assert.equal(complete("evalground eval --l", 2), "--limit");
  assert.match(files["share/zsh/site-functions/_evalground"], /compadd -- eval check-docs$/m);
  assert.match(files["share/fish/vendor_completions.d/evalground.fish"], /^complete -c evalground -l color$/m);
});
