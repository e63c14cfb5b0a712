// Splits a query such as `::app[.type=X]::$key?` into coloured pieces without parsing it. The engine's tokens replace
// them.

/** A coloured piece of a query. Offsets count from the start of the query. */
interface QueryPiece {
  from: number;
  to: number;
  kind: "operator" | "variable" | "special" | "number" | "name" | "string" | "keyword" | "function";
}

type Kind = QueryPiece["kind"];

/** One pattern for all kinds, tried in order. Each kind has its own group. */
function patternOf(kinds: readonly (readonly [Kind, RegExp])[]): { pattern: RegExp; kinds: Kind[] } {
  const groups = kinds.map(([, { source }]) => `(${source})`);
  return { pattern: new RegExp(groups.join("|"), "g"), kinds: kinds.map(([kind]) => kind) };
}

function piecesBy({ pattern, kinds }: ReturnType<typeof patternOf>, text: string): QueryPiece[] {
  return [...text.matchAll(pattern)].map((found) => ({
    from: found.index,
    to: found.index + found[0].length,
    kind: kinds[found.slice(1).findIndex((group) => group !== undefined)] ?? "name",
  }));
}

const query = patternOf([
  ["operator", /::|!=|[[\]=?!*]/],
  ["variable", /\$[^\s:[\]=?!{}'"]+/],
  ["special", /\.[A-Za-z_][\w-]*|\.{1,2}(?=$|[:[\]?=!\s])/],
  ["number", /[+-]?\d+(?=$|[:[\]?=!\s])/],
  ["name", /[^\s:[\]=?!$*][^\s:[\]=?!]*/],
]);

const call = patternOf([
  ["string", /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/],
  ["variable", /\$\w*/],
  ["keyword", /\b(?:and|or|not|in|mod|is|true|false|null|matches)\b/],
  ["function", /[A-Za-z_]\w*(?=\()/],
  ["name", /[A-Za-z_]\w*/],
  ["number", /\d+(?:\.\d+)?/],
  ["operator", /[-+*/%<>=!.?&|~]+/],
]);

/** The pieces of a query, in order. */
export function queryPieces(text: string): QueryPiece[] {
  return piecesBy(query, text);
}

/** The pieces of an expression of calls and operators, such as `$.where($.a > 1)` or a JSONPath. */
export function callPieces(text: string): QueryPiece[] {
  return piecesBy(call, text);
}

/** The ranges of a text that are templates: `{{ … }}` and `{% … %}`. */
export function templateParts(words: string): { from: number; to: number }[] {
  return [...words.matchAll(/\{\{[\s\S]*?(?:\}\}|$)|\{%[\s\S]*?(?:%\}|$)/g)].map((found) => ({
    from: found.index,
    to: found.index + found[0].length,
  }));
}
