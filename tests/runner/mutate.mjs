// Workspaces made from others by small accidents: a lost character, a boundary number, a word of a neighbor, a value of
// another type. The results are often wrong, and close to what people write.

import { hashOf, randomFrom } from "./random.mjs";

const numbers = ["0", "-1", "1", "255", "65536", "2147483647", "2147483648", "4294967295", "4294967296", "-2147483649"];
numbers.push("9007199254740993", "9223372036854775807", "9223372036854775808", "1e308", "1e-320", "0.1", "-0.0");
const texts = [
  "",
  " ",
  "\n",
  "ä",
  "🙂",
  "\u0000",
  "a".repeat(300),
  "1",
  "null",
  "{{ x }}",
  "$(x)",
  "%",
  "\\",
  "'",
  '"',
];
const values = [null, true, 0, -1, 4294967296, 0.5, "", "x", [], {}, [[[]]], { a: { a: [] } }, ["b", 1], "\u{1f642}"];

/** Places in `workspace` with a text of the language or a value that it uses: [object, key]. */
function placesOf(workspace) {
  const places = [];
  const walk = (holder) => {
    for (const key of Object.keys(holder)) {
      places.push([holder, key]);
      if (holder[key] !== null && typeof holder[key] === "object") walk(holder[key]);
    }
  };
  for (const key of ["expression", "main", "files", "data", "local", "vars", "inputs", "attributes", "options"]) {
    if (workspace[key] === undefined) continue;
    if (typeof workspace[key] === "object" && workspace[key] !== null) walk(workspace[key]);
    else places.push([workspace, key]);
  }
  return places;
}

const token = /[\p{L}_][\p{L}\p{N}_]*|\d+(?:\.\d+)?|"[^"\n]*"|'[^'\n]*'|[^\s\p{L}\p{N}]/gu;

function mutateText(text, donor, random) {
  const at = random.below(text.length + 1);
  const length = 1 + random.below(8);
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at) + text.slice(at, at + length).repeat(2) + text.slice(at + length);
    case 2: {
      const found = [...text.matchAll(/\d+(?:\.\d+)?/g)];
      if (found.length === 0) return text.slice(0, at) + random.pick(numbers) + text.slice(at);
      const one = random.pick(found);
      return text.slice(0, one.index) + random.pick(numbers) + text.slice(one.index + one[0].length);
    }
    case 3: {
      const found = [...text.matchAll(/"[^"\n]*"|'[^'\n]*'/g)];
      if (found.length === 0) return text.slice(0, at) + random.pick(texts) + text.slice(at);
      const one = random.pick(found);
      const quote = one[0][0];
      return text.slice(0, one.index) + quote + random.pick(texts) + quote + text.slice(one.index + one[0].length);
    }
    case 4: {
      const own = [...text.matchAll(token)];
      const other = donor.match(token) ?? [" "];
      if (own.length === 0) return random.pick(other);
      const one = random.pick(own);
      const kept = random.chance(0.5) ? one[0].length : 0; // replace it, or insert before it
      return text.slice(0, one.index) + random.pick(other) + text.slice(one.index + kept);
    }
    default: {
      const end = donor.length > 0 ? random.below(donor.length) : 0;
      return text.slice(0, at) + donor.slice(end, end + length) + text.slice(at);
    }
  }
}

/** A changed copy of `workspace`. Words come from `others` in the same dialect. */
function mutate(workspace, others, random) {
  const copy = structuredClone(workspace);
  delete copy.expect;
  for (let rounds = 1 + random.below(3); rounds > 0; rounds -= 1) {
    const places = placesOf(copy);
    if (places.length === 0) break;
    const [holder, key] = random.pick(places);
    if (typeof holder[key] === "string" && random.chance(0.85)) {
      const other = random.pick(others);
      const [donor, from] = other.dialect === copy.dialect ? (random.pick(placesOf(other)) ?? []) : [];
      holder[key] = mutateText(holder[key], typeof donor?.[from] === "string" ? donor[from] : holder[key], random);
    } else if (holder !== copy) {
      holder[key] = structuredClone(random.pick(values));
    }
  }
  return copy;
}

/** The mutated workspaces with these numbers, in the form of judge.mjs. Each depends only on its number. */
export function mutants(workspaces, numbers) {
  return numbers.map((number) => {
    const random = randomFrom(hashOf(`mutant ${number}`));
    const source = random.pick(workspaces);
    return {
      id: `mutated ${number} of ${source.id ?? source.dialect}`,
      workspace: JSON.stringify(mutate(source, workspaces, random)),
    };
  });
}
