// The part of the engine that runs need, and the ways it can fail.

import type { CheckResult, EvaluateOptions, RunResult, Workspace } from "evalground";

export interface Evaluator {
  evaluate(workspace: Workspace, options: EvaluateOptions & { signal: AbortSignal }): Promise<RunResult>;
  /** Describes how a document is built, without running it. */
  check?(workspace: Workspace): Promise<Pick<CheckResult, "outline">>;
}

/** Why an evaluation has no answer, as the package's EngineError names it. */
export type FailureKind = "load" | "crashed" | "late" | "closed";
