// Every function with large arguments, in a loop: what a call costs must be charged by the size of what it is given, or
// a time limit is looked at too seldom and the default steps last for hours. Each literal of each example of the
// catalogue is in turn replaced by a name that stands for something large, and the call repeated until a limit ends it.

import { literalsOf } from "./calls.mjs";

/** Texts of a megabyte and containers, as JSON; `integer` is one past 64 bits, of nearly as many digits as may be. */
const large = {
  ascii: "ab".repeat(500_000),
  unicode: "Ǆ".repeat(400_000),
  spaces: " ".repeat(1_000_000),
  digits: "7".repeat(1_000_000),
  list: Array.from({ length: 50_000 }, (_, index) => index),
  map: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index])),
};
const integer = "7".repeat(9_000);
const kinds = [...Object.keys(large), "integer"];

/** The JSON of a workspace; what stands for the large integer is written as one, which JavaScript has no number for. */
const placeholder = "7 to the 9000th";
const textOf = (workspace) => JSON.stringify(workspace).replaceAll(JSON.stringify(placeholder), integer);
const largeValue = (kind) => large[kind] ?? placeholder;

const copies = (text, count, separator) => Array(count).fill(text).join(separator);

/** Of each dialect: how the large value is named in an expression, and the workspace that repeats the expression. */
const loops = {
  jinja2: {
    name: "big",
    repeat(workspace, expression, kind) {
      const inner = /^\{\{-?((?:(?!\}\}|\{\{).)*)-?\}\}$/s.exec(expression)?.[1];
      const body = inner === undefined ? `{% set out %}${expression}{% endset %}` : `{% set out = (${inner}) %}`;
      const loop = `{% for round in range(99999) %}${body}{% endfor %}`;
      return { ...workspace, expression: loop, vars: { ...workspace.vars, big: largeValue(kind) } };
    },
  },
  yaql: {
    name: "$big",
    // What stands in the data would be converted at each run: it is made from names.
    repeat(workspace, expression, kind) {
      const data = { big: largeValue(kind), data: workspace.data ?? null };
      const one = `let($data) -> (${expression})`;
      const loop = `let(big => $.big, data => $.data) -> range(1000000).select(${one}).count()`;
      return { ...workspace, data, expression: loop };
    },
    options: { limits: { iterators: 1_000_000_000 } },
  },
  cfengine: {
    name: '"$(big)"',
    takes: (workspace, kind) => workspace.main === undefined && typeof large[kind] === "string",
    repeat(workspace, expression, kind, result) {
      const type = result.startsWith("[") ? "slist" : result.startsWith("{") ? "data" : "string";
      const promise = /^"!?any"$/.test(result)
        ? `classes: "c_$(round)" expression => ${expression};`
        : `vars: "v_$(round)" ${type} => ${expression};`;
      const policy = `bundle agent main { vars: "big" string => "${large[kind]}";
        "round" slist => expandrange("[1-9999]", "1"); ${promise} }`;
      return { ...workspace, expression: undefined, main: policy };
    },
  },
  heat: {
    name: "{get_param: big}",
    repeat(workspace, expression, kind) {
      const type = { list: "json", map: "json", integer: "number" }[kind] ?? "string";
      const declared = `parameters:\n  big: {type: ${type}}\n`;
      const main = workspace.main ?? "heat_template_version: wallaby\n";
      return {
        ...workspace,
        main: /^parameters:\n/m.test(main) ? main.replace(/^parameters:\n/m, declared) : `${main}\n${declared}`,
        inputs: { ...workspace.inputs, big: largeValue(kind) },
        expression: `[${copies(expression, 1000, ", ")}]`,
      };
    },
  },
  unfurl: {
    name: "{eval: $big}",
    repeat(workspace, expression, kind) {
      const item = `- ${expression.replaceAll("\n", "\n  ")}`;
      return {
        ...workspace,
        vars: { ...workspace.vars, big: largeValue(kind) },
        expression: copies(item, 1000, "\n"),
      };
    },
  },
  dcontroller: {
    name: '"$.big"',
    repeat(workspace, expression, kind) {
      return {
        ...workspace,
        data: { ...workspace.data, big: largeValue(kind) },
        expression: `[${copies(expression, 1000, ", ")}]`,
      };
    },
  },
};

/** `{id, text(), options}` for each loop; `catalogue` lists the entries of a dialect. */
export function* sizedLoops(dialect, catalogue) {
  const { name: big, repeat, takes = () => true, options = {} } = loops[dialect];
  for (const { name, kind: entry, examples } of catalogue) {
    // One that works and has the most places.
    const places = ({ workspace }) => literalsOf(workspace.expression, dialect);
    const [example] = examples
      .filter(({ workspace, result }) => workspace.expression !== undefined && result !== "error")
      .sort((a, b) => places(b).length - places(a).length);
    if (example === undefined) continue;
    const { workspace, result } = example;
    for (const [place, { begin, end }] of places(example).entries()) {
      const expression = workspace.expression.slice(0, begin) + big + workspace.expression.slice(end);
      for (const kind of kinds.filter((each) => takes(workspace, each))) {
        const text = () => textOf(repeat(workspace, expression, kind, result));
        yield { id: `${dialect} ${entry} ${name}:${place + 1} ${kind}`, text, options };
      }
    }
  }
}

