// Rows of an outcome with another value that may be wanted, and the workspace to which a candidate was applied.

const redaction = "<<REDACTED>>";

/** The value at a path of an outcome. A text has lines: ["text", 2]. */
export function valueAt(outcome, path) {
  if (path[0] === "text" && path.length === 2) return outcome.text?.split("\n")[path[1]];
  return path.reduce((value, key) => (value === null ? undefined : value?.[key]), outcome);
}

const keysOf = (pointer) =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));

/** Another value of the same kind, also for a number in a text; undefined for lists, maps, null and secrets. */
function another(value) {
  if (typeof value === "string" && /^\d{1,9}$/.test(value)) return String(Number(value) + 1);
  if (typeof value === "string") return value.includes(redaction) ? undefined : `${value}x`;
  if (typeof value === "number") return value + 1;
  return typeof value === "boolean" ? !value : undefined;
}

/** The path of a text in a workspace, by the name that places have for it. `main` may be the text itself. */
function pathOfText({ files = {} }, file) {
  if (files[file] !== undefined) return ["files", file];
  return [file === "<expression>" ? "expression" : "main"];
}

/** The text of the literal that comes first among origins; "" for other origins. */
function literalAt(workspace, [first] = []) {
  const { file, from, to } = first?.span ?? {};
  const text = first?.via === "literal" ? valueAt(workspace, pathOfText(workspace, file)) : undefined;
  return typeof text === "string" ? text.slice(from, to) : "";
}

/** Whether a value is a part of the workspace's data, or a literal without anything that is computed in it. */
function isWrittenAt(workspace, origins, now) {
  const isData = origins?.[0]?.via === "input" && origins[0].name !== undefined;
  return isData || (now !== "" && literalAt(workspace, origins).replace(/^(["'])(.*)\1$/s, "$2") === String(now));
}

/** The lines of a text. One is written in a text if a single stretch of a literal has all of it. */
function linesOf(workspace, { text, textMap }) {
  if (typeof text !== "string" || !textMap) return [];
  const rows = [];
  let begin = 0;
  for (const [line, now] of text.split("\n").entries()) {
    const end = begin + now.length;
    let isWritten = false;
    for (let at = 0; at + 3 < textMap.stretches.length; at += 4) {
      const [from, to, origins] = textMap.stretches.slice(at, at + 3);
      if (from <= begin && end <= to && literalAt(workspace, textMap.origins[origins]).includes(now)) isWritten = true;
    }
    if (now !== "") rows.push({ path: ["text", line], now, isWritten });
    begin = end + 1;
  }
  return rows;
}

/** `[{path, now, to, isWritten}]` of the outcome of a workspace, with provenance. */
export function rowsOf(workspace, outcome) {
  const main = outcome.value === undefined ? "outputs" : "value";
  const parts = Object.entries({ ...(outcome.parts ?? {}), [main]: outcome });
  const rows = parts.flatMap(([part, { origins = {} }]) =>
    Object.entries(origins).map(([pointer, steps]) => {
      const path = [part, ...keysOf(pointer)];
      const now = valueAt(outcome, path);
      return { path, now, isWritten: isWrittenAt(workspace, steps, now) };
    }),
  );
  return [...rows, ...linesOf(workspace, outcome)]
    .map((row) => ({ ...row, to: another(row.now) }))
    .filter(({ to }) => to !== undefined);
}

const withText = (text, { from, to, text: written }) => text.slice(0, from) + written + text.slice(to);

function withValue(value, [key, ...rest], to) {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = rest.length === 0 ? to : withValue(copy[key], rest, to);
  return copy;
}

/** A workspace with the edits and changes of a candidate. */
export function applied(workspace, { edits, changes }) {
  let result = workspace;
  for (const edit of edits) {
    const path = edit.creates ? ["files", edit.file] : pathOfText(result, edit.file);
    result = withValue(result, path, withText(valueAt(result, path) ?? "", edit));
  }
  for (const { path, value } of changes) result = withValue(result, keysOf(path), value);
  return result;
}
