// What of a workspace should not leave with a share. The engine finds it in all texts and values, and makes the
// workspace with placeholders for what is replaced. What a document declares secret is replaced from the beginning.
//
// The result of the workspace with placeholders is proved: it must be that of the original, but for the placeholders.

import type { Engine, RunResult, SecretFinding, SecretsAnswer, Span, Workspace } from "evalground";
import { engineReady } from "./ready.ts";
import { entriesOf, filesOf } from "../ui/entries.ts";
import { own } from "../ui/own.ts";

/** How long a share waits for an engine that is still loading, in milliseconds. */
const patienceMs = 2000;
/** Time limit of each of the two runs that prove the result. */
const proofMs = 3000;

/** Shorter literals are not looked for elsewhere, in characters. */
const leastElsewhere = 4;

/** A finding, and what the user wants of it. */
export interface Finding extends SecretFinding {
  readonly index: number;
  readonly isReplaced: boolean;
}

type Mark = Pick<Span, "file" | "from" | "to">;

/** The literals that a result's sensitive values come from. */
export function marksOf(result: RunResult | null): Mark[] {
  const { sensitive = [], origins = {} } = result ?? {};
  const all = sensitive.flatMap((path) => own(origins, path) ?? []);
  return all.flatMap(({ via, span }) =>
    via === "literal" && span ? [{ file: span.file, from: span.from, to: span.to }] : [],
  );
}

/** The part of a literal within its quotes. */
function inner(literal: string): string {
  const first = literal.at(0);
  return literal.length > 1 && (first === '"' || first === "'") && literal.at(-1) === first
    ? literal.slice(1, -1)
    : literal;
}

/** The value at the end of a path; undefined if there is none. */
function valueAt(workspace: Workspace, path: readonly (string | number)[]): unknown {
  let value: unknown = workspace;
  for (const [at, key] of path.entries()) {
    if (at === 1 && path[0] === "files") value = filesOf(workspace).get(String(key));
    else if (Array.isArray(value)) value = value[Number(key)];
    else value = entriesOf(value).find(([name]) => name === key)?.[1];
  }
  return value;
}

/** Where literals stand in the files of a workspace. Short ones are words that may stand anywhere. */
function placesOf(literals: readonly string[], workspace: Workspace): Mark[] {
  const marks: Mark[] = [];
  for (const literal of new Set(literals)) {
    if (literal.length < leastElsewhere) continue;
    for (const [file, content] of filesOf(workspace)) {
      if (typeof content !== "string") continue;
      for (let from = content.indexOf(literal); from >= 0; from = content.indexOf(literal, from + literal.length))
        marks.push({ file, from, to: from + literal.length });
    }
  }
  return marks;
}

export class Search {
  /** Inputs that are withheld. */
  readonly inputs: readonly string[];
  /** How many texts were searched; null if no engine could search. */
  readonly files: number | null;
  /** The workspace with placeholders. */
  placed: Workspace;
  /** The result with placeholders; null if nothing is replaced, or it cannot be had. */
  result: RunResult | null = null;
  /** Whether that is the original's result but for the placeholders; null if nothing is replaced. */
  isProved: boolean | null = null;
  private readonly replaced: Set<number>;
  /** The last replacement. They run one after another, because each begins without placeholders. */
  private work: Promise<void> = Promise.resolve();
  private placings = 0;

  /** `answer`: of the engine; null if none could be asked. */
  constructor(
    private readonly workspace: Workspace,
    private readonly answer: SecretsAnswer | null,
    private readonly marks: readonly Mark[] = [],
  ) {
    const { inputs, findings = [], files = null } = answer ?? {};
    this.files = files;
    // Without an engine, no declaration says that an input may leave.
    this.inputs = inputs ? [...inputs.secret, ...inputs.unread] : entriesOf(workspace.inputs).map(([name]) => name);
    this.replaced = new Set(findings.flatMap(({ reason }, at) => (reason === "declared" ? [at] : [])));
    this.placed = workspace;
  }

