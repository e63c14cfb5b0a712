// Every function with a secret in each place of its examples: whatever it is told, an outcome must not depend on what
// the secret is. Each workspace is evaluated twice, with secrets of the same length and kind; the outcomes are the same
// but for what is measured. That finds a mark that a function loses, and a message that says a part of what was hidden.

import { replacedLiterals } from "./calls.mjs";

/** How each language that has secrets reads the one of the name `s`. */
const reading = { unfurl: "{eval: {secret: s}}" };

/** Calls of functions whose results have no mark in the reference either, or tell only whether or in what order. */
const unmarked = /\b(concat|join|add|mul|eq|ne|lt|le|gt|ge)\b\s*:/;

/** Two secrets that differ everywhere. */
export const secrets = ["Zq7xVw9kTr3mBn5c", "hJ4PlS8dGf2YkE6U"];

/** `{id, workspaces}` for each place; `catalogue` lists the entries of a dialect. */
export function* secretCalls(dialect, catalogue) {
  const secret = reading[dialect];
  if (secret === undefined) return;
  for (const { name, kind, examples } of catalogue) {
    for (const { workspace } of examples) {
      if (unmarked.test(`${workspace.main} ${workspace.expression}`)) continue;
      for (const key of ["expression", "main"]) {
        if (typeof workspace[key] !== "string") continue;
        for (const text of replacedLiterals(workspace[key], dialect, [secret])) {
          const workspaces = secrets.map((s) => ({ ...workspace, [key]: text, secrets: { ...workspace.secrets, s } }));
          yield { id: `${dialect} ${kind} ${name}, secret`, workspaces };
        }
      }
    }
  }
}

/** What of an outcome may not depend on a secret. */
function told(answer) {
  if (answer.died) return { died: answer.died };
  const { stats: _, rows = [], trace, ...rest } = JSON.parse(answer.outcome);
  const timeless = (part) =>
    JSON.parse(JSON.stringify(part ?? null, (key, value) => (/^(total)?ms$/i.test(key) ? undefined : value)));
  return { ...rest, rows: timeless(rows), trace: timeless(trace) };
}

/** `{kind, detail}` when two answers tell secrets apart. */
export function judgePair([one, other]) {
  const [first, second] = [told(one), told(other)];
  for (const key of new Set([...Object.keys(first), ...Object.keys(second)])) {
    const [a, b] = [first[key], second[key]].map((part) => JSON.stringify(part) ?? "nothing");
    if (a === b) continue;
    const at = [...a].findIndex((char, index) => char !== b[index]);
    return { kind: "leak", detail: `${key}: ${a.slice(Math.max(0, at - 60), at + 60)}` };
  }
  return undefined;
}
