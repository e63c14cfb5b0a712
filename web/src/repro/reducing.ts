// Reduces a draft once. It can be stopped, and then gives the smallest workspace so far.

import type { Engine, ShrinkOptions, ShrinkProgress, ShrinkResult, Workspace } from "evalground";
import { text } from "../ui/text.ts";
import { withSecretsOf } from "./smaller.ts";

/** What to do with a draft. */
export interface Wish {
  options: Pick<ShrinkOptions, "keep" | "keepError">;
  reduce: boolean;
  disguise: boolean;
  lengths: boolean;
}

/** Why the reduction ended. */
type How = "minimal" | "time" | "stop" | "disguised";

/** The result: a smaller workspace, or a sentence that says why there is none. */
export type Reduction =
  | {
      workspace: Workspace;
      /** The same with the original names. */
      reduced: Workspace;
      before: number;
      after: number;
      trials: number;
      how: How;
      /** The replaced names, and those that could not be replaced; absent if no names were changed. */
      names?: { changed: [string, string][]; stayed: string[] };
    }
  | { problem: string };

/** An upper bound in milliseconds. Replacing names usually takes much less. */
const disguiseMs = 3000;

/** The part of the engine that is needed. */
export type Shrinker = Pick<Engine, "shrink">;

function isAbort(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === "AbortError";
}

const messageOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

function howOf({ bound }: ShrinkResult): How {
  return bound === undefined ? "minimal" : bound === "stop" ? "stop" : "time";
}

/** Reduces a draft. `stop` ends the reduction; while names are being replaced it cancels everything. */
export async function reduceDraft(
  engine: Shrinker,
  workspace: Workspace,
  wish: Wish,
  stop: AbortSignal,
  onProgress: (progress: ShrinkProgress) => void,
  disguising: () => AbortSignal,
): Promise<Reduction> {
  const { options, reduce, disguise, lengths } = wish;
  let last: ShrinkProgress | undefined;
  let found: ShrinkResult | undefined;
  let how: How = "disguised";
  if (reduce) {
    try {
      found = await engine.shrink(workspace, {
        ...options,
        signal: stop,
        onProgress: (progress) => {
          last = progress;
          onProgress(progress);
        },
      });
      how = howOf(found);
    } catch (reason) {
      const isStopped = isAbort(reason);
      const isLate = !isStopped && (reason as { kind?: string }).kind === "late";
      if (!isStopped && !isLate) return { problem: text("minimal.failed", { reason: messageOf(reason) }) };
      if (!last) return { problem: text(isStopped ? "minimal.stoppedEmpty" : "minimal.late") };
      how = isStopped ? "stop" : "time";
      const { before, now: after, trials } = last;
      found = { ok: true, diagnostics: [], workspace: last.workspace, before, after, trials };
    }
    if (!found.ok || !found.workspace) return { problem: found.diagnostics[0]?.message ?? "" };
  }
  const { before = 0, trials = 0 } = found ?? {};
  const smaller = found?.workspace ?? workspace;
  if (!disguise) return { workspace: smaller, reduced: smaller, before, after: found?.after ?? before, trials, how };
  try {
    const named = await engine.shrink(withSecretsOf(workspace, smaller), {
      ...options,
      reduce: false,
      lengths,
      timeMs: disguiseMs,
      signal: disguising(),
    });
    if (!named.ok || !named.workspace) return { problem: named.diagnostics[0]?.message ?? "" };
    return {
      workspace: named.workspace,
      reduced: smaller,
      before: found ? before : (named.before ?? 0),
      after: named.after ?? 0,
      trials: trials + (named.trials ?? 0),
      how,
      names: { changed: named.names ?? [], stayed: named.stayed ?? [] },
    };
  } catch (reason) {
    if (isAbort(reason)) return { problem: text("minimal.stoppedDisguise") };
    return { problem: text("minimal.failed", { reason: messageOf(reason) }) };
  }
}