  /**
   * Searches a workspace, with an engine if there is one soon. `result`: of the last run, if it is up to date.
   * `declared`: literals that an earlier version of the workspace declared secret.
   */
  static async of(
    workspace: Workspace,
    { result = null, declared = [] }: { result?: RunResult | null; declared?: readonly string[] } = {},
  ): Promise<Search> {
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));
    const engine = await Promise.race([engineReady(), late]);
    const marks = [...marksOf(result), ...placesOf(declared, workspace)];
    const answer = await engine?.secrets(workspace, { marks }).catch(() => null);
    const search = new Search(workspace, answer ?? null, marks);
    if (engine) await search.place(engine);
    return search;
  }

  /** Whether a change of the findings has not taken effect yet. Nothing of the workspace may leave until then. */
  get isPending(): boolean {
    return this.placings > 0;
  }

  /** Whether placeholders stand in the workspace. */
  get hasPlaceholders(): boolean {
    return this.replaced.size > 0;
  }

  get findings(): Finding[] {
    return (this.answer?.findings ?? []).map((finding, index) => ({
      ...finding,
      index,
      isReplaced: this.replaced.has(index),
    }));
  }

  /** The literals that the documents declare secret. */
  get declared(): string[] {
    return this.findings.flatMap(({ reason, path, from, to }) => {
      const whole = valueAt(this.workspace, path);
      return reason === "declared" && typeof whole === "string" ? [inner(whole.slice(from, to))] : [];
    });
  }

  /** The line that a finding stands in, or its value. */
  lineOf({ path, line }: SecretFinding): string {
    const value = valueAt(this.workspace, path);
    return typeof value === "string" ? (value.split("\n")[(line ?? 1) - 1] ?? "").trim() : String(value);
  }

  /** Replaces these findings with placeholders, or keeps them. */
  async set(indices: readonly number[], isReplaced: boolean): Promise<void> {
    for (const index of indices) {
      if (isReplaced) this.replaced.add(index);
      else this.replaced.delete(index);
    }
    this.placings += 1;
    this.work = this.work.then(async () => this.place(await engineReady()));
    await this.work;
    // If a replacement failed, nothing may leave, so it stays pending.
    this.placings -= 1;
  }

  private async place(engine: Engine): Promise<void> {
    this.placed = this.workspace;
    this.result = this.isProved = null;
    if (this.replaced.size === 0) return;
    const { workspace, marks } = this;
    const replace = [...this.replaced].sort((one, other) => one - other);
    // The same text may stand elsewhere, in a file that declares nothing.
    const { workspace: placed, findings } = await engine.secrets(workspace, { marks, replace, everywhere: true });
    if (!placed) throw new Error("The engine gave no workspace.");
    this.placed = placed;
    this.isProved = false;
    const options = { timeMs: proofMs, maskVaults: true };
    try {
      const after = await engine.evaluate(placed, options);
      this.result = after;
      const { clock, seed } = after.stats;
      this.isProved = this.isSame(await engine.evaluate({ ...workspace, clock, seed }, options), after, findings);
    } catch {
      // A run that the engine does not survive proves nothing. Sharing goes on.
    }
  }

  private isSame(before: RunResult, after: RunResult, findings: readonly SecretFinding[]): boolean {
    let told = shownBy(before);
    for (const finding of findings) {
      const { path, from, to, placeholder } = finding;
      const whole = valueAt(this.workspace, path);
      if (placeholder === undefined || typeof whole !== "string") continue;
      told = told.replaceAll(inner(whole.slice(from, to)), inner(placeholder));
    }
    return told === shownBy(after);
  }
}

/** What a result shows, as one text. */
function shownBy({ ok, text, json, outputsJson, diagnostics }: RunResult): string {
  return JSON.stringify([ok, text, json, outputsJson, diagnostics.map(({ code, message }) => [code, message])]);
}
