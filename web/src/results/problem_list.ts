// The problems of a run in order: which of them are listed, which is visited, and the next one. Also applies quick
// fixes to texts.

import type { Diagnostic, Fix, Span } from "evalground";

export type Severity = Diagnostic["severity"];

/** The worst first. */
const severities: readonly Severity[] = ["error", "warning", "hint"];

/** Sorts by file in the order of the workspace, then by position. Problems without a position come first. */
export function sortProblems(problems: readonly Diagnostic[], files: readonly string[]): Diagnostic[] {
  const fileRank = (span: Span | undefined): number => {
    if (!span) return -1;
    const rank = files.indexOf(span.file);
    return rank < 0 ? files.length : rank;
  };
  return [...problems].sort(
    (one, other) =>
      fileRank(one.span) - fileRank(other.span) ||
      (one.span && other.span && one.span.file !== other.span.file ? (one.span.file < other.span.file ? -1 : 1) : 0) ||
      (one.span?.from ?? 0) - (other.span?.from ?? 0),
  );
}

/**
 * Applies a quick fix to the texts. Edits of one text are applied from its end, so that the other positions stay valid.
 */
export function applyFix(fix: Fix, texts: ReadonlyMap<string, unknown>): Record<string, string> {
  const changed = new Map<string, string>();
  for (const { span, text: words } of [...fix.edits].sort((one, other) => other.span.from - one.span.from)) {
    const before = changed.get(span.file) ?? texts.get(span.file);
    if (typeof before === "string") changed.set(span.file, before.slice(0, span.from) + words + before.slice(span.to));
  }
  return Object.fromEntries(changed);
}

/** The problems of one run, filtered as the user chose. */
export class ProblemList {
  /** The problems of the severities shown, in order. */
  listed: readonly Diagnostic[] = [];
  private all: readonly Diagnostic[] = [];
  private readonly hidden = new Set<Severity>();
  private current = -1;

  /**
   * Takes the problems of another run, or further problems of the same run; then the visited problem stays visited.
   * `files` are the paths of the workspace, in order.
   */
  take(problems: readonly Diagnostic[], files: readonly string[]): void {
    const visited = this.listed[this.current];
    this.all = sortProblems(problems, files);
    this.list();
    this.current = visited ? this.listed.indexOf(visited) : -1;
  }

  /** Index of the last visited problem, or -1. */
  get visited(): number {
    return this.current;
  }

  get problems(): readonly Diagnostic[] {
    return this.all;
  }

  countOf(severity: Severity): number {
    return this.all.filter((problem) => problem.severity === severity).length;
  }

  /** The severities that occur. */
  present(): Severity[] {
    return severities.filter((severity) => this.countOf(severity) > 0);
  }

  /** Number of problems that the filter hides. */
  get hiddenCount(): number {
    return this.all.length - this.listed.length;
  }

  isShown(severity: Severity): boolean {
    return !this.hidden.has(severity);
  }

  /** Shows or hides a severity. */
  toggle(severity: Severity): void {
    if (!this.hidden.delete(severity)) this.hidden.add(severity);
    this.list();
  }

  /** The problem to name where there is room for only one: the first of the worst severity. */
  get foremost(): Diagnostic | undefined {
    const [worst] = this.present();
    return this.all.find(({ severity }) => severity === worst);
  }

  /** Visits a problem of the list; undefined if the index is out of range. */
  goTo(index: number): Diagnostic | undefined {
    const problem = this.listed[index];
    if (problem) this.current = index;
    return problem;
  }

  /**
   * Index of the next problem, wrapping around. The first call gives the first problem, or the last one if `backwards`.
   */
  next(backwards: boolean): number {
    const count = this.listed.length;
    if (this.current < 0) return backwards ? count - 1 : 0;
    return (this.current + (backwards ? -1 : 1) + count) % count;
  }

  private list(): void {
    this.listed = this.all.filter(({ severity }) => !this.hidden.has(severity));
  }
}
