// A line-by-line diff of two texts. Signs and words mark added and removed lines; colour is only an addition.

import { diffLines } from "diff";
import { button, element, fill } from "../ui/dom.ts";
import { formatNumber, text } from "../ui/text.ts";
import "./diff.css";

/** Unchanged lines shown around each change. */
const context = 3;
/** Longest search for a minimal diff, in milliseconds. After that all lines count as changed. */
const longestSearch = 1000;
/** Longest diff that is shown. Further lines are only counted. */
const mostShown = 5000;

interface DiffLine {
  kind: "same" | "added" | "removed";
  text: string;
  /** Line number in each text, from 1. */
  before?: number;
  after?: number;
}

/** A part of the diff: lines to show, or unchanged lines that are folded. */
type DiffPart = { lines: DiffLine[]; isFolded: boolean };

/** The lines of both texts, merged in order. */
export function compareLines(before: string, after: string): DiffLine[] {
  const found = diffLines(before, after, { timeout: longestSearch }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const lines: DiffLine[] = [];
  let [old, fresh] = [0, 0];
  for (const { value, added, removed } of found) {
    for (const line of value.replace(/\r?\n$/, "").split(/\r?\n/)) {
      if (value === "") continue;
      if (!added) old += 1;
      if (!removed) fresh += 1;
      lines.push({
        kind: added ? "added" : removed ? "removed" : "same",
        text: line,
        ...(!added && { before: old }),
        ...(!removed && { after: fresh }),
      });
    }
  }
  return lines;
}

/** Whether each line has a change within `around` lines. */
function nearChanges(lines: readonly DiffLine[], around: number): boolean[] {
  const isNear = new Array<boolean>(lines.length).fill(false);
  for (const [place, { kind }] of lines.entries()) {
    if (kind !== "same") isNear.fill(true, Math.max(0, place - around), place + around + 1);
  }
  return isNear;
}

/** Splits the lines into parts, and folds those far from any change. */
export function foldLines(lines: readonly DiffLine[]): DiffPart[] {
  const isNear = nearChanges(lines, context);
  const parts: DiffPart[] = [];
  for (const [place, line] of lines.entries()) {
    const isFolded = !isNear[place];
    const last = parts.at(-1);
    if (last?.isFolded === isFolded) last.lines.push(line);
    else parts.push({ lines: [line], isFolded });
  }
  // A fold of one or two lines takes as much room as the lines.
  return parts.map((part) => (part.lines.length <= 2 ? { ...part, isFolded: false } : part));
}

const signs = { same: "", added: "+", removed: "−" };

function row({ kind, text: line, before, after }: DiffLine): HTMLElement {
  const content = kind === "added" ? element("ins", {}, line) : kind === "removed" ? element("del", {}, line) : line;
  const number = (place: number | undefined): HTMLElement =>
    element("td", { class: "diff-number", "aria-hidden": "true" }, place === undefined ? "" : String(place));
  return element(
    "tr",
    { "data-diff": kind },
    number(before),
    number(after),
    element(
      "td",
      { class: "diff-sign" },
      element("span", { "aria-hidden": "true" }, signs[kind]),
      kind !== "same" && element("span", { class: "spoken" }, text(`diff.kind.${kind}`)),
    ),
    element("td", { class: "diff-line", dir: "auto" }, content),
  );
}

/** The changed lines of a text, with one line before and behind, as a table. */
export function changedLines(before: string, after: string, label: string): HTMLElement {
  const lines = compareLines(before, after);
  const isNear = nearChanges(lines, 1);
  const rows = lines.filter((_, place) => isNear[place]).slice(0, mostShown);
  return element(
    "table",
    { class: "diff" },
    element("caption", { class: "spoken" }, label),
    element("tbody", {}, ...rows.map(row)),
  );
}

interface DiffOptions {
  /** Path of the file that holds the first text. */
  path: string;
  /** Replaces the first text with the second. Absent: no button to replace it. */
  replace?: () => void;
  /** Message if nothing differs. Absent: that the restored text equals the file. */
  same?: string;
}

/** Shows the diff of two texts of a file. */
export function showDiff(root: HTMLElement, before: string, after: string, { path, replace, same }: DiffOptions): void {
  const lines = compareLines(before, after);
  const added = lines.filter(({ kind }) => kind === "added").length;
  const removed = lines.filter(({ kind }) => kind === "removed").length;
  const isSame = added + removed === 0;
  const summary = element(
    "p",
    { class: "diff-summary" },
    isSame
      ? (same ?? text("diff.same", { path }))
      : text("diff.summary", {
          path,
          added: text("diff.addedLines", { count: added }),
          removed: text("diff.removedLines", { count: removed }),
        }),
  );
  const head = element(
    "div",
    { class: "diff-head" },
    summary,
    !isSame &&
      replace &&
      button({ label: text("diff.replace", { path }), words: true, class: "small", press: replace }),
  );
  const body = element("tbody");
  let shown = 0;
  for (const part of foldLines(lines)) {
    if (shown >= mostShown) break;
    if (part.isFolded) {
      const fold = element("tr", { class: "diff-fold" });
      const open = button({
        label: text("diff.folded", { count: part.lines.length }),
        words: true,
        class: "quiet small",
        press: () => {
          const opened = part.lines.slice(0, mostShown).map(row);
          fold.replaceWith(...opened);
          opened[0]?.setAttribute("tabindex", "-1");
          opened[0]?.focus();
        },
      });
      fold.append(element("td", { colspan: 4 }, open));
      body.append(fold);
      shown += 1;
    } else {
      const all = part.lines.slice(0, mostShown - shown);
      body.append(...all.map(row));
      shown += all.length;
    }
  }
  const rest =
    shown >= mostShown &&
    element("p", { class: "muted diff-summary" }, text("diff.cut", { count: formatNumber(mostShown) }));
  fill(
    root,
    head,
    element(
      "table",
      { class: "diff", "data-result-text": true },
      element("caption", { class: "spoken" }, text("diff.label", { path })),
      body,
    ),
    rest,
  );
}
