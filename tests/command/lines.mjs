// Command lines for compare.mjs: each verb with the outcomes that it has. A line is run in a folder with `files`:
//
//   {args, stdin, env, files, setup, closed, times}
//
//   stdin   what the command reads
//   env     variables beside those of compare.mjs
//   files   further files of the folder
//   setup   a script for the shell, before the command
//   shell   a script for the shell instead of arguments, in which "$@" is the command: for redirections
//   differs what may differ in both outputs, which must hold it
//   code    the exit code, where both commands could agree on a wrong one
//   needs   programs without which the line is left out

import { readdirSync, readFileSync } from "node:fs";

const repeated = (count, text) => Array.from({ length: count }, () => text).join("");

const callsPython = (body) =>
  JSON.stringify({
    dialect: "unfurl",
    main: "main.yaml",
    expression: "r",
    files: { "main.yaml": "r: {eval: {python: f.py#f, args: 4}}\n", "f.py": `def f(context, n):${body}\n` },
  });

/** URLs that lead to this machine, and those that programs may read in different ways. */
const hostilePlaces = [
  "http://localhost:9/",
  "http://127.1:9/",
  "http://0x7f000001:9/",
  "http://2130706433:9/",
  "http://[::1]:9/",
  "http://[::ffff:127.0.0.1]:9/",
  "http://169.254.169.254/latest/meta-data/",
  "http://a.example\\\\@127.0.0.1:9/",
  "http://a@b@127.0.0.1:9/",
  "http://%31%32%37.0.0.1:9/",
  "http://127.0.0.1:9\\0.example.org/",
  "file:///etc/hostname",
];

/** A curl that is led on to this machine, and a getent that takes any name for one of another. */
const fakePrograms = {
  "bin/curl":
    '#!/bin/sh\nfor word; do [ "$before" = --resolve ] && echo "$word" >>asked; before=$word; done\n' +
    "printf 'text\\nhttp://127.0.0.1:9/'\n",
  "bin/getent": "#!/bin/sh\necho '1.1.1.1  STREAM x'\necho '2606:4700::1111  STREAM x'\n",
};

export const files = {
  "main.yaml":
    "instances:\n  app:\n    attributes:\n      host: db.example.org\n" +
    "      url: {eval: {concat: ['https://', {eval: .::host}]}}\n",
  "wrong.yaml": 'instances:\n  app:\n    attributes:\n      url: {eval: {concta: ["a", "b"]}}\n',
  "service.yaml": "+include: base.yaml\nport: 81\nlist:\n  +extra: 1\n",
  "base.yaml": "port: 80\nname: base\nlist: {a: 1}\n",
  "workspace.json": '{"dialect": "yaql", "data": [3, 1, 2], "expression": "$.orderBy($)"}',
  "workspace.yaml": "dialect: jinja2\nmain: 'Hello {{ name }}!'\nvars: {name: Wörld}\n",
  "broken.yaml": "dialect: [yaql\nmain: 1\n",
  "secret.yaml":
    "dialect: unfurl\nmain: 'a: {eval: {secret: password}}'\nsecrets: {password: hunter2}\nexpression: a\n",
  "options.j2": "{{ [1, 2] | combine_all | default('x') }}{{ 'a' | b64encode }}",
  "policy.cf":
    'bundle agent main\n{\n  vars:\n    "x" string => "1";\n  classes:\n    "c" expression => "any";\n' +
    '  reports:\n    "x is $(x)";\n}\n',
  "template.yaml":
    "heat_template_version: 2018-08-31\nparameters:\n  n: {type: number, default: 2}\n" +
    "outputs:\n  double: {value: {yaql: {expression: $.data.n * 2, data: {n: {get_param: n}}}}}\n",
  "cases.json":
    '{"defaults": {"dialect": "yaql"}, "cases": [{"id": "right", "expression": "1 + 1", "expect": {"value": 2}}]}',
  "failing.json":
    '{"defaults": {"dialect": "yaql"}, "cases": [{"id": "wrong", "expression": "1 + 1", "expect": {"value": 3}}]}',
  "repository/ansible.cfg": "[defaults]\ninventory = hosts.ini\n",
  "repository/hosts.ini": "[web]\nweb1 port=8080\nweb2\n\n[web:vars]\nport=80\n",
  "repository/group_vars/web.yml": "domain: example.org\n",
  "repository/host_vars/web1.yml": "domain: one.example.org\n",
  "repository/site.yml": "- hosts: web\n  roles: [app]\n",
  "repository/roles/app/defaults/main.yml": "greeting: hello\n",
  "repository/roles/app/templates/app.conf.j2": "{{ greeting }} {{ inventory_hostname }}:{{ port }}\n",
  "repository/tasks/old.yml": "- when: \"'a' in x and tags | length\"  # kept\n",
  "documents/right.md": "```yaql evalground data='[1, 2]'\n$.sum()\n```\n\n```json evalground-output\n3\n```\n",
  "documents/wrong.md": "```yaql evalground data='[1, 2]'\n$.sum()\n```\n\n```json evalground-output\n4\n```\n",
  "python.yaml": callsPython("\n  return [n + 1, context.currentResource.name]"),
  "python_fails.yaml": callsPython("\n  return n / 0"),
  "python_endless.yaml": callsPython("\n  while True: pass"),
  "python_greedy.yaml": callsPython("\n  return len(bytearray(1 << 32))"),
  "python_exits.yaml": callsPython("\n  import os\n  os.write(2, b'so it ends\\n')\n  os._exit(3)"),
  "deep.yaml": `a: ${"[".repeat(5000)}${"]".repeat(5000)}\n`,
  "snapshots/.evalground.yaml": "dialect: yaql\nmain: q.yaql\nsnapshot:\n  small: {data: [1, 2]}\n",
  "snapshots/q.yaql": "$.sum()\n",
};

