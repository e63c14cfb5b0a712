// The intermediate values of an expression: for the expression at the caret, the value of each step of the last run in
// reading order.
//
//   {{ users | selectattr('admin') | map(attribute='name') | join(', ') }}
//      └ users | selectattr…  └ map…                        └ join…

import type { TraceStep } from "evalground";
import { expressionFile } from "../ui/places.ts";

export interface Segment {
  from: number;
  to: number;
  /** The part of the expression that this segment adds to the previous ones. */
  label: string;
  value: string;
  /** How often it was evaluated. The value is from the last time. */
  runs: number;
  /** Number of items of the value, if all of them are visible. */
  count: number | null;
  /** How many items fewer it has than the previous segment. */
  lost: number;
}

const openers = "([{";
const closers = ")]}";

/** Number of items in the short text of a list or map; null if it is cut, or for other values. */
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
 * Drops steps that repeat the step they are in. An attribute, its expression and the query in it can be the same text,
 * evaluated once.
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

/** The innermost brackets around a position, ignoring quoted text; the whole text if there are none. */
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

/** Whether a range lies directly in a group, and not in nested brackets. */
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

/** The segments of the expression at a position of a file; empty if no step is known. */
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

/** The value of a range of a file in a run, if a step has exactly that range apart from whitespace; else null. */
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
