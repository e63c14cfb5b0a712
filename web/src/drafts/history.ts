// The history of the open draft: snapshots of its text, taken at runs, shares, resets and closes, and the expressions
// that were run.

import { writeJson } from "evalground";
import type { Store } from "../store.ts";
import { withheld } from "./records.ts";
import type { DraftStorage } from "./storage.ts";

const expressionsKept = 50;
/** Minimum interval between snapshots of live runs, in milliseconds. */
const pointEvery = 60_000;

/** Appends an expression, without duplicates and with at most fifty entries. */
export function withExpression(known: string[], expression: unknown): string[] {
  if (typeof expression !== "string" || expression === "" || known.at(-1) === expression) return known;
  return [...known.filter((other) => other !== expression), expression].slice(-expressionsKept);
}

/** Records both from now on. */
export function keepHistory(store: Store, storage: Pick<DraftStorage, "addPoint">): void {
  /** When the last snapshot of the draft was taken (0: not since it was opened), and of which text. */
  let lastPoint = 0;
  let lastRevision = store.state.revision;
  store.watch(["draft"], ({ revision }) => {
    lastPoint = 0;
    lastRevision = revision;
  });
  store.handle("keepHistory", (reason) => {
    lastPoint = Date.now();
    const { draft, revision, workspace } = store.state;
    lastRevision = revision;
    void storage.addPoint({ draft, at: lastPoint, reason, workspace: writeJson(withheld(workspace)) });
  });
  const noteExpression = (): void => {
    const { expressions, workspace } = store.state;
    store.writer("draft")({ expressions: withExpression(expressions, workspace.expression) });
  };
  // Record it at once: a later run may replace this one before it ends.
  store.handle("run", () => {
    noteExpression();
    store.perform("keepHistory", "run");
  });
  store.watch(["runs"], ({ runs, resultRevision, revision }, before) => {
    if (runs === before.runs) return;
    if (revision !== lastRevision && Date.now() - lastPoint > pointEvery) store.perform("keepHistory", "run");
    // If the text changed during the run, the next run will record it.
    if (resultRevision === revision) noteExpression();
  });
}