const jinja2 = (expression, more = {}) => ({ dialect: "jinja2", expression, ...more });
const ansible = { options: { flavor: "ansible" } };
const loop = (start, body) => `{% set ns = namespace(${start}) %}{% for i in range(99999) %}${body}{% endfor %}`;
const described = { outline: true, tokens: true };
const heat = "heat_template_version: wallaby\n";

/** Operators, statements and what an outcome describes: [what, workspace, options]. */
const operations = [
  ["compares texts", jinja2(loop("s='a'*10**6, t='a'*10**6", "{% set x = ns.s == ns.t %}"))],
  ["orders texts", jinja2(loop("s='a'*10**6, t='a'*10**6", "{% set x = ns.s < ns.t %}"))],
  ["looks a text up in a map", jinja2(loop("s='Ǆ'*400000", "{% set x = {}[ns.s] is defined %}"))],
  ["makes a text a key", jinja2(loop("s='Ǆ'*400000", "{% set x = {ns.s: 1} %}"))],
  ["looks a text up in a text", jinja2(loop("s='a'*10**6", "{% set x = 'b' in ns.s %}"))],
  ["slices a text", jinja2(loop("s='Ǆ'*400000", "{% set x = ns.s[::-1] %}"))],
  ["takes a character", jinja2(loop("s='Ǆ'*400000", "{% set x = ns.s[399999] %}"))],
  ["glues texts", jinja2(loop("s='a'*10**7", "{% set x = ns.s ~ ns.s ~ ns.s %}"))],
  ["adds lists", jinja2(loop("s=range(50000)|list", "{% set x = ns.s + ns.s %}"))],
  ["repeats a list", jinja2(loop("s=[1]", "{% set x = ns.s * 10**5 %}"))],
  ["slices a list", jinja2(loop("s=range(50000)|list", "{% set x = ns.s[::-1] %}"))],
  ["prints a list", jinja2(loop("s=range(50000)|list", "{% set x = ns.s ~ '' %}"))],
  ["tests a list", jinja2(loop("s=range(50000)|list", "{% set x = -1 in ns.s %}"))],
  ["copies long lists", jinja2(loop("s=range(50000)|list", "{% set x = (ns.s * 20)[:-1] %}"))],
  ["adds to long lists", jinja2(loop("s=(range(50000)|list) * 20", "{% set x = ns.s + [i] %}"))],
  [
    "copies long maps",
    {
      dialect: "yaql",
      expression: "let(m => dict(range(9000).select([$, $]))) -> range(100000).select($m.set($, 1)).count()",
    },
  ],
  ["formats an integer", jinja2(loop("s=7**11000", "{% set x = '%x' % ns.s %}"))],
  ["writes an integer", jinja2(loop("s=7**11000", "{% set x = ns.s ~ '' %}"))],
  ["multiplies integers", jinja2(loop("s=7**5500", "{% set x = ns.s * ns.s %}"))],
  ["divides integers", jinja2(loop("s=7**11000, t=7**5500", "{% set x = ns.s // ns.t %}"))],
  ["raises integers", jinja2(loop("s=7", "{% set x = ns.s ** 11000 %}"))],
  ["adds integers", jinja2(loop("s=7**11000", "{% set x = ns.s + ns.s %}"))],
  ["writes an integer", { dialect: "yaql", expression: "range(100000).select(str(pow(7, 11000))).count()" }],
  ["wraps many words", jinja2("{{ ('a '*9000000)|wordwrap(3)|length }}")],
  ["escapes a text", jinja2("{{ ('<'*10**8)|e }}")],
  ["glues long texts", jinja2(loop("s='a'*10**7*3", "{% set ns.t = ns.s ~ ns.s ~ ns.s %}"))],
  ["reverses a text", jinja2("{{ ('é'*30000000)[::-1] }}")],
  ["replaces", jinja2("{{ ('a'*10**7)|replace('a', 'bcdefgh')|length }}")],
  [
    "names what is undefined",
    jinja2("{{ undef('\\\\'*5*10**7) }}", { options: { flavor: "ansible", reference: "2.21" } }),
  ],
  ["describes many parts", jinja2("{{a}}".repeat(1_600_000), ansible), described],
  ["describes many lines", jinja2("{{a}}\n".repeat(400_000)), described],
  [
    "describes many keys",
    { dialect: "unfurl", main: `{${Array.from({ length: 200_000 }, (_, index) => `k${index}: 1`).join(", ")}}` },
    described,
  ],
  [
    "replaces many",
    {
      dialect: "heat",
      main: `${heat}parameters: {s: {type: string}}\n`,
      inputs: { s: "a".repeat(10_000_000) },
      expression: "{str_replace: {template: {get_param: s}, params: {a: b}}}",
    },
  ],
  [
    "allows many values",
    {
      dialect: "heat",
      main: `${heat}parameters: {s: {type: string, constraints: [{allowed_values: [${Array.from(
        { length: 300_000 },
        (_, index) => `v${index}`,
      ).join(", ")}]}]}}\n`,
      inputs: { s: "a" },
    },
  ],
];

/** `{id, text(), options}` for each of them. */
export function* sizedOperations(dialect) {
  for (const [what, workspace, options = {}] of operations) {
    if (workspace.dialect === dialect)
      yield { id: `${dialect} ${what}`, text: () => JSON.stringify(workspace), options };
  }
}
