// Cases whose workspace has gone through a share link: anything that a link loses shows in the outcome.

import { decodeLink, encodeLink, LinkError, readJson, writeJson } from "../../wasm/dist/index.js";

/** The keys of a case that are not keys of its workspace, from the engine's list. */
export function keysOfCases(engine) {
  const keys = JSON.parse(engine.catalogue("workspace"));
  return new Set(keys.filter(({ group }) => group === "case").map(({ name }) => name));
}

/** The text of a workspace after a round trip through a link, or unchanged if a link would refuse it. */
export function throughLink(text) {
  try {
    const link = encodeLink(readJson(text), { includeSecrets: true });
    const decoded = decodeLink(link, { exact: true }).workspace;
    if (encodeLink(decoded, { includeSecrets: true }) !== link)
      throw new Error("the workspace comes back from its link changed");
    return writeJson(decoded);
  } catch (error) {
    if (error instanceof LinkError && ["invalid", "too-large"].includes(error.kind)) return text;
    throw error;
  }
}
