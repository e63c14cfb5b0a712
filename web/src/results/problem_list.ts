// The problems of a run in their order, which of them are listed, and the way from one to the next; and what a repair
// makes of the texts.

import type { Diagnostic, Fix, Span } from "evalground";

export type Severity = Diagnostic["severity"];

/** From the worst on. */
const severities: readonly Severity[] = ["error", "warning", "hint"];

/** By file in the order of the workspace, then by place; what has no place comes first. */
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

/** The texts after the edits of a fix; edits of one text are made from its end, so that their places hold. */
export function applyFix(fix: Fix, texts: ReadonlyMap<string, unknown>): Record<string, string> {
  const changed = new Map<string, string>();
  for (const { span, text: words } of [...fix.edits].sort((one, other) => other.span.from - one.span.from)) {
    const before = changed.get(span.file) ?? texts.get(span.file);
    if (typeof before === "string") changed.set(span.file, before.slice(0, span.from) + words + before.slice(span.to));
  }
  return Object.fromEntries(changed);
}

/** The problems of one run, as far as the user wants to see them. */
export class ProblemList {
  /** Those of the severities that are shown, in order. */
  listed: readonly Diagnostic[] = [];
  private all: readonly Diagnostic[] = [];
  private readonly hidden = new Set<Severity>();
  private current = -1;

  /**
   * Takes up the problems of another run, or more of the same one, which leave the one that was gone to; `files` are
   * those of the workspace, in their order.
   */
  take(problems: readonly Diagnostic[], files: readonly string[]): void {
    const visited = this.listed[this.current];
    this.all = sortProblems(problems, files);
    this.list();
    this.current = visited ? this.listed.indexOf(visited) : -1;
  }

  /** Index of the one that was gone to last, or -1. */
  get visited(): number {
    return this.current;
  }

  get count(): number {
    return this.all.length;
  }

  countOf(severity: Severity): number {
    return this.all.filter((problem) => problem.severity === severity).length;
  }

  /** The severities of which there is any. */
  present(): Severity[] {
    return severities.filter((severity) => this.countOf(severity) > 0);
  }

  isShown(severity: Severity): boolean {
    return !this.hidden.has(severity);
  }

  /** Shows a severity, or hides it. */
  toggle(severity: Severity): void {
    if (!this.hidden.delete(severity)) this.hidden.add(severity);
    this.list();
  }

  /** The one to name where there is room for one: the first error, or else the first. */
  get foremost(): Diagnostic | undefined {
    return this.all.find(({ severity }) => severity === "error") ?? this.all[0];
  }

  /** Goes to a problem of the list; undefined when there is none of this index. */
  goTo(index: number): Diagnostic | undefined {
    const problem = this.listed[index];
    if (problem) this.current = index;
    return problem;
  }

  /** Index of the next problem in a ring, at first of the first one, or of the last one backwards. */
  next(backwards: boolean): number {
    const count = this.listed.length;
    if (this.current < 0) return backwards ? count - 1 : 0;
    return (this.current + (backwards ? -1 : 1) + count) % count;
  }

  private list(): void {
    this.listed = this.all.filter(({ severity }) => !this.hidden.has(severity));
  }
}
