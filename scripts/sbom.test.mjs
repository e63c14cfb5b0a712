// Tests that the software bill of materials is complete, has the form of SPDX 2.3, and is reproducible.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { documentOf } from "./sbom.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const shipped = documentOf(root, { created: 1_700_000_000, isWhole: false });
const whole = documentOf(root, { created: 1_700_000_000, isWhole: true });
const read = (path) => readFileSync(`${root}${path}`, "utf8");
const hashesOf = ({ packages }) =>
  new Set(packages.flatMap(({ checksums = [] }) => checksums.map(({ checksumValue }) => checksumValue)));

test("everything that a lock file pins is in it", () => {
  const hashes = hashesOf(whole);
  const locks = execFileSync("git", ["ls-files", "cmake/*.lock", "*package-lock.json"], {
    cwd: root,
    encoding: "utf8",
  });
  const names = locks.trim().split("\n");
  assert.ok(names.length >= 11, locks);
  for (const name of names.filter((each) => each.endsWith(".lock")))
    for (const line of read(name).split("\n")) {
      if (line === "" || line.startsWith("#")) continue;
      const [hash] = /\b(?:[0-9a-f]{64}|[0-9a-f]{40}(?= ))\b/.exec(line.replace(/\S+\.tbz2/, "")) ?? [];
      assert.ok(hashes.has(hash), `${name}: ${line}`);
    }
  for (const name of names.filter((each) => each.endsWith(".json")))
    for (const [path, { integrity }] of Object.entries(JSON.parse(read(name)).packages)) {
      if (integrity === undefined) continue;
      const hash = Buffer.from(integrity.split(" ")[0].split(/-(.*)/s)[1], "base64").toString("hex");
      assert.ok(hashes.has(hash), `${name}: ${path}`);
    }
});

test("what is shipped comes first, and is all that the package's own has", () => {
  const own = shipped.packages.slice(1);
  assert.deepEqual(
    whole.packages.slice(1, own.length + 1).map(({ name }) => name),
    own.map(({ name }) => name),
  );
  const names = own.map(({ name }) => name);
  for (const name of ["libyaml", "pcre2", "emscripten", "pyodide", "fflate", "@codemirror/view", "python3-yaql"])
    assert.ok(names.includes(name), name);
  for (const name of ["googletest", "vite", "typescript", "astro", "ninja"]) assert.ok(!names.includes(name), name);
  for (const { name, licenseDeclared } of own) assert.notEqual(licenseDeclared, "NOASSERTION", name);
});

test("what the page needs when it runs is what its package names", () => {
  const { dependencies } = JSON.parse(read("web/package.json"));
  const names = shipped.packages.map(({ name }) => name);
  for (const name of Object.keys(dependencies)) assert.ok(names.includes(name), name);
});

for (const [name, document] of Object.entries({ shipped, whole }))
  test(`it has the shape of SPDX 2.3: ${name}`, () => {
    assert.equal(document.spdxVersion, "SPDX-2.3");
    assert.equal(document.dataLicense, "CC0-1.0");
    assert.match(document.documentNamespace, /^https:\/\/[\w./-]+$/);
    assert.equal(document.creationInfo.created, "2023-11-14T22:13:20Z");
    for (const creator of document.creationInfo.creators) assert.match(creator, /^Tool: \S+$/);
    const ids = [document, ...document.packages].map(({ SPDXID }) => SPDXID);
    assert.equal(new Set(ids).size, ids.length, "an id stands for one thing");
    const lengths = { SHA1: 40, SHA256: 64, SHA512: 128 };
    const licences = new Set(document.hasExtractedLicensingInfos.map(({ licenseId }) => licenseId));
    for (const each of document.packages) {
      assert.match(each.SPDXID, /^SPDXRef-[a-zA-Z0-9.-]+$/);
      for (const key of ["name", "versionInfo", "downloadLocation", "licenseDeclared"])
        assert.equal(typeof each[key], "string", `${each.SPDXID}: ${key}`);
      assert.equal(each.filesAnalyzed, false);
      for (const { algorithm, checksumValue } of each.checksums ?? []) {
        assert.match(checksumValue, /^[0-9a-f]+$/);
        assert.equal(checksumValue.length, lengths[algorithm], each.SPDXID);
      }
      for (const { referenceLocator } of each.externalRefs ?? [])
        assert.match(referenceLocator, /^pkg:\w+\/[^@\s]+@\S+$/);
      for (const [licence] of each.licenseDeclared.matchAll(/LicenseRef-[\w.-]+/g)) assert.ok(licences.has(licence));
    }
    const related = document.relationships.map(({ spdxElementId, relatedSpdxElement }) =>
      [spdxElementId, relatedSpdxElement].filter((id) => !ids.includes(id)),
    );
    assert.deepEqual(related.flat(), []);
    assert.equal(document.relationships.length, document.packages.length, "each package has one, and the document");
  });

test("the command prints the same document for the same commit, whatever the time is", () => {
  const [one, two] = [1, 2].map(() => execFileSync(`${root}scripts/sbom`, { encoding: "utf8" }));
  assert.equal(one, two);
  const { creationInfo, ...printed } = JSON.parse(one);
  const { creationInfo: _, ...made } = shipped;
  assert.deepEqual(printed, made);
  assert.match(creationInfo.created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.equal(spawnSync(`${root}scripts/sbom`, ["--all"]).status, 2);
});
