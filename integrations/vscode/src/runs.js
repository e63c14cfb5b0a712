// The last run of each document, which the language server has made for its problems.
import { readJson, toFaithful } from "../../../wasm/src/reader.ts";

/** A workspace with only those files that its run has read. */
function trimmed({ files = {}, ...rest }, read) {
  const kept = Object.entries(files).filter(([name]) => name === rest.main || read.has(name));
  return { ...rest, files: Object.fromEntries(kept) };
}

export class Runs {
  last = new Map();
  /** What the language server calls when a run has ended. */
  take = ({ uri, workspace, outcome }) => void this.last.set(uri, { workspace, outcome });

  /** `connection` gives the server, which is made later. */
  constructor(connection) {
    this.connection = connection;
  }

  /** The workspace of a document as it is now, with the files that its run reads; undefined if no dialect claims it. */
  async workspaceOf(uri) {
    // The server answers from the last run of the current texts, or runs them first.
    const answer = await this.connection().answer("textDocument/diagnostic", { textDocument: { uri } });
    const run = this.last.get(uri);
    if (!run || answer.error) return undefined;
    const { coverage = {} } = JSON.parse(run.outcome);
    return trimmed(toFaithful(readJson(run.workspace)), new Set(Object.keys(coverage)));
  }
}
