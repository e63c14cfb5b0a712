// The history of the open draft: points of its text, kept at runs, shares, resets and closes, and the expressions
// that were run.

import { writeJson } from "evalground";
import type { Store } from "../store.ts";
import { withheld } from "./records.ts";
import type { DraftStorage } from "./storage.ts";

const expressionsKept = 50;
/** Live runs add a point to the history this often at most, in milliseconds. */
const pointEvery = 60_000;

/** The expressions with one more at their end, without repetition and without the oldest beyond fifty. */
export function withExpression(known: string[], expression: unknown): string[] {
  if (typeof expression !== "string" || expression === "" || known.at(-1) === expression) return known;
  return [...known.filter((other) => other !== expression), expression].slice(-expressionsKept);
}

/** Keeps both from now on. */
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
  // At once, since the run that the user asks for may be replaced by the next one before it ends.
  store.handle("run", noteExpression);
  store.watch(["runs"], ({ runs, resultRevision, revision }, before) => {
    if (runs === before.runs) return;
    if (Date.now() - lastPoint > pointEvery) store.perform("keepHistory", "run");
    // Of a text that went on during the run the next one will tell.
    if (resultRevision === revision) noteExpression();
  });
}
