// The value so far at each point of an expression: what the steps of a run that stand in the expression of the caret
// came to, in reading order.
//
//   {{ users | selectattr('admin') | map(attribute='name') | join(', ') }}
//      └ users | selectattr…  └ map…                        └ join…

import type { TraceStep } from "evalground";
import { expressionFile } from "../ui/places.ts";

export interface Segment {
  from: number;
  to: number;
  /** What this segment adds to those before it. */
  label: string;
  value: string;
  /** How often it was evaluated; the value is that of the last time. */
  runs: number;
  /** How many items the value has, where all of them can be seen. */
  count: number | null;
  /** How many items fewer than the segment before has. */
  lost: number;
}

const openers = "([{";
const closers = ")]}";

/** How many items a list or a map has, by its short text; null where it is cut, or no such thing. */
export function countOf(value: string): number | null {
  const first = value.charAt(0);
  const last = value.at(-1);
  if (!((first === "[" && last === "]") || (first === "{" && last === "}")) || value.includes("…")) return null;
  if (value.length === 2) return 0;
  let depth = 0;
  let count = 1;
  for (let at = 1; at < value.length - 1; at += 1) {
    const sign = value.charAt(at);
    if (sign === '"') {
      for (at += 1; at < value.length && value.charAt(at) !== '"'; at += 1) if (value.charAt(at) === "\\") at += 1;
    } else if (openers.includes(sign)) depth += 1;
    else if (closers.includes(sign)) depth -= 1;
    else if (sign === "," && depth === 0) count += 1;
  }
  return count;
}

/**
 * The steps without those that repeat the one that they are in: an attribute, its expression and the query in it may
 * be one text, which was evaluated once.
 */
export function withoutRepeats(steps: readonly TraceStep[]): TraceStep[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const repeats = (step: TraceStep): boolean => {
    const { span } = step;
    const outer = step.parent === undefined ? undefined : byId.get(step.parent);
    return (
      span !== undefined &&
      outer?.span?.file === span.file &&
      outer.span.from === span.from &&
      outer.span.to === span.to &&
      outer.value === step.value
    );
  };
  return steps.filter((step) => !repeats(step));
}

/** The innermost brackets around a place of a text, without what is quoted; all of it where there are none. */
function groupsAround(
  text: string,
  range: { from: number; to: number },
  place: number,
): { from: number; to: number }[] {
  const open: number[] = [];
  const groups: { from: number; to: number }[] = [];
  for (let at = range.from; at < range.to; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"' || sign === "'") {
      const end = text.indexOf(sign, at + 1);
      if (end > 0 && end < range.to) at = end;
    } else if (openers.includes(sign)) open.push(at);
    else if (closers.includes(sign)) {
      const from = open.pop();
      if (from !== undefined && from < place && place <= at) groups.push({ from: from + 1, to: at });
    }
  }
  return [...groups, range];
}

/** Whether a range stands in a group itself, and not in brackets within it. */
function isDirectlyIn(
  text: string,
  { from, to }: { from: number; to: number },
  group: { from: number; to: number },
): boolean {
  if (from < group.from || to > group.to) return false;
  let depth = 0;
  for (let at = group.from; at < from; at += 1) {
    const sign = text.charAt(at);
    if (openers.includes(sign)) depth += 1;
    else if (closers.includes(sign)) depth -= 1;
  }
  return depth === 0;
}

/** The segments of the expression at a place of a file's text; none where no step is known. */
export function segmentsOf(steps: readonly TraceStep[], file: string, text: string, place: number): Segment[] {
  const here = withoutRepeats(steps).filter(
    ({ span }) => span?.file === file && span.to > span.from && span.to <= text.length,
  );
  let range = file === expressionFile ? { from: 0, to: text.length } : null;
  if (!range) {
    for (const { span } of here)
      if (span && span.from <= place && place <= span.to && (!range || span.to - span.from > range.to - range.from))
        range = { from: span.from, to: span.to };
  }
  if (!range) return [];
  const byRange = new Map<string, { from: number; to: number; value: string; runs: number }>();
  for (const { span, value } of here) {
    if (!span || value === undefined || span.from < range.from || span.to > range.to) continue;
    const key = `${span.from} ${span.to}`;
    const runs = (byRange.get(key)?.runs ?? 0) + 1;
    byRange.set(key, { from: span.from, to: span.to, value, runs });
  }
  for (const group of groupsAround(text, range, place)) {
    const found = [...byRange.values()]
      .filter((each) => isDirectlyIn(text, each, group))
      .sort((one, other) => one.to - other.to || other.from - one.from);
    if (found.length === 0) continue;
    let end = group.from;
    let before: number | null = null;
    return found.map(({ from, to, value, runs }) => {
      const label = text
        .slice(Math.max(from, Math.min(end, to)), to)
        .replace(/^[\s|.]+/, "")
        .trim();
      const count = countOf(value);
      const lost: number = count !== null && before !== null ? Math.max(0, before - count) : 0;
      end = to;
      before = count;
      return { from, to, label: label === "" ? text.slice(from, to) : label, value, runs, count, lost };
    });
  }
  return [];
}

/**
 * What a stretch of a file came to in a run, where a step stands exactly there, but for the blanks around it; null
 * where none does.
 */
export function selectedStep(
  steps: readonly TraceStep[],
  file: string,
  text: string,
  { from, to }: { from: number; to: number },
): Segment | null {
  const written = text.slice(from, to);
  const begin = from + written.length - written.trimStart().length;
  const end = begin + written.trim().length;
  const found = withoutRepeats(steps).filter(
    ({ span, value }) => value !== undefined && span?.file === file && span.from === begin && span.to === end,
  );
  const value = found.at(-1)?.value;
  if (value === undefined) return null;
  const label = text.slice(begin, end);
  return { from: begin, to: end, label, value, runs: found.length, count: countOf(value), lost: 0 };
}