/** As deep as both commands can be allowed to go. */
const levels = 400;
const loop = '{eval: "::main::list", foreach: ';
const nested = (open, inside, close, count = levels) => open.repeat(count) + inside + close.repeat(count);
const chain = (line) => Array.from({ length: levels }, (_, at) => line(at)).join("");
const deep = [
  { dialect: "unfurl", main: `a: ${nested("{eval: {concat: [", "x", "]}}", levels / 3 - 2)}\n` },
  {
    dialect: "unfurl",
    main: `list: [1]\na: ${nested(loop, "$item", "}", levels - 4)}\n`,
  },
  { dialect: "unfurl", main: `${chain((at) => `a${at}: {eval: a${at + 1}}\n`)}a${levels}: 1\n` },
  { dialect: "unfurl", main: `${chain((at) => `m${at}: {+/m${at + 1}: null, k${at}: 1}\n`)}m${levels}: {end: 1}\n` },
  { dialect: "unfurl", main: "a: 1\n", expression: nested("::a[b", "", "]") },
  { dialect: "jinja2", main: nested("{% if 1 %}", "x", "{% endif %}") },
  { dialect: "jinja2", main: `{{ ${nested("[", "1", "]")} | string }}` },
  { dialect: "jinja2", main: "{% macro f(n) %}{{ f(n) }}{% endmacro %}{{ f(1) }}" },
  { dialect: "yaql", data: [[1]], expression: nested("$.select(", "$", ")") },
  { dialect: "yaql", expression: nested("[", "1", "]") },
  {
    dialect: "heat",
    main:
      "heat_template_version: 2018-08-31\n" +
      `outputs: {a: {value: ${nested("{list_join: ['', [", "x", "]]}", 100)}}}\n`,
  },
  {
    dialect: "cfengine",
    main: `bundle agent main\n{\n  vars:\n    "x" string => ${nested("concat(", '"a"', ")")};\n}\n`,
  },
  { dialect: "dcontroller", data: {}, expression: JSON.parse(nested('{"@not":', "true", "}")) },
];

const git = "git -c init.defaultBranch=main -c user.name=A -c user.email=a@example.org";
const commit = (text, subject) =>
  `printf '${text}' >v.yaml; git add v.yaml; GIT_COMMITTER_DATE='2026-01-02T03:04:05Z' ` +
  `${git} commit -q --date 2026-01-02T03:04:05Z -m '${subject}';`;
