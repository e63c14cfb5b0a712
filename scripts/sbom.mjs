// The software bill of materials as SPDX 2.3: everything that a lock file pins, with its hash. Shipped components come
// first (in the command, the modules, the package and the page), then the tools for building and testing.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Licences that are not in a lock file. SPDX has no name for the public domain. */
const publicDomain = "LicenseRef-public-domain";
const licences = {
  libyaml: "MIT",
  "double-conversion": "BSD-3-Clause",
  "nlohmann-json": "MIT",
  googletest: "BSD-3-Clause",
  pcre2: "BSD-3-Clause",
  libtommath: publicDomain,
  libdeflate: "MIT",
  libtomcrypt: publicDomain,
  libxcrypt: publicDomain,
  "cpp-httplib": "MIT",
  isocline: "MIT",
  md4c: "MIT",
  "python3-jinja2": "BSD-3-Clause",
  "python3-markupsafe": "BSD-3-Clause",
  "python3-yaql": "Apache-2.0",
  "python3-ply": "BSD-3-Clause",
  "python3-dateutil": "Apache-2.0 OR BSD-3-Clause",
  "python3-six": "MIT",
  emscripten: "MIT",
  emsdk: "MIT",
  node: "MIT",
  npm: "Artistic-2.0",
  cmake: "BSD-3-Clause",
  ninja: "Apache-2.0",
};
const remarks = {
  libxcrypt: "Only crypt-bcrypt.c is compiled.",
  emscripten:
    "Its musl, libc++ and compiler-rt are linked into the modules. A system's own Emscripten may have built them.",
};

/** Folders with a package-lock.json whose packages are used for building or testing. */
const toolFolders = ["wasm", "web", "e2e", "tests/bench", ...["docs-npm", "runtimes", "workerd"].map(lockFolder)];
function lockFolder(name) {
  return `scripts/locks/${name}`;
}

/** The fields of each line of a lock file. */
const linesOf = (text) =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(" "));

/** `{name, version, kind, hash, algorithm, url, purl, licence}`; `kind` is the relationship to the product. */
function component(name, version, kind, hash, { url, purl, licence = licences[name], algorithm = "SHA256" }) {
  return { name, version, kind, hash, url, purl, licence, algorithm };
}

function sources(read) {
  return linesOf(read("cmake/deps.lock")).map(([name, , version, hash, , url]) => {
    const [, repository] = /^https:\/\/github\.com\/([^/]+\/[^/]+)\//.exec(url) ?? [];
    const purl = repository ? `pkg:github/${repository.toLowerCase()}@${version}` : `pkg:generic/${name}@${version}`;
    return component(name, version, name === "googletest" ? "TEST_TOOL_OF" : "CONTAINS", hash, { url, purl });
  });
}

