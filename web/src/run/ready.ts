// The engine that answers what the parts of the page ask, whichever way it came: loaded by this page, or shared.

import { EngineError, type Engine } from "evalground";
import type { FailureKind } from "./evaluator.ts";

let engine: Engine | null = null;
const waitingFor: ((ready: Engine) => void)[] = [];

/** Says that the engine is there, or that there is none until it is said again. */
export function provideEngine(ready: Engine | null): void {
  engine = ready;
  if (ready) for (const tell of waitingFor.splice(0)) tell(ready);
}

/** The engine, as soon as it is there. What asks it for a dialect's answers asks after the draft has that dialect. */
export function engineReady(): Promise<Engine> {
  return engine ? Promise.resolve(engine) : new Promise((resolve) => waitingFor.push(resolve));
}

/** What the engine answers: asked before this returns where the engine is there. */
export function askEngine<Answer>(ask: (engine: Engine) => Promise<Answer>): Promise<Answer> {
  return engine ? ask(engine) : engineReady().then(ask);
}

/** Tells an engine that failed from one that was ended on purpose (null). */
export function failureKind(reason: unknown): FailureKind | null {
  if (reason instanceof EngineError) return reason.kind;
  return reason instanceof DOMException && reason.name === "AbortError" ? null : "crashed";
}
