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
  let lastPoint = Date.now();
  store.handle("keepHistory", (reason) => {
    lastPoint = Date.now();
    const { draft, workspace } = store.state;
    void storage.addPoint({ draft, at: lastPoint, reason, workspace: writeJson(withheld(workspace)) });
  });
  const noteExpression = (): void => {
    const { expressions, workspace } = store.state;
    store.writer("draft")({ expressions: withExpression(expressions, workspace.expression) });
  };
  // Record it at once: a later run may replace this one before it ends.
  store.handle("run", noteExpression);
  store.watch(["runs"], ({ runs, resultRevision, revision }, before) => {
    if (runs === before.runs) return;
    if (Date.now() - lastPoint > pointEvery) store.perform("keepHistory", "run");
    // If the text changed during the run, the next run will record it.
    if (resultRevision === revision) noteExpression();
  });
}
