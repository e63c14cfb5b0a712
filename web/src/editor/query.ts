// The pieces of a query such as `::app[.type=X]::$key?`, found without understanding it: colours until the engine's own arrive.

/** A coloured stretch of a query; offsets count from its beginning. */
export interface QueryPiece {
  from: number;
  to: number;
  kind: "operator" | "variable" | "special" | "number" | "name" | "string" | "keyword" | "function";
}

const piece =
  /(::|!=|[[\]=?!*])|(\$[^\s:[\]=?!{}'"]+)|(\.[A-Za-z_][\w-]*|\.{1,2}(?=$|[:[\]?=!\s]))|([+-]?\d+(?=$|[:[\]?=!\s]))|([^\s:[\]=?!$*][^\s:[\]=?!]*)/g;
const kinds = ["operator", "variable", "special", "number", "name"] as const;

/** The pieces of a query, in order. */
export function queryPieces(query: string): QueryPiece[] {
  const pieces: QueryPiece[] = [];
  for (const found of query.matchAll(piece)) {
    const kind = kinds[found.slice(1).findIndex((group) => group !== undefined)] ?? "name";
    pieces.push({ from: found.index, to: found.index + found[0].length, kind });
  }
  return pieces;
}

const call =
  /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(\$\w*)|(\b(?:and|or|not|in|mod|is|true|false|null|matches)\b)|([A-Za-z_]\w*(?=\())|([A-Za-z_]\w*)|(\d+(?:\.\d+)?)|([-+*/%<>=!.?&|~]+)/g;
const callKinds = ["string", "variable", "keyword", "function", "name", "number", "operator"] as const;

/** The pieces of an expression of calls and operators, such as `$.where($.a > 1)` or a JSONPath. */
export function callPieces(expression: string): QueryPiece[] {
  const pieces: QueryPiece[] = [];
  for (const found of expression.matchAll(call)) {
    const kind = callKinds[found.slice(1).findIndex((group) => group !== undefined)] ?? "name";
    pieces.push({ from: found.index, to: found.index + found[0].length, kind });
  }
  return pieces;
}

/** The stretches of a text that are templates: `{{ … }}` and `{% … %}`. */
export function templateParts(words: string): { from: number; to: number }[] {
  return [...words.matchAll(/\{\{[\s\S]*?(?:\}\}|$)|\{%[\s\S]*?(?:%\}|$)/g)].map((found) => ({
    from: found.index,
    to: found.index + found[0].length,
  }));
}