const history =
  `${git} init -q .; ${commit("port: 80", "first")} git tag good; ${commit("port: 80\\n# more", "second")}` +
  `${commit("port: 81", "third")} ${commit("port: 81\\n# still", "fourth")}`;

const message = (body) => {
  const text = JSON.stringify({ jsonrpc: "2.0", ...body });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};
const opened = { uri: "file:///w/a.j2", languageId: "", version: 1, text: "{% set name = 1 %}{{ nam | uper }}" };
const session = [
  { id: 1, method: "initialize", params: { capabilities: {} } },
  { method: "initialized", params: {} },
  { method: "textDocument/didOpen", params: { textDocument: opened } },
  {
    id: 2,
    method: "textDocument/completion",
    params: { textDocument: { uri: opened.uri }, position: { line: 0, character: 24 } },
  },
  {
    id: 3,
    method: "textDocument/hover",
    params: { textDocument: { uri: opened.uri }, position: { line: 0, character: 8 } },
  },
  { id: 4, method: "no/such", params: {} },
  { id: 5, method: "shutdown" },
  { method: "exit" },
].map(message);

/** What both commands must refuse alike. */
const malformed = (name) =>
  JSON.parse(readFileSync(new URL(`../malformed/${name}.json`, import.meta.url), "utf8")).malformed;

/** A frame of tests/malformed/frames.json with its header. */
export const frameOf = ({ frame, bytes }) => {
  const body = bytes === undefined ? Buffer.from(frame) : Buffer.from(bytes, "base64");
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
};

/** The sessions that both language servers are held to. */
const folderOfSessions = new URL("../editors/sessions/", import.meta.url);
const sessions = readdirSync(folderOfSessions).map((name) => {
  const { messages } = JSON.parse(readFileSync(new URL(name, folderOfSessions), "utf8"));
  return [...messages.map(message), ...session.slice(-2)].join("");
});

const evaluate = (...args) => ({ args: ["eval", ...args] });
const yaql = (...args) => evaluate("--dialect", "yaql", ...args);
const unfurl = (...args) => evaluate("--dialect", "unfurl", "--main", "main.yaml", ...args);
const inRepository = (verb, ...args) => ({ args: [verb, ...args, "--root", "repository"] });
const python = (name, ...args) => ({ args: ["eval", name, "--allow-python", ...args], needs: ["python3"] });

