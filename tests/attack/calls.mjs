// Every function with hostile arguments: the examples of the catalogue are calls that work; each literal of each of
// them is replaced by each hostile one in turn. So every parameter of every function of every dialect meets each of
// them, and a function that is added is attacked without a line here.

/** Literals of each language: numbers at the edges of types, and texts, lists and patterns of sizes nobody expects. */
const numbers = [
  "0",
  "-1",
  "32769",
  "2147483648",
  "4294967296",
  "9223372036854775807",
  "-9223372036854775808",
  "1e308",
  "1e-320",
  "0.5",
];
const patterns = ["'(a*)*b'", "'['", "'(?=x)'", "'%'", "'%999999999d'", "'{0:>999999999}'", "'$(x)'", "'\\u0000'"];
export const hostile = {
  yaql: [
    ...numbers,
    ...patterns,
    "null",
    "true",
    "''",
    "('ab' * 50000)",
    "range(50000).toList()",
    "[[], [[]], {}]",
    "range(9)",
    "dict(a => dict(a => 1))",
    "2147483648 * 2147483648 * 2147483648",
    "$.nope",
  ],
  jinja2: [
    ...numbers,
    ...patterns,
    "none",
    "true",
    "''",
    "('ab' * 50000)",
    "range(50000)|list",
    "[[], [[]], {}]",
    "range(9)",
    "{'a': {'a': 1}}",
    "2 ** 200",
    "nope",
    "cycler",
    "joiner()",
    "namespace(a=1)",
    "('a'|safe)",
    "(1, (2,))",
  ],
  cfengine: [
    ...numbers.map((number) => `"${number}"`),
    ...patterns.map((text) => `"${text.slice(1, -1)}"`),
    '""',
    '"$(nope)"',
    '"@(nope)"',
    '"$(main.nope[$(x)])"',
    `"${"ab".repeat(2000)}"`,
    `"${"(".repeat(1000)}"`,
    '"{ \\"a\\": [1, {}] }"',
    '"1,1000000000"',
    '"../../../etc/passwd"',
    "nope()",
    'getuid("root")',
  ],
};
const words = [
  ...numbers,
  "''",
  "null",
  "true",
  "[]",
  "{}",
  "[[], [[]], {}]",
  "{a: {a: 1}}",
  `"${"ab".repeat(20_000)}"`,
  '"(a*)*b"',
  '"["',
  '"%999999999d"',
  "'{{ x }}'",
  '"{{ range(50000) | list }}"',
  '"::*::.."',
  '"\\0"',
  "../../etc/passwd",
  "1e400",
];
hostile.unfurl = words;
hostile.heat = words;
hostile.dcontroller = words;

const literal = {
  yaql: /\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[[^[\]]*\]/g,
  jinja2: /\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[[^[\]]*\]/g,
  cfengine: /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g,
};
/** Scalars of YAML or JSON: quoted, or what follows `: `, `[`, `,`, `- `. */
const scalar = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?<=[:[,-]\s*)[\w.$*][\w.$*/:-]*(?=\s*(?:[,\]}\n]|$))/g;

/** `{begin, end}` of each literal of the text. */
export function literalsOf(text, dialect) {
  return [...text.matchAll(literal[dialect] ?? scalar)].map((found) => ({
    begin: found.index,
    end: found.index + found[0].length,
  }));
}

/** The text with each literal in turn replaced by each of the values. */
export function* replacedLiterals(text, dialect, values) {
  for (const { begin, end } of literalsOf(text, dialect)) {
    for (const value of values) yield text.slice(0, begin) + value + text.slice(end);
  }
}

/** Copies of a JSON value, in each of which one scalar is another. */
function* variantsOfValue(value, dialect) {
  if (value === null || typeof value !== "object") {
    yield* [
      null,
      true,
      0,
      -1,
      4294967296,
      1e308,
      1e-320,
      "",
      "x",
      [],
      {},
      [[], {}],
      { a: { a: 1 } },
      "ab".repeat(20_000),
    ];
    if (typeof value === "string") yield* replacedLiterals(value, dialect, hostile[dialect]);
    return;
  }
  for (const key of Object.keys(value)) {
    for (const other of variantsOfValue(value[key], dialect)) {
      const copy = Array.isArray(value) ? [...value] : { ...value };
      copy[key] = other;
      yield copy;
    }
  }
}

/** `{id, workspace}` for each call; `catalogue` lists the entries of a dialect. */
export function* hostileCalls(dialect, catalogue) {
  for (const { name, kind, examples } of catalogue) {
    for (const { workspace } of examples) {
      for (const key of ["expression", "main", "data", "vars", "inputs"]) {
        if (workspace[key] === undefined) continue;
        const variants =
          typeof workspace[key] === "string"
            ? replacedLiterals(workspace[key], dialect, hostile[dialect])
            : variantsOfValue(workspace[key], dialect);
        for (const value of variants)
          yield { id: `${dialect} ${kind} ${name}`, workspace: { ...workspace, [key]: value } };
      }
    }
  }
}
