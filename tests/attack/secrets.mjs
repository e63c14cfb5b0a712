// Pairs of workspaces that differ in a secret alone: whatever an engine is asked, both answers must be the same.
//
// A pair is a call of the catalogue in a document that declares the secret (secret_documents.mjs). One of the call's
// literals is a reading of the secret, plain or transformed, and often another is something hostile, so that calls fail
// in their own ways. Both secrets have one shape: the same length, the same kind of character at each place, and equal
// characters at the same places. So what cannot be hidden without changing a language, which is lengths and whether
// two things are equal, does not differ. That finds a mark that a function loses, and a message that says a part of
// what was hidden.

import { randomFrom } from "../runner/random.mjs";
import { documents } from "./secret_documents.mjs";

/** Shapes of secrets: `A`, `a`, `9` and `é` stand for a capital, a small letter, a digit and a letter beyond ASCII. */
const shapes = [
  "AaAaaaA9aAa9Aa9a",
  "AAAA9999aaaa",
  "99999999",
  "9a",
  "aaaaaaaa-aaaa-9999",
  "Aaaaa aaaa aaa",
  "aaa.aaa.aaa.aaa",
  "https://aaaa:aaaa@aaaaa/aaa",
  "/aaa/aaaaa.aaa",
  "aaa=aaa;aaa=999",
  "Aéaaéaaaéa9",
  '{"aaa": "aaaa", "aaaa": 99}',
  "aaaa\naaaa\naaa\n",
  "99.99.99.99",
  "$aaa%(aaa)<%aa%>",
  "aa{{ aaaa }}a",
  "{% aaaa %}",
  "{{ 'a' | aaaa }}",
  "{{ undef('aaaa') }}",
  "{{ aaaa",
  "::aaaa::a",
  "::root::.aa[a=",
  "-a",
  "aA9".repeat(60),
];
// Neighbours change places, so that whether a character is equal to another, a letter of hex or a unit of bytes (k, g)
// or of time (h, w) stays as it was: whether a text is a number with a unit decides whether a call fails.
const kinds = { A: "KGHWQV", a: "kghwqv", 9: "3579", é: "éèñö" };

/** Two secrets of one shape, which differ at each letter and digit. */
function secretsOf(shape, random) {
  const first = [];
  const second = [];
  for (const char of shape) {
    const letters = kinds[char];
    const at = letters && random.below(letters.length);
    first.push(letters ? letters[at] : char);
    second.push(letters ? letters[at ^ 1] : char);
  }
  return [first.join(""), second.join("")];
}

/** The pair of that number: `{id, workspaces, options, shown}`. `catalogueOf(dialect)` lists its functions. */
export function secretPair(number, seed, catalogueOf, dialects) {
  const random = randomFrom(seed * 1_000_003 + number);
  for (let i = 0; i < 8; i += 1) random.below(2); // the first numbers of near seeds are alike
  const usable = documents.filter(({ dialect }) => dialects.includes(dialect));
  if (usable.length === 0) return undefined;
  const { name, dialect, make } = random.pick(usable);
  const shape = random.pick(shapes);
  const { call, documentOf, options, shown } = make(random, catalogueOf);
  const workspaces = secretsOf(shape, random).map((secret) => ({ dialect, ...documentOf(secret) }));
  return { id: `secret ${number} ${name}: ${call}`, workspaces, options, shown };
}

/** Without what is measured. */
const timeless = (part) =>
  JSON.parse(JSON.stringify(part ?? null, (key, value) => (/^(total)?ms$/i.test(key) ? undefined : value)));

/** What of the answers to one workspace may not depend on its secret. */
function told({ outcome, assist }) {
  if (outcome.died) return { died: outcome.died };
  const { stats: _, ...rest } = JSON.parse(outcome.outcome);
  const answers = Object.entries(assist).map(([ask, answer]) => [ask, answer.died ?? JSON.parse(answer.outcome)]);
  return timeless({ ...rest, ...Object.fromEntries(answers) });
}

/** `{kind, detail}` when the answers to two workspaces tell their secrets apart, but for keys that are `shown`. */
export function judgePair(one, other, shown = []) {
  const [first, second] = [told(one), told(other)];
  for (const key of new Set([...Object.keys(first), ...Object.keys(second)])) {
    if (shown.includes(key)) continue;
    const [a, b] = [first[key], second[key]].map((part) => JSON.stringify(part) ?? "nothing");
    if (a === b) continue;
    const at = [...a].findIndex((char, index) => char !== b[index]);
    return { kind: "leak", detail: `${key}: ${a.slice(Math.max(0, at - 60), at + 60)}` };
  }
  return undefined;
}