function originals(read) {
  return linesOf(read("cmake/originals.lock")).map(([name, version, hash]) =>
    component(name, version, "CONTAINS", hash, { purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}` }),
  );
}

function tools(read) {
  return linesOf(read("cmake/tools.lock")).map(([, name, version, hash]) =>
    component(name, version, "BUILD_TOOL_OF", hash, {
      purl: `pkg:npm/${name}@${version}`,
      licence: licences[name.split("-")[0]],
    }),
  );
}

function deployment(read) {
  return linesOf(read("cmake/deploy.lock")).map(([kind, file, version, hash, url]) => {
    const name = kind === "emsdk" ? (file.startsWith("node-") ? "node" : "emscripten") : file;
    const purl = kind === "pip" ? `pkg:pypi/${name}@${version}` : `pkg:generic/${name}@${version}`;
    return component(name, version, name === "emscripten" ? "CONTAINS" : "BUILD_TOOL_OF", hash, {
      ...(url !== "=" && { url: kind === "git" ? `git+${url}@${hash}` : url }),
      purl,
      algorithm: kind === "git" ? "SHA1" : "SHA256",
    });
  });
}

/** npm packages. The page's runtime dependencies, Pyodide and fflate are shipped. */
function packages(read) {
  return toolFolders.flatMap((folder) =>
    Object.entries(JSON.parse(read(`${folder}/package-lock.json`)).packages).flatMap(([path, each]) => {
      const [algorithm, hash] = (each.integrity ?? "").split(" ")[0].split(/-(.*)/s);
      if (!hash) return [];
      const name = each.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      const isShipped = folder === "web" && (!(each.dev || each.devOptional) || name === "pyodide");
      const kind = isShipped ? "CONTAINS" : folder === "web" || folder === "wasm" ? "DEV_TOOL_OF" : "TEST_TOOL_OF";
      const hex = Buffer.from(hash, "base64").toString("hex");
      const purl = `pkg:npm/${name.replace("@", "%40")}@${each.version}`;
      return [
        component(name, each.version, kind, hex, { purl, licence: each.license, algorithm: algorithm.toUpperCase() }),
      ];
    }),
  );
}

const kinds = ["CONTAINS", "BUILD_TOOL_OF", "DEV_TOOL_OF", "TEST_TOOL_OF"];

/** All pinned components, shipped ones first. A component in several locks is listed once. */
export function components(root) {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const all = [sources, originals, tools, deployment, packages].flatMap((part) => part(read));
  const known = new Map();
  for (const each of all.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))) {
    const key = `${each.name} ${each.version} ${each.hash}`;
    if (!known.has(key)) known.set(key, each);
  }
  return [...known.values()];
}

/** A licence in SPDX form, or none: npm's field may contain anything. */
const declared = (licence) =>
  typeof licence === "string" && /^[\w.+() -]+$/.test(licence) && !/^see |unlicensed/i.test(licence)
    ? licence
    : "NOASSERTION";

function packageOf(each, id) {
  return {
    SPDXID: id,
    name: each.name,
    versionInfo: each.version,
    downloadLocation: each.url ?? "NOASSERTION",
    filesAnalyzed: false,
    licenseDeclared: declared(each.licence),
    checksums: [{ algorithm: each.algorithm, checksumValue: each.hash }],
    externalRefs: [{ referenceCategory: "PACKAGE-MANAGER", referenceType: "purl", referenceLocator: each.purl }],
    ...(remarks[each.name] && { comment: remarks[each.name] }),
  };
}

/**
 * The document as an object. `created`: the time of the commit in seconds since 1970. `isWhole`: includes the tools,
 * and not only shipped components.
 */
export function documentOf(root, { created, isWhole }) {
  const { version, license } = JSON.parse(readFileSync(join(root, "wasm/package.json"), "utf8"));
  const listed = components(root).filter(({ kind }) => isWhole || kind === "CONTAINS");
  const own = "SPDXRef-evalground";
  const ids = new Set();
  const idOf = ({ name, version: release, hash }) => {
    const plain = `SPDXRef-${name}-${release}`.replace(/[^a-zA-Z0-9.-]+/g, "-");
    const id = ids.has(plain) ? `${plain}-${hash.slice(0, 8)}` : plain;
    ids.add(id);
    return id;
  };
  const named = listed.map((each) => ({ each, id: idOf(each) }));
  const relate = (spdxElementId, relationshipType, relatedSpdxElement) => ({
    spdxElementId,
    relationshipType,
    relatedSpdxElement,
  });
  const content = {
    packages: [
      { SPDXID: own, name: "evalground", versionInfo: version, downloadLocation: "NOASSERTION" },
      ...named.map(({ each, id }) => packageOf(each, id)),
    ],
    hasExtractedLicensingInfos: [
      { licenseId: publicDomain, extractedText: "The authors have given up their rights; the sources say so." },
    ],
    relationships: [
      relate("SPDXRef-DOCUMENT", "DESCRIBES", own),
      ...named.map(({ each: { kind }, id }) => (kind === "CONTAINS" ? relate(own, kind, id) : relate(id, kind, own))),
    ],
  };
  Object.assign(content.packages[0], { filesAnalyzed: false, licenseDeclared: license });
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 32);
  const name = `evalground-${version}${isWhole ? "-with-tools" : ""}`;
  return {
    spdxVersion: "SPDX-2.3",
    dataLicense: "CC0-1.0",
    SPDXID: "SPDXRef-DOCUMENT",
    name,
    documentNamespace: `https://spdx.org/spdxdocs/${name}-${hash}`,
    creationInfo: {
      created: new Date(created * 1000).toISOString().replace(".000", ""),
      creators: ["Tool: evalground-scripts-sbom"],
    },
    ...content,
  };
}
