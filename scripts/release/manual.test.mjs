// Tests the man page for a table of verbs and flags.
import assert from "node:assert/strict";
import { test } from "node:test";
import { manPage } from "./manual.mjs";

const help = {
  summary: "Evaluates things.",
  verbs: [
    { name: "eval", operands: "FILE|-", about: "evaluate a workspace", formats: ["json"] },
    { name: "check-docs", operands: "PATH…", about: "run the examples of documents", formats: [] },
  ],
  flags: [
    { name: "--limit", value: "NAME=VALUE", choices: [], section: "Running", verbs: ["eval"], about: "steps, depth" },
    {
      name: "--color",
      value: "WORD",
      choices: ["auto", "never"],
      section: "Running",
      verbs: ["eval"],
      about: "colors",
    },
    {
      name: "--update",
      value: "",
      choices: [],
      section: "For single verbs",
      verbs: ["check-docs"],
      about: ".write anew",
    },
  ],
  exitCodes: "0 it worked, 2 wrong use.",
};

test("the man page has every verb, flag and exit code", () => {
  const page = manPage(help, "1.2.3");
  assert.match(page, /^\.TH EVALGROUND 1 "" "evalground 1\.2\.3"/);
  assert.match(page, /^evalground \\- evaluates things$/m);
  assert.match(page, /^\.B check\\-docs PATH…\nrun the examples of documents$/m);
  assert.match(page, /^\.SH RUNNING\n\.TP\n\.B \\-\\-limit NAME=VALUE\nsteps, depth$/m);
  assert.match(page, /^\.B \\-\\-color auto\|never$/m);
  assert.match(page, /^\.SH FOR SINGLE VERBS\n\.TP\n\.B \\-\\-update\ncheck\\-docs: \.write anew$/m);
  assert.match(page, /^\.SH EXIT CODES\n0 it worked, 2 wrong use\.$/m);
});
