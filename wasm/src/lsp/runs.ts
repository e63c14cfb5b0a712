// Runs documents for an editor. Messages that need the same outcome share one run.

import type { Engine } from "../engine_types.js";
import { readJson, toFaithful } from "../reader.js";
import type { RunOptions, RunResult, Workspace } from "../types.js";

/** A run that the engine requests, as JSON texts. */
export interface WantedRun {
  uri: string;
  workspace: string;
  options: string;
  /** Whether a known outcome must not be reused. */
  isFresh: boolean;
  /** The token with which the editor receives progress; absent: it does not. */
  token?: string | number;
}

interface Run {
  outcome: Promise<string>;
  controller: AbortController;
  waiting: number;
}

/** The part of an outcome that the engine needs, as JSON. */
function outcomeText({ json, outputsJson, ...result }: RunResult): string {
  const { ok, text, reports, diagnostics, trace, coverage, asks } = result;
  const plain = JSON.stringify({ ok, text, reports, diagnostics, trace, coverage, asks }).slice(0, -1);
  const value = json === undefined ? "" : `,"value":${json}`;
  return `${plain}${value}${outputsJson === undefined ? "" : `,"outputs":${outputsJson}`}}`;
}

export class Runs {
  /** Outcomes of the current texts. */
  known = new Map<string, string>();
  private current = new Map<string, Run>();

  constructor(private readonly engine: Engine) {}

  /** Texts have changed. Callers that wait for a run of the old texts still get its outcome. */
  forget(): void {
    this.known = new Map();
    this.current = new Map();
  }

  /** The outcome of a run. Rejects when `signal` aborts. The run ends when no caller waits for it any more. */
  async outcome(wanted: WantedRun, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const run = (wanted.isFresh ? undefined : this.current.get(wanted.uri)) ?? this.start(wanted);
    run.waiting += 1;
    let leave!: () => void;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason as Error);
      signal.addEventListener("abort", leave);
    });
    try {
      return await Promise.race([run.outcome, left]);
    } finally {
      signal.removeEventListener("abort", leave);
      run.waiting -= 1;
      if (run.waiting === 0) run.controller.abort();
    }
  }

  private start({ uri, workspace, options }: WantedRun): Run {
    const controller = new AbortController();
    const result = this.engine.evaluate(toFaithful(readJson(workspace)) as Workspace, {
      ...(JSON.parse(options) as RunOptions),
      signal: controller.signal,
    });
    const { current, known } = this;
    const run = { outcome: result.then(outcomeText), controller, waiting: 0 };
    current.set(uri, run);
    run.outcome
      .then(
        (outcome) => known.set(uri, outcome),
        () => {},
      )
      .finally(() => current.get(uri) === run && current.delete(uri));
    return run;
  }
}
