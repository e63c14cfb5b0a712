// The part of the engine that runs need, and how it can fail.

import type { CheckResult, EvaluateOptions, RunResult, Workspace } from "evalground";

/** The part of the engine that runs use. */
export interface Evaluator {
  evaluate(workspace: Workspace, options: EvaluateOptions & { signal: AbortSignal }): Promise<RunResult>;
  /** Says how a document is built without running it. */
  check?(workspace: Workspace): Promise<Pick<CheckResult, "outline">>;
}

/** Why an evaluation has no answer, as the package's EngineError names it. */
export type FailureKind = "load" | "crashed" | "late" | "closed";
