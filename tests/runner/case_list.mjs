// The cases of the project: its own, the examples in the tables of functions, and recorded ones if the machine has
// them. tests/conformance.txt names the recorded files and, indented below a file, the cases that still fail.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const listFile = "tests/conformance.txt";
/** `<folder of recorded files>/../spec/…`: ids of cases with the same result in ansible-core 2.21. */
const sameFile = "../spec/ansible-2.21-same.json";

/** Only chance and time may differ from run to run, so a case without them gets these. */
const fixed = { clock: "2026-01-02T03:04:05Z", seed: 1 };

/** Reads the exceptions of each file from a text like tests/conformance.txt: a map from files to ids. */
export function readExceptions(text) {
  const files = new Map();
  let file;
  for (const line of text.split("\n")) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, id] = /^\s+(\S+)\s+\S/.exec(line) ?? [];
    if (/^\S+$/.test(line)) {
      file = line;
      files.set(file, []);
    } else if (id && file) files.get(file).push(id);
    else throw new Error(`${listFile}: "${line}" is neither a file nor an indented id with a reason`);
  }
  return files;
}

function filesBelow(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => /\.(json|yaml)$/.test(name));
  return names.sort().map((name) => join(folder, name));
}

/** Folders of a dialect that contain cases, and those that belong to no dialect. */
const parts = ["cases", "gallery", "lessons"];
const ownFolders = () => [
  ...readdirSync("engine/dialects").flatMap((name) => parts.map((part) => join("engine/dialects", name, part))),
  "web/phrases",
];

export const ownFiles = () => ownFolders().filter(existsSync).flatMap(filesBelow);

/** Their names in the folder of recorded files. */
export const recordedFiles = () => [...readExceptions(readFileSync(listFile, "utf8")).keys()];

/** A case in the form of judge.mjs. `text` stays text, because JavaScript would change some of its numbers. */
export function caseOf(id, text) {
  const { dialect, ask, ...rest } = JSON.parse(text);
  const missing = Object.entries(fixed).filter(([key]) => rest[key] === undefined);
  const head = missing.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`).join("");
  return { id, text, workspace: `{${head}${text.slice(1)}`, dialect, asks: ask !== undefined };
}

/** The same case for ansible-core 2.21. */
function newerOf({ id, text }) {
  const newer = text.replace('"flavor":"ansible"', '$&,"reference":"2.21"');
  if (newer === text) throw new Error(`${id}: holds under ansible-core 2.21, but has no option "flavor": "ansible"`);
  return caseOf(`${id} under 2.21`, newer);
}

/**
 * All cases, or only those of `files`: `{cases, problems}`, where a problem is `{id, text}`. `native` is the world that
 * reads them, `recorded` the folder of recorded files.
 */
export async function listCases(native, files, recorded) {
  const problems = [];
  const read = async (path) => {
    const { cases = [], error, died } = await native.ask({ read: path });
    if (error ?? died) problems.push({ id: path, text: error ?? died });
    return cases.map((one) => caseOf(one.id, one.case));
  };
  const listed = readExceptions(readFileSync(listFile, "utf8"));
  const same = existsSync(join(recorded, sameFile))
    ? new Set(JSON.parse(readFileSync(join(recorded, sameFile), "utf8")).same)
    : new Set();

  /** `name` is a file in the folder. */
  const readRecorded = async (name) => {
    const cases = await read(join(recorded, name));
    const exceptions = listed.get(name) ?? [];
    for (const id of exceptions) {
      const one = cases.find((each) => each.id === id);
      if (one) one.isListed = true;
      else problems.push({ id: name, text: `${id} is not one of its cases: correct ${listFile}` });
    }
    return [...cases, ...cases.filter(({ id }) => same.has(id)).map(newerOf)];
  };

  const cases = [];
  if (files.length > 0) {
    for (const file of files) {
      const name = relative(recorded, file);
      cases.push(...(await (name.startsWith("..") ? read(file) : readRecorded(name))));
    }
    return { cases, problems };
  }
  for (const file of ownFiles()) cases.push(...(await read(file)));
  cases.push(...(await read("")));
  if (existsSync(recorded)) for (const name of listed.keys()) cases.push(...(await readRecorded(name)));
  return { cases, problems };
}
