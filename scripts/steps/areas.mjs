// Which browser tests cover which sources. scripts/test --changed runs those that cover changed sources.

/** The spec files of e2e, without extension, by the prefix of a source's path. */
const areas = {
  "engine/assist/": "assist mistakes",
  "engine/engine": "evaluate results",
  "engine/runtime/": "evaluate large provenance results trace written",
  "engine/change/": "change why",
  "engine/cli/serve/": "serve",
  "engine/shrink/": "repro",
  "netlify.toml": "headers",
  "scripts/server.mjs": "headers",
  "wasm/bindings.cpp": "evaluate depth",
  "wasm/python/": "python",
  "wasm/src/embed/": "anywhere embed embed_content",
  "wasm/src/": "bundlers embed evaluate share",
  "web/pages/": "anywhere budgets embed first headers layout",
  "web/plugins/originals": "repro",
  "web/plugins/pyodide": "python",
  "web/plugins/site": "learn reference",
  "web/plugins/": "anywhere budgets headers learn offline reference",
  "web/public/": "anywhere arrival headers offline",
  "web/src/assist/": "assist beside mistakes",
  "web/src/cases/": "expected",
  "web/src/change/": "change why",
  "web/src/drafts/": "arrival drafts first",
  "web/src/editor/": "arrival assist beside edit keyboard native typing long_document",
  "web/src/embed/": "anywhere embed embed_content",
  "web/src/files/": "edit given material opening outside repository serve written",
  "web/src/folder/": "serve",
  "web/src/guide/": "first keyboard reference",
  "web/src/inputs/": "given inputs material native",
  "web/src/offline/": "anywhere offline",
  "web/src/panel/": "panel",
  "web/src/repro/": "repro",
  "web/src/results/": "expected expression_box graph large provenance results restore stages trace tree written",
  "web/src/run/": "depth evaluate expected expression_box failures python redaction results",
  "web/src/share/": "redaction safety share share_forms",
  "web/src/shell/": "accessibility dialects failures first keyboard layout longer phone tries",
  "web/src/site/": "learn reference",
  "web/src/tree/": "tree",
};
/** Tests without an area: of the tests themselves, and of all cases. */
export const otherSpecs = ["cases", "reset"];

export const specsOf = (path) => {
  const area = Object.keys(areas)
    .filter((prefix) => path.startsWith(prefix))
    .sort((a, b) => b.length - a.length)[0];
  return area && areas[area].split(" ");
};
export const specsOfAreas = [...new Set(Object.values(areas).join(" ").split(" "))];
