// The time from a question of an editor to its answer, in documents of 2,000 lines, with a change of one character
// before each question, as while somebody types.
//
//   node tests/bench/editor.mjs [COMMAND]   build/native/evalground by default
//     --only NAME    only languages whose name contains NAME
//     --count N      questions of each kind; 40 by default
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Server } from "../editors/server.mjs";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "" }, count: { type: "string", default: "40" } },
});
const command = resolve(positionals[0] ?? fileURLToPath(new URL("../../build/native/evalground", import.meta.url)));
const count = Number(options.count);

const repeat = (times, text) => Array.from({ length: times }, (_, at) => text.replaceAll("~", String(at))).join("");
const sequence = Array.from({ length: 40 }, (_, at) => `"b${at}"`).join(", ");
/** For each language the name of a file and its text. Questions are at places of `word`, changes behind `typed`. */
const documents = {
  cfengine: {
    name: "main.cf",
    word: "$(port)",
    typed: "report 7",
    text:
      `body common control\n{\n  bundlesequence => { ${sequence} };\n}\n` +
      repeat(
        40,
        'bundle agent b~\n{\n  vars:\n      "port" int => "8~";\n      "names" slist => { "a", "b", "c" };\n' +
          `      "d" data => '{"web": {"ip": "10.0.0.~"}}';\n` +
          repeat(8, '      "v~" string => string_upcase("$(port) $(names)");\n') +
          '  classes:\n      "ready" expression => strcmp("$(port)", "8~");\n' +
          '      "big" expression => "any.!windows";\n  reports:\n    ready::\n' +
          repeat(16, '      "report ~ of $(port), $(d[web][ip]), $(v1)"\n        if => "ready.big";\n') +
          "}\n",
      ),
  },
  ansible: {
    name: "site.yml",
    word: "{{ port",
    typed: "number 7",
    text:
      "- hosts: all\n  vars:\n    port: 80\n    names: [a, b]\n  tasks:\n" +
      repeat(
        400,
        "    - name: number ~\n      ansible.builtin.debug:\n" +
          "        msg: \"{{ port + ~ }} {{ names | join(',') }}\"\n" +
          "      when: port > ~\n      register: r~\n",
      ),
  },
  jinja2: {
    name: "page.j2",
    word: "{{ port",
    typed: "number 7",
    text:
      "{% set port = 80 %}\n{% set names = ['a', 'b'] %}\n" +
      repeat(400, "number ~\n{% if port > ~ %}\n{{ port + ~ }} {{ names | join(',') | upper }}\n{% endif %}\n\n"),
  },
  heat: {
    name: "stack.yaml",
    word: "{get_param: port",
    typed: "number 7",
    text:
      "heat_template_version: wallaby\nparameters:\n  port: {type: number, default: 80}\nresources:\n" +
      repeat(
        330,
        "  r~:\n    type: OS::Heat::Value\n    properties:\n      # number ~\n      type: string\n" +
          "      value: {str_replace: {template: 'a b', params: {b: {get_param: port}}}}\n",
      ),
  },
  unfurl: {
    name: "ensemble.yaml",
    word: "get_input: port",
    typed: "number 7",
    text:
      "apiVersion: unfurl/v1.0.0\nkind: Ensemble\nspec:\n  service_template:\n    topology_template:\n" +
      "      inputs:\n        port: {type: integer, default: 80}\n      node_templates:\n" +
      repeat(
        330,
        "        n~:\n          type: tosca:Root\n          properties:\n            # number ~\n" +
          "            a: {get_input: port}\n            b: {eval: '.::a'}\n",
      ),
  },
  yaql: {
    name: "query.yaql",
    word: "where($.a",
    typed: "number 7",
    text: `list(\n${repeat(999, "  // number ~\n  $.items.where($.a > ~).select($.b),\n").replaceAll("//", "#")}  1)\n`,
  },
  dcontroller: {
    name: "operator.yaml",
    word: "$.metadata.name",
    typed: "number 7",
    text:
      "apiVersion: dcontroller.io/v1alpha1\nkind: Operator\nmetadata: {name: a}\nspec:\n  controllers:\n" +
      repeat(
        180,
        "    - name: c~\n      sources:\n        - {apiGroup: '', kind: Pod}\n      pipeline:\n        # number ~\n" +
          "        - '@select': {'@eq': [$.metadata.name, a~]}\n        - '@project':\n" +
          "            metadata: {name: $.metadata.name}\n            spec: {n: ~}\n" +
          "      target: {apiGroup: '', kind: Pod, type: Patcher}\n      options: {}\n",
      ),
  },
};

const languageIds = { ".cf": "cfengine3", ".j2": "jinja", ".yaql": "yaql" };
const asked = {
  hover: "textDocument/hover",
  completion: "textDocument/completion",
  tokens: "textDocument/semanticTokens/full",
  problems: "textDocument/diagnostic",
};

function positionAt(text, offset) {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length - 1, character: before.at(-1).length };
}

/** Milliseconds that a process has computed; NaN where the system does not say. Other programs do not disturb this. */
function computed({ pid }) {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return Number.NaN;
  const [user, system] = readFileSync(stat, "utf8").split(") ")[1].split(" ").slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

const row = (name, ...cells) => name.padEnd(24) + cells.map((cell) => cell.padStart(8)).join("");
const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))].toFixed(0);

async function measured(language, kind, { name, word, typed, text }) {
  const folder = mkdtempSync(join(tmpdir(), "evalground-bench-"));
  const server = new Server(command, folder, 60_000);
  try {
    await server.started;
    const textDocument = { uri: pathToFileURL(join(folder, name)).href, version: 1 };
    const languageId = languageIds[name.slice(name.lastIndexOf("."))] ?? "yaml";
    server.tell("textDocument/didOpen", { textDocument: { ...textDocument, languageId, text } });
    const change = positionAt(text, text.indexOf(typed) + typed.length);
    const places = [...text.matchAll(new RegExp(word.replace(/[$.*+?()[\]{}|\\]/g, "\\$&"), "g"))];
    if (places.length === 0) throw new Error(`${language} has no ${word}`);
    const times = [];
    let answered = 0;
    const before = computed(server.child);
    for (let round = 0; round < count; round += 1) {
      const range = { start: change, end: round % 2 ? { ...change, character: change.character + 1 } : change };
      textDocument.version += 1;
      const contentChanges = [{ range, text: round % 2 ? "" : "x" }];
      server.tell("textDocument/didChange", { textDocument, contentChanges });
      const place = places[Math.floor((round * places.length) / count)];
      const position = positionAt(text, place.index + word.length - 1);
      const began = performance.now();
      const answer = await server.ask(asked[kind], { textDocument, position });
      times.push(performance.now() - began);
      if (answer) answered += 1;
    }
    const cost = (computed(server.child) - before) / count;
    times.sort((a, b) => a - b);
    const lines = text.split("\n").length;
    console.log(
      row(`${kind}/${language}`, at(times, 0.5), at(times, 0.95), cost.toFixed(0)) +
        `${String(answered).padStart(10)} of ${count}${String(lines).padStart(8)} lines`,
    );
  } finally {
    server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

console.log(row("milliseconds", "half", "95 %", "CPU") + "answered".padStart(10));
for (const [language, document] of Object.entries(documents)) {
  if (!language.includes(options.only)) continue;
  for (const kind of Object.keys(asked)) await measured(language, kind, document);
}
