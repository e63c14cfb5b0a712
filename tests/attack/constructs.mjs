// Programs of each language that grow without end, or nearly: loops, recursion, nesting, doubling. Each must end by the
// limit that its `spends` names, and under every limit by an error that names one.

const nested = (open, middle, close, depth) => open.repeat(depth) + middle + close.repeat(depth);
const depth = 100_000;
/** A Jinja2 template that assigns to the names in the namespace ns `count` times, and then says `last`. */
const repeated = (start, count, assignments, last) =>
  `{% set ns = namespace(${start}) %}{% for i in range(${count}) %}` +
  assignments.map(([name, value]) => `{% set ns.${name} = ${value} %}`).join("") +
  `{% endfor %}{{ ${last} }}`;
const doubled = (...names) => names.map((name) => [name, `(ns.${name}, ns.${name})`]);
const many = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join("");

const tosca = "tosca_definitions_version: tosca_simple_yaml_1_3\n";
const heat = (parts, output) => `heat_template_version: wallaby\n${parts}outputs: {a: ${output}}\n`;

/** [dialect, what grows, what it may spend, workspace] */
export const constructs = [
  ["yaql", "parentheses", "depth", { expression: nested("(", "1", ")", depth) }],
  ["yaql", "lists", "depth", { expression: nested("[", "", "]", depth) }],
  ["yaql", "negation", "depth", { expression: `${"not ".repeat(depth)}true` }],
  ["yaql", "a chain of additions", "depth", { expression: `1${" + 1".repeat(depth)}` }],
  ["yaql", "a chain of methods", "depth", { expression: `$${".list()".repeat(depth)}` }],
  ["yaql", "an endless sequence", "steps iterators", { expression: "sequence().last()" }],
  ["yaql", "repeat of repeat", "memory steps output", { expression: "('abcdefgh' * 1000000) * 1000000" }],
  [
    "yaql",
    "products of lists",
    "steps memory",
    { expression: "range(3000).select(range(3000).toList()).sum([]).len()" },
  ],
  ["yaql", "power of integers", "steps memory", { expression: `pow(10, 10000000)` }],
  ["yaql", "arguments", "steps depth memory", { expression: `list(${"1,".repeat(70_000)}1)` }],
  ["yaql", "generate", "steps iterators", { expression: "generate(1, true, $ * 2).last()" }],
  ["yaql", "repeated replacement", "memory steps", { expression: "('a' * 100000).replace('a', 'b' * 100000).len()" }],
  ["jinja2", "parentheses", "depth", { expression: `{{ ${nested("(", "1", ")", depth)} }}` }],
  ["jinja2", "lists", "depth", { expression: `{{ ${nested("[", "", "]", depth)} }}` }],
  ["jinja2", "conditional expressions", "depth", { expression: `{{ ${"1 if 1 else ".repeat(depth)}1 }}` }],
  ["jinja2", "negation", "depth", { expression: `{{ ${"not ".repeat(depth)}1 }}` }],
  ["jinja2", "a chain of filters", "depth", { expression: `{{ 1${"|string".repeat(depth)} }}` }],
  ["jinja2", "a chain of attributes", "depth", { expression: `{{ a${".b".repeat(depth)} }}` }],
  ["jinja2", "blocks in blocks", "depth", { expression: nested("{% if 1 %}", "", "{% endif %}", 20_000) }],
  ["jinja2", "a macro that calls itself", "depth", { expression: "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}" }],
  ["jinja2", "a recursive loop", "depth", { expression: "{% for a in [[1]] recursive %}{{ loop([a]) }}{% endfor %}" }],
  ["jinja2", "a template that includes itself", "depth", { main: "a", files: { a: "{% include 'a' %}" } }],
  ["jinja2", "a parent that is its child", "depth", { main: "a", files: { a: "{% extends 'a' %}" } }],
  [
    "jinja2",
    "loops in loops",
    "steps",
    { expression: "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}" },
  ],
  [
    "jinja2",
    "a text that doubles",
    "memory output",
    {
      expression: repeated("t='ab'", 60, [["t", "ns.t ~ ns.t"]], "ns.t"),
    },
  ],
  [
    "jinja2",
    "a tuple that doubles, as a key",
    "steps depth memory",
    {
      expression: repeated("t=(1,)", 40, doubled("t"), "{ns.t: 1}"),
    },
  ],
  [
    "jinja2",
    "a tuple that doubles, compared",
    "steps depth memory",
    {
      expression: repeated("t=(1,), u=(1,)", 40, doubled("t", "u"), "ns.t == ns.u"),
    },
  ],
  [
    "jinja2",
    "a deep tuple, compared",
    "depth steps",
    {
      expression: repeated(
        "t=(1,), u=(1,)",
        100_000,
        [
          ["t", "(ns.t,)"],
          ["u", "(ns.u,)"],
        ],
        "ns.t == ns.u",
      ),
    },
  ],
  [
    "jinja2",
    "indent of many lines",
    "memory output",
    { expression: "{{ ('a\\n' * 1000) | indent(3000000) | length }}" },
  ],
  [
    "jinja2",
    "more names than slots have numbers",
    "memory",
    { expression: many(70_000, (n) => `{% set a${n} = ${n} %}`) },
  ],
  [
    "jinja2",
    "blocks beside each other",
    "steps",
    { expression: many(50_000, (n) => `{% block b${n} %}{% endblock %}`) },
  ],
  ["jinja2", "a namespace that holds itself", "depth", { expression: repeated("a=1", 1, [["a", "ns"]], "ns") }],
  [
    "jinja2",
    "a list that is put into itself",
    "depth",
    { expression: "{% set x = [] %}{% set _ = x.append(x) %}{{ x == x }}" },
  ],
  [
    "jinja2",
    "an inventory's ranges",
    "steps",
    {
      operation: "inventory",
      options: { flavor: "ansible", inventory: "hosts" },
      files: { hosts: "web[1:99999]x[1:99999]\n" },
    },
  ],
  [
    "jinja2",
    "groups of groups",
    "steps depth",
    {
      operation: "inventory",
      options: { flavor: "ansible", inventory: "hosts" },
      files: { hosts: `${many(3000, (n) => `[g${n}:children]\ng${n + 1}\n`)}[g3000]\nh\n` },
    },
  ],
  ["jinja2", "center", "memory", { expression: "{{ 'a' | center(4000000000) | length }}" }],
  ["jinja2", "a wide format", "memory", { expression: "{{ '%4000000000d' % 1 }}" }],
  ["jinja2", "a power", "memory steps", { expression: "{{ (10 ** 9999999) | string | length }}" }],
  ["jinja2", "replacement", "memory", { expression: "{{ ('a' * 100000) | replace('a', 'b' * 100000) | length }}" }],
  [
    "jinja2",
    "wrapping with a long string",
    "memory",
    { expression: "{{ ('a ' * 100000) | wordwrap(1, wrapstring='b' * 100000) | length }}" },
  ],
  [
    "jinja2",
    "a join with a long separator",
    "memory",
    { expression: "{{ range(100000) | join('b' * 100000) | length }}" },
  ],
  ["jinja2", "a search that is naive", "steps", { expression: "{{ ('a' * 4000000).count('a' * 2000000 ~ 'b') }}" }],
  [
    "jinja2",
    "a pattern that backtracks",
    "steps",
    { options: { flavor: "ansible" }, expression: "{{ ('a' * 40) | regex_search('(a|a)*b') }}" },
  ],
  [
    "heat",
    "nested functions",
    "depth",
    { expression: nested('{"get_param": ', '"a"', "}", 20_000), main: "heat_template_version: wallaby\n" },
  ],
  [
    "heat",
    "products of repeat",
    "steps memory",
    {
      main: "heat_template_version: wallaby\n",
      expression: JSON.stringify({
        repeat: {
          for_each: {
            "%a%": { yaql: { expression: "range(3000).toList()", data: {} } },
            "%b%": { yaql: { expression: "range(3000).toList()", data: {} } },
          },
          template: "%a%%b%",
        },
      }),
    },
  ],
  [
    "heat",
    "replacement that doubles",
    "memory steps",
    {
      main: "heat_template_version: wallaby\n",
      expression: JSON.stringify({ str_replace: { template: "a".repeat(10_000), params: { a: "b".repeat(100_000) } } }),
    },
  ],
  [
    "heat",
    "resources that depend on each other",
    "steps",
    {
      main: heat(
        `resources:\n${many(2000, (n) => `  r${n}: {type: T, depends_on: [${n > 0 ? `r${n - 1}` : ""}]}\n`)}`,
        "{value: 1}",
      ),
    },
  ],
  [
    "heat",
    "groups of many members",
    "steps memory",
    {
      main: "a.yaml",
      files: {
        "a.yaml": heat(
          "resources:\n  g:\n    type: OS::Heat::ResourceGroup\n" +
            "    properties: {count: 4000000000, resource_def: {type: b.yaml}}\n",
          "{value: {get_attr: [g, o]}}",
        ),
        "b.yaml": heat("", "{value: 1}"),
      },
    },
  ],
  [
    "heat",
    "stacks in stacks",
    "depth",
    { main: "a.yaml", files: { "a.yaml": heat("resources: {r: {type: a.yaml}}\n", "{value: {get_attr: [r, a]}}") } },
  ],
  [
    "heat",
    "conditions that use each other",
    "depth",
    {
      main: heat(
        `conditions:\n${many(5000, (n) => `  c${n}: {not: c${n + 1}}\n`)}  c5000: true\n`,
        "{value: {if: [c0, 1, 2]}}",
      ),
    },
  ],
  ["unfurl", "nested expressions", "depth", { main: "a: 1", expression: nested("{eval: {not: ", "a", "}}", 5000) }],
  ["unfurl", "a property that asks itself", "depth", { main: "a: {eval: ::root::a}", expression: "eval: .::a" }],
  [
    "unfurl",
    "foreach in foreach",
    "steps memory",
    {
      main: "a: 1",
      expression: JSON.stringify({
        eval: { template: "{{ range(2000) | list }}" },
        foreach: { eval: { template: "{{ range(2000) | list }}" }, foreach: "$item" },
      }),
    },
  ],
  [
    "unfurl",
    "a template in a template",
    "depth",
    { main: "a: 1", vars: { v: "{{ v }}" }, expression: "eval: {template: '{{ v }}'}" },
  ],
  [
    "unfurl",
    "a file that includes itself",
    "depth",
    { operation: "expand", main: "a.yaml", files: { "a.yaml": "+include: a.yaml\n" } },
  ],
  [
    "unfurl",
    "anchors that double",
    "memory steps output",
    { operation: "expand", main: `a0: &a0 [1]\n${many(40, (n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`)}` },
  ],
  [
    "unfurl",
    "merges that double",
    "memory steps output",
    { operation: "expand", main: `a0: {x: 1}\n${many(40, (n) => `a${n + 1}: {+/a${n}: , y: {+/a${n}: }}\n`)}` },
  ],
  [
    "unfurl",
    "types that derive from each other",
    "depth",
    {
      main: `${tosca}node_types:\n  T0: {derived_from: tosca.nodes.Root}\n${many(
        2000,
        (n) => `  T${n + 1}: {derived_from: T${n}}\n`,
      )}topology_template: {node_templates: {n: {type: T2000}}}\n`,
    },
  ],
  [
    "unfurl",
    "imports of each by many",
    "steps",
    {
      main: "f0.yaml",
      files: Object.fromEntries(
        Array.from({ length: 13 }, (_, n) => [
          `f${n}.yaml`,
          `${tosca}${n < 12 ? `imports: [${`f${n + 1}.yaml, `.repeat(8)}]\n` : ""}`,
        ]),
      ),
    },
  ],
  ["unfurl", "flow lists", "depth", { operation: "expand", main: nested("[", "", "]", depth) }],
  [
    "cfengine",
    "a bundle that calls itself",
    "depth",
    { main: 'bundle agent main { methods: "x" usebundle => main; }' },
  ],
  [
    "cfengine",
    "bodies that inherit from each other",
    "depth",
    {
      main: `${many(5000, (n) => `body action a${n} { inherit_from => a${n + 1}; }\n`)}
        body action a5000 { ifelapsed => "1"; }
        bundle agent main { reports: "x" action => a0; }`,
    },
  ],
  ["cfengine", "macros within macros", "steps", { main: "@if minimum_version(3.0)\n".repeat(20_000) }],
  [
    "cfengine",
    "bundles that call twice",
    "steps depth",
    {
      main: `bundle agent main { methods: "m" usebundle => f("x"); }
        bundle agent f(n) { methods: "a" usebundle => f("$(n)a"); "b" usebundle => f("$(n)b"); }`,
    },
  ],
  [
    "cfengine",
    "iteration in iteration",
    "steps",
    {
      main: `bundle agent main { vars: "a" slist => expandrange("[1-9999]", "1");
        "b" slist => { @(a) }; "c" slist => { @(a) }; reports: "$(a)$(b)$(c)"; }`,
    },
  ],
  [
    "cfengine",
    "a text that doubles",
    "memory output steps",
    {
      main: `bundle agent main { vars: "a0" string => "ab";
        ${many(60, (n) => `"a${n + 1}" string => "$(a${n})$(a${n})";`)} reports: "$(a60)"; }`,
    },
  ],
  [
    "cfengine",
    "nested calls",
    "depth",
    { main: `bundle agent main { vars: "a" string => ${nested("canonify(", '"a"', ")", 20_000)}; }` },
  ],
  [
    "cfengine",
    "nested references",
    "depth",
    { main: `bundle agent main { reports: "${nested("$(", "a", ")", 20_000)}"; }` },
  ],
  [
    "cfengine",
    "parentheses in a context",
    "depth",
    { main: `bundle agent main { reports: ${nested("(", "any", ")", 20_000)}:: "a"; }` },
  ],
  [
    "cfengine",
    "deep JSON",
    "depth",
    { main: `bundle agent main { vars: "a" data => '${nested("[", "", "]", 20_000)}'; }` },
  ],
  ["dcontroller", "nested operators", "depth", { expression: nested('{"@not": ', "true", "}", 20_000) }],
  [
    "dcontroller",
    "ranges of ranges",
    "steps memory",
    { expression: JSON.stringify({ "@map": [{ "@range": 3000 }, { "@range": 3000 }] }) },
  ],
  [
    "dcontroller",
    "descending paths",
    "steps memory",
    { data: JSON.parse(nested('{"a":[', "", "]}", 90)), expression: JSON.stringify("$..*..*..*..*") },
  ],
  [
    "dcontroller",
    "deep filters",
    "depth",
    { data: [], expression: JSON.stringify(`$[?${nested("(", "@.a", ")", 20_000)}]`) },
  ],
];

const tight = { steps: 50, depth: 5, memory: 2000, output: 20 };

/** `{id, workspace, options}`: each construct as it is, and under each limit alone. */
export function* growing() {
  for (const [dialect, title, , workspace] of constructs) {
    yield { id: `${dialect} construct ${title}`, workspace: { dialect, ...workspace }, options: {} };
    for (const [limit, value] of Object.entries(tight)) {
      yield {
        id: `${dialect} construct ${title}, ${limit}`,
        workspace: { dialect, ...workspace },
        options: { limits: { [limit]: value } },
      };
    }
    // Twenty million levels are asked for: the language's own stack decides.
    yield {
      id: `${dialect} construct ${title}, depth raised`,
      workspace: { dialect, ...workspace },
      options: { limits: { depth: 20_000_000 } },
    };
  }
}

/** The same limits over the working calls of the catalogue. */
export function* limitedCalls(dialect, catalogue) {
  for (const { name, kind, examples } of catalogue) {
    for (const { workspace } of examples) {
      for (const [limit, value] of Object.entries({ steps: 1, depth: 1, memory: 1, output: 1 })) {
        yield { id: `${dialect} ${kind} ${name}, ${limit}`, workspace, options: { limits: { [limit]: value } } };
      }
    }
  }
}