export const lines = [
  // What it is, and what it refuses
  { args: ["--version"], code: 0 },
  { args: ["--help"], code: 0 },
  { args: ["--help", "--format", "json"], code: 0 },
  { args: ["link", "--help"], code: 0 },
  { args: ["help"], code: 0 },
  { args: ["help", "link"], code: 0 },
  { args: ["help", "lnk"], code: 2 },
  ...["bash", "zsh", "fish"].map((shell) => ({ args: ["completion", shell], code: 0 })),
  { args: ["completion", "sh"], code: 2 },
  { args: ["completion"], code: 2 },
  { args: [], code: 2 },
  { args: ["cases", "--dialect", "yaql", "failing.json"], code: 2 },
  { args: ["snapshot", "--format", "yaml"], code: 2 },
  { args: ["shrink", "workspace.json", "--table", "t"], code: 2 },
  { args: ["link", "--open", "--markdown", "#w1"], code: 2 },
  { args: ["eval", "workspace.json", "more.json"], code: 2 },
  { args: ["eval", "--trace=1"], code: 2 },
  { args: ["eval", "--time"], code: 2 },
  { args: ["no-such-verb"], code: 2 },
  { args: ["eval"], code: 2 },
  { args: ["eval", "--no-such-flag"], code: 2 },
  { args: ["eval", "--limit", "steps"] },
  { args: ["eval", "workspace.json", "--format", "xml"] },
  { args: ["lsp", "main.yaml"] },
  { args: ["serve", "none"], code: 2 },
  { args: ["serve", "main.yaml"], code: 2 },
  { args: ["serve", "repository", "documents"], code: 2 },
  { args: ["serve", "--port", "high"], code: 2 },
  { args: ["serve", "--dialect", "heat"], code: 2 },
  { args: ["serve", "--help"], code: 0 },
  { args: ["serve", "--site", "documents"], code: 2 },
  { args: ["functions", "--port", "1"], code: 2 },

  // Reading
  evaluate("workspace.json"),
  evaluate("--dialect", "jinja2", "--main", "options.j2", "--option", "flavor=ansible", "--option", "native=true"),
  { ...evaluate("--dialect", "ansible", "--option", "reference=2.21", "--expression", "1 + 1"), code: 0 },
  { ...evaluate("--dialect", "jinja2", "--expression", "a {{ 1 }}", "--format", "json"), code: 0 },
  evaluate("workspace.yaml"),
  { ...evaluate("-"), stdin: files["workspace.json"] },
  { ...evaluate("-"), stdin: "" },
  { shell: '"$@" eval - <workspace.yaml' },
  { shell: 'cat workspace.yaml | "$@" eval -' },
  { shell: '(sleep 0.2; cat workspace.yaml) | "$@" eval -' },
  evaluate("missing.yaml"),
  evaluate("repository"),
  evaluate("workspace.json/below"),
  evaluate("broken.yaml"),
  evaluate("https://example.org/#w1.d.broken"),
  { shell: 'printf "a\\377b" >raw.yaml; "$@" eval --dialect jinja2 --main raw.yaml' },
  { shell: 'ln -s loop.yaml loop.yaml; "$@" eval loop.yaml' },
  { shell: 'cp main.yaml "with space and ü.yaml"; "$@" eval --dialect unfurl --main "with space and ü.yaml"' },
  { shell: `"$@" eval ${"n".repeat(300)}` },
  { shell: 'printf "{{ a" >t; head -c 3000000 /dev/zero | tr "\\0" x >>t; "$@" eval --dialect jinja2 --main t' },
  unfurl("--expression", "::app::url"),
  unfurl("--resource", "::app", "--expression", ".::host", "--file", "base.yaml"),
  unfurl("--root", "."),
  unfurl("--root", "missing"),
  unfurl("--root", "main.yaml"),
  {
    shell:
      'mkdir root root/sub; echo "a: 1" >root/.hidden; echo "x: {+include: sub/in.yaml}" >root/m.yaml; echo "b: 2" ' +
      ">root/sub/in.yaml; ln -s ../../base.yaml root/sub/link.yaml; ln -s .. root/up; ln -s nowhere root/broken; " +
      '"$@" eval --dialect unfurl --root root --main m.yaml; echo $?; rm root/up; ' +
      '"$@" eval --dialect unfurl --root root --main sub/link.yaml --follow',
  },
  yaql("--data", "[3, 1, 2]", "--expression", "$.orderBy($)"),
  yaql("--data", "@workspace.json", "--expression", "$.data.sum()"),
  yaql("--data", "@missing.json", "--expression", "$"),
  yaql("--data", "[1", "--expression", "$"),
  yaql("--var", "n=3", "--var", "t=x y", "--expression", "[$n, $t]"),
  evaluate("--dialect", "no-such", "--main", "main.yaml"),
  evaluate("--dialect", "cfengine", "--main", "policy.cf"),
  evaluate("--dialect", "cfengine", "--main", "policy.cf", "--format", "yaml"),
  evaluate("--dialect", "heat", "--main", "template.yaml", "--input", "n=21"),
  evaluate("--dialect", "jinja2", "--main", "workspace.yaml"),

  // Printing
  unfurl("--format", "yaml"),
  unfurl("--format", "text"),
  unfurl("--trace", "--expression", "::app::url"),
  evaluate("--dialect", "unfurl", "--main", "wrong.yaml"),
  evaluate("--dialect", "unfurl", "--main", "wrong.yaml", "--color", "always"),
  evaluate("secret.yaml"),
  evaluate("secret.yaml", "--reveal"),
  yaql("--expression", "'ünïcödé\\u001b[31m'"),
  { shell: '"$@" functions >/dev/full', code: 2 },
  // A pipe that nobody reads any more.
  { shell: '{ sleep 0.1; "$@" functions --dialect yaql --format json; echo $? >code; } | true; cat code' },
  { shell: '"$@" functions --dialect yaql --format json | tail -c 1000' },
  { shell: '"$@" functions --dialect yaql --format json | (sleep 0.3; tail -c 1000)' },
  { shell: '"$@" eval --dialect unfurl --main wrong.yaml 2>/dev/full' },

  // Limits
  yaql("--limit", "steps=1000", "--expression", "range(100000).sum()"),
  yaql("--limit", "memory=100000", "--expression", "range(100000).toList()"),
  yaql("--limit", "output=100", "--expression", "range(1000).toList()"),
  yaql(
    "--time",
    "0.3",
    "--limit",
    "steps=1000000000000",
    "--expression",
    "range(100000).select(range(100000).sum()).sum()",
  ),
  yaql("--limit", "depth=5", "--expression", "((((((((((1))))))))))"),
  evaluate("--dialect", "unfurl", "--main", "deep.yaml"),
  yaql("--expression", `${"(".repeat(5000)}1${")".repeat(5000)}`),
  // Both have limits that no flag raises, which differ: a thread of JavaScript has a smaller stack.
  {
    ...yaql("--limit", "depth=100000000", "--expression", `${"(".repeat(5000)}1${")".repeat(5000)}`),
    code: 1,
    differs: /[\d,]+ levels deep/,
  },
  {
    ...evaluate("--dialect", "unfurl", "--limit", "depth=1000000", "--main", "deep.yaml"),
    code: 1,
    differs: /:\d+: error: Nested more than the allowed [\d,]+ levels deep/,
  },
  ...deep.map((workspace) => ({
    args: ["eval", "-", "--limit", `depth=${levels}`],
    stdin: JSON.stringify({ options: {}, ...workspace }),
  })),

  // Writing
  {
    args: ["expand", "--dialect", "unfurl", "--main", "service.yaml", "--root", "."],
  },
  { args: ["expand", "--dialect", "unfurl", "--main", "service.yaml", "--file", "base.yaml", "--format", "json"] },
  { args: ["expand", "--dialect", "unfurl", "--main", "service.yaml"] },
  {
    shell:
      '"$@" expand --dialect unfurl --main service.yaml --file base.yaml >e.yaml; sed s/81/82/ e.yaml >c.yaml; ' +
      '"$@" restore --dialect unfurl --main service.yaml --file base.yaml --changed c.yaml',
  },
  {
    args: [
      ...["restore", "--dialect", "unfurl", "--main", "service.yaml", "--file", "base.yaml"],
      ...["--changes", '[{"path": "/port", "value": 90}, {"path": "/name", "delete": true}]'],
    ],
  },
  {
    shell:
      'printf "r: {eval: {file: out/a.txt, contents: text}}\\n" >w.yaml; ' +
      '"$@" eval --dialect unfurl --main w.yaml --out made/here; ' +
      "mkdir made/there; ln -s ../../documents made/there/out; " +
      '"$@" eval --dialect unfurl --main w.yaml --out made/there; ' +
      'echo file >made/plain; "$@" eval --dialect unfurl --main w.yaml --out made/plain; ls -lR made | wc -l',
  },

  // Ansible's repositories
  inRepository("host", "web1"),
  inRepository("host", "gone"),
  inRepository("host", "web1", "--format", "json", "--variable", "port"),
  inRepository("matrix", "--variable", "port", "--variable", "domain"),
  inRepository("matrix", "--expression", "{{ port }}"),
  inRepository("inventory"),
  inRepository("graph", "--inventory", "hosts.ini"),
  inRepository("graph", "--inventory", "hosts.ini", "--format", "dot"),
  { args: ["graph", "--dialect", "unfurl", "--main", "main.yaml", "--format", "json"] },
  { args: ["graph", "--dialect", "unfurl", "--main", "wrong.yaml"] },
  { args: ["graph", "--dialect", "unfurl", "--main", "main.yaml", "--format", "yaml"], code: 2 },
  {
    args: ["graph", "--dialect", "unfurl", "--main", "main.yaml", "--format", "svg"],
    env: { PATH: "/nowhere" },
    code: 2,
  },
  { args: ["graph", "--dialect", "unfurl", "--main", "main.yaml", "--format", "svg"], needs: ["dot"] },
  { args: ["graph", "workspace.json"], code: 1 },
  { args: ["graph", "template.yaml", "--format", "json"], code: 0 },
  { args: ["eval", "template.yaml", "--input", "n=4"], code: 0 },
  { args: ["eval", "options.j2", "--option", "flavor=ansible"] },
  { args: ["eval", "policy.cf"], code: 0 },
  { args: ["eval", "snapshots/q.yaql", "--data", "[1, 2]"], code: 0 },
  { args: ["eval", "repository/site.yml", "--dialect", "jinja2"] },
  { args: ["eval", "repository/ansible.cfg"], code: 2 },
  { args: ["link", "template.yaml"], code: 0 },
  inRepository("inventory", "--format", "json", "--inventory", "hosts.ini"),
  inRepository("eval", "--host", "web1", "--play", "site.yml", "--main", "roles/app/templates/app.conf.j2"),
  { args: ["port", "--to", "2.21", "repository"] },
  { shell: '"$@" port --to 2.21 --fix repository; cat repository/tasks/old.yml' },
  { args: ["port", "--to", "1.0", "repository"] },
  { args: ["port", "--to", "2.21", "missing"] },

  // Cases, functions, documents
  { args: ["cases", "cases.json"], code: 0 },
  { args: ["cases", "cases.json", "failing.json"], code: 1 },
  { args: ["cases", "--coverage", "failing.json"] },
  { args: ["cases", "missing.json"] },
  { args: ["functions"] },
  { args: ["functions", "--dialect", "yaql"] },
  { args: ["functions", "--dialect", "yaql", "--format", "json"] },
  { args: ["functions", "--dialect", "no-such"] },
  { args: ["check-docs", "documents/right.md"], code: 0 },
  { args: ["check-docs", "documents"], code: 1 },
  { args: ["check-docs", "--format", "sarif", "documents"] },
  { args: ["check-docs", "--format", "junit", "documents"] },
  { args: ["check-docs", "--update", "documents"], code: 0 },
  { args: ["check-docs", "missing.md"] },
  { shell: 'mkdir empty; "$@" check-docs empty', code: 3 },
  { shell: 'mkdir empty; "$@" check-docs --allow-empty empty', code: 0 },
  { args: ["check-docs", "--min", "1000", "documents/right.md"], code: 3 },
  { shell: '"$@" check-docs --baseline known.txt --update-baseline documents; cat known.txt', code: 0 },
  { shell: 'chmod 640 documents/wrong.md; "$@" check-docs --update documents; stat -c %a documents/wrong.md' },

  // Changes
  { args: ["change", "workspace.yaml", "--set", "text[0]=Hello you!"] },
  { args: ["change", "workspace.json", "--set", "[0]=0"] },
  { args: ["change", "workspace.yaml", "--set", "text[0]=Bye Wörld!", "--format", "diff"] },
  { shell: '"$@" change workspace.yaml --set "text[0]=Hello you!" --apply 1; cat workspace.yaml' },
  { args: ["change", "workspace.yaml", "--set", "nothing=1"] },
  { args: ["change", "workspace.yaml"] },
  { args: ["change", "workspace.yaml", "--set", "text[0]=a", "--set", "text[0]=b"], code: 2 },
  { args: ["change", "workspace.yaml", "--set", "text[0]=Hello Wörld!"], code: 0 },
  {
    shell:
      'ln -s workspace.yaml link.yaml; "$@" change link.yaml --set "text[0]=Hello you!" --apply 1; ' +
      "test -L link.yaml && cat workspace.yaml",
    code: 0,
  },
  {
    shell:
      'echo "{\\"a=b\\": [1, 2]}" >data.json; "$@" change --dialect yaql --data @data.json --expression "\\$" ' +
      "--set \"['a=b'][1]=3\" --apply 1; cat data.json",
    code: 0,
  },
  {
    args: ["change", "--dialect", "yaql", "--data", "[1]", "--expression", "$", "--set", "[0]=2", "--apply", "1"],
    code: 2,
  },

  // Reasons
  {
    args: [
      "why",
      "--dialect",
      "yaql",
      "--data",
      '{"a": [{"n": 1}, {"n": 2}]}',
      "--expression",
      "$.a.where($.n > 1).n",
      "$.a[0]",
    ],
  },
  { args: ["why", "workspace.yaml", "nothing"] },
  { args: ["why", "workspace.yaml"] },
  { args: ["why", "workspace.yaml", ""], code: 2 },
  { args: ["why", "workspace.yaml", "main.j2:9"], code: 2 },
  { args: ["why", "workspace.yaml", "none.j2:1"], code: 2 },
  { args: ["why"] },

  // Reports of problems
  { args: ["shrink", "workspace.yaml"] },
  { args: ["shrink", "secret.yaml", "--disguise", "--table", "table.json"] },
  { args: ["shrink", "workspace.json", "--keep", "value"] },
  { args: ["shrink", "workspace.json", "--keep", "no/such"] },
  { args: ["link", "workspace.yaml"] },
  { args: ["link", "workspace.yaml", "--markdown", "--site", "https://site.test/"] },
  {
    shell:
      '"$@" link --open "$("$@" link secret.yaml --site https://site.test/)"; "$@" eval "$("$@" link workspace.json)"',
  },
  { args: ["link", "--open", "w1.d.broken"] },
  {
    shell: 'cd snapshots; "$@" snapshot; "$@" snapshot --check; echo $?; echo "$.len()" >q.yaql; "$@" snapshot --check',
  },
  { shell: 'cd snapshots; "$@" snapshot; echo "$.len()" >q.yaql; "$@" snapshot --check --format markdown' },
  { shell: 'cd snapshots; "$@" snapshot --check' },
  { args: ["snapshot"] },
  { args: ["verify", "workspace.json"] },
  { args: ["verify", "workspace.json", "--allow-original"], needs: ["python3"] },
  { args: ["verify", "workspace.yaml", "secret.yaml", "--allow-original"], needs: ["python3"] },

  // Git
  {
    setup: history,
    args: [
      "bisect",
      "--dialect",
      "unfurl",
      "--main",
      "v.yaml",
      "--good",
      "good",
      "--bad",
      "HEAD",
      "--keep",
      "/instances/main/port",
    ],
    needs: ["git", "tar"],
  },
  { setup: history, args: ["bisect", "--good", "gone", "--bad", "HEAD"], needs: ["git", "tar"] },
  { args: ["bisect", "--good", "a", "--bad", "b"], needs: ["git", "tar"] },
  { args: ["bisect", "--good", "a", "--bad", "b"], env: { PATH: "/nowhere" } },
  {
    shell:
      `cd snapshots; ${git} init -q .; ${git} add .; ${git} commit -q -m one; "$@" snapshot; ` +
      `echo "$.len()" >q.yaql; "$@" snapshot --check --since HEAD`,
    needs: ["git", "tar"],
  },

  ...malformed("workspaces").map(({ workspace }) => ({ args: ["eval", "w.json"], files: { "w.json": workspace } })),

  // Python and the network
  { args: ["eval", "python.yaml"], code: 1 },
  { ...python("python.yaml"), code: 0 },
  python("python_fails.yaml"),
  python("python_exits.yaml"),
  python("python_greedy.yaml"),
  { ...python("python_endless.yaml", "--time", "0.5"), code: 1 },
  { args: ["eval", "python.yaml", "--allow-python"], env: { PATH: "/nowhere" } },
  { shell: 'echo "a: {+include: SERVER/a.yaml}" >f; "$@" eval --dialect unfurl --main f', server: true },
  ...["a.yaml", "gone", "moved", "away", "large"].map((name) => ({
    shell: `echo "+include: SERVER/${name}" >f; "$@" eval --dialect unfurl --main f --allow-fetch --allow-private`,
    server: true,
    needs: ["curl"],
  })),
  // What leads to this machine needs a flag of its own.
  ...["SERVER/a.yaml", ...hostilePlaces].map((url) => ({
    shell: `printf '%s' '+include: "${url}"' >f; "$@" eval --dialect unfurl --main f --allow-fetch`,
    server: true,
    needs: ["curl", "getent"],
    code: 1,
  })),
  {
    files: fakePrograms,
    setup: "chmod +x bin/*",
    shell:
      `echo "+include: http://a.example/x" >f; ` +
      `PATH="$PWD/bin:$PATH" "$@" eval --dialect unfurl --main f --allow-fetch`,
    code: 1,
  },
  { args: ["eval", "python.yaml", "--allow-private"], code: 2 },
  {
    shell:
      'echo "+include: SERVER/slow" >f; "$@" eval --dialect unfurl --main f --allow-fetch --allow-private --time 0.5',
    server: true,
    needs: ["curl"],
  },
  {
    shell: 'echo "+include: SERVER/a.yaml" >f; "$@" eval --dialect unfurl --main f --allow-fetch',
    env: { PATH: "/nowhere" },
    server: true,
  },

  // Editors
  { args: ["lsp"], stdin: session.join("") },
  ...sessions.map((stdin) => ({ args: ["lsp"], stdin })),
  { args: ["lsp"], stdin: session.slice(0, -2).join("") },
  {
    args: ["lsp"],
    stdin: Buffer.concat([...malformed("frames").map(frameOf), Buffer.from(session.join(""))]),
    code: 0,
  },
  { args: ["lsp"], stdin: session.join("").replaceAll("Content-Length", "content-length"), code: 0 },
  { args: ["lsp"], stdin: "Content-Length: none\r\n\r\n" },
  { args: ["lsp"], stdin: repeated(70000, "x") },
  { args: ["lsp"], stdin: "" },

  // Prompts
  ...[
    "$.orderBy($)\n:source\n:type\n:trace\n",
    "$.where(\n$ > 1\n)\n1 + \\\n2\n'open",
    ":set n=[1, 2]\n$n.len()\n:let last\n:vars\n:unset n\n:unset n\n:link\n",
    "1 +\n:problems\n:sorce\n:doc ordrBy\n:doc len\n:time maybe\n:quit\n2\n",
    ":help\n:functions orderBy\n:tree\n:data\n:data [5]\n$\n:dialect yaqk\n",
    ":save out.yaml\n:save out.yaml\n:save! out.json\n",
  ].map((stdin) => ({ args: ["repl", "--dialect", "yaql", "--data", "[3, 1, 2]"], stdin })),
  { args: ["repl", "--dialect", "yaql"], stdin: "1\n", code: 0 },
  { args: ["repl", "--dialect", "yaql"], stdin: "1 +\n1\n", code: 1 },
  { args: ["repl", "secret.yaml"], stdin: "{eval: {secret: password}}\n:save out.json\n:link\n" },
  {
    args: ["repl", "--dialect", "unfurl", "--main", "main.yaml"],
    stdin: "::app::url\n:source\n:load policy.cf\n:reload\n",
  },
  { args: ["repl", "."], stdin: "1\n" },
  { args: ["repl", "group"], files: { "group/roles/web/defaults/main.yml": "port: 80\n" }, stdin: "{{ 1 }}\n" },
  {
    args: ["repl", "roles/web"],
    files: { "roles/web/defaults/main.yml": "port: 80\n" },
    stdin: "{{ port }}\n:source\n",
  },
  { args: ["repl"], stdin: "1\n" },
  { args: ["repl", "nowhere"], stdin: "1\n" },
  { args: ["repl", "--dialect", "yaql", "--expression", "1"] },
  { args: ["eval", "workspace.json", "--no-history"] },
];
