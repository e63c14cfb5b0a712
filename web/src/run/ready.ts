// The engine that answers requests of the page's parts, whether this page loaded it or another frame shares it.

import { EngineError, type Engine } from "evalground";
import type { FailureKind } from "./evaluator.ts";

let engine: Engine | null = null;
const waitingFor: ((ready: Engine) => void)[] = [];

/** Sets the engine. With null, requests wait until the next call provides one. */
export function provideEngine(ready: Engine | null): void {
  engine = ready;
  if (ready) for (const resolve of waitingFor.splice(0)) resolve(ready);
}

/**
 * Resolves once the engine is loaded. Callers that need a certain dialect must call it after the draft has that
 * dialect.
 */
export function engineReady(): Promise<Engine> {
  return engine ? Promise.resolve(engine) : new Promise((resolve) => waitingFor.push(resolve));
}

/**
 * Sends a request to the engine. If the engine is loaded, the request is sent before this returns. If the draft's
 * dialect changes meanwhile, the engine of the new dialect is asked again.
 */
export async function askEngine<Answer>(ask: (engine: Engine) => Promise<Answer>): Promise<Answer> {
  const asked = engine ?? (await engineReady());
  try {
    return await ask(asked);
  } catch (reason) {
    if (failureKind(reason) !== "closed" || engine === asked) throw reason;
    return askEngine(ask);
  }
}

/** The kind of an engine failure; null if the request was aborted on purpose. */
export function failureKind(reason: unknown): FailureKind | null {
  if (reason instanceof EngineError) return reason.kind;
  return reason instanceof DOMException && reason.name === "AbortError" ? null : "crashed";
}
