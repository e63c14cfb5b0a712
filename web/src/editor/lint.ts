// The problems of the engine's last answer, underlined and in the gutter, with their quick fixes. They move with the
// text until the next run.

import {
  diagnosticCount,
  forEachDiagnostic,
  lintGutter,
  setDiagnostics,
  type Diagnostic as Shown,
} from "@codemirror/lint";
import { type EditorState, type Extension, Prec, type Text, type TransactionSpec } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import type { Diagnostic, Fix } from "evalground";
import { codeWords, quotedCode } from "../ui/code_words.ts";
import { element } from "../ui/dom.ts";
import { placeText } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import type { Drift } from "./drift.ts";

const severityWords = { error: text("severity.error"), warning: text("severity.warning"), hint: text("severity.hint") };

/** The gutter that shows the severity of problems. */
export function problemGutter(): Extension {
  return lintGutter({ hoverTime: 200 });
}

/**
 * The range to underline for a problem: its first line if it has several. A range of at most one character is extended
 * to the rest of the word, or to the word before.
 */
export function underlined(doc: Text, from: number, to: number): { from: number; to: number } {
  const line = doc.lineAt(from);
  const end = Math.min(to, line.to);
  if (end - from > 1) return { from, to: end };
  const after = /^\S*/.exec(line.text.slice(from - line.from))?.[0].length ?? 0;
  if (after > 0) return { from, to: from + after };
  let last = line;
  while (last.number > 1 && doc.sliceString(last.from, Math.min(last.to, from)).trim() === "")
    last = doc.line(last.number - 1);
  const words = doc.sliceString(last.from, Math.min(last.to, from)).trimEnd();
  return { from: last.from + words.search(/\S*$/), to: last.from + words.length };
}

/** The change that shows the problems of a file; null if it had and has none. `repair` applies a quick fix. */
export function showProblems(
  state: EditorState,
  file: string,
  diagnostics: readonly Diagnostic[],
  drift: Drift,
  repair: (fix: Fix) => void,
): TransactionSpec[] {
  const shown = diagnostics.flatMap(({ severity, message, span, related = [], fixes = [] }): Shown[] => {
    if (!span || span.file !== file) return [];
    const now = drift.now(file, span.from, span.to, state.doc.length);
    return [
      {
        ...underlined(state.doc, now.from, now.to),
        severity,
        message: quotedCode(message),
        actions: fixes.map((fix) => ({ name: quotedCode(fix.title), apply: () => repair(fix) })),
        renderMessage: () =>
          element(
            "div",
            { class: "problem-tip" },
            element("p", { dir: "auto" }, element("strong", {}, severityWords[severity]), " ", ...codeWords(message)),
            ...related.map((note) =>
              element(
                "p",
                { class: "muted", dir: "auto" },
                ...codeWords(
                  note.span
                    ? text("problems.related", { message: note.message, place: placeText(note.span) })
                    : note.message,
                ),
              ),
            ),
          ),
      },
    ];
  });
  return shown.length > 0 || diagnosticCount(state) > 0 ? [setDiagnostics(state, shown)] : [];
}

/** Alt+Enter fixes the problem at the caret, or the first one of its line. */
export function repairKey(): Extension {
  return Prec.high(
    keymap.of([
      {
        key: "Alt-Enter",
        run: (view) => {
          const { head } = view.state.selection.main;
          const line = view.state.doc.lineAt(head);
          const found: { problem: Shown; from: number; to: number }[] = [];
          forEachDiagnostic(view.state, (problem, from, to) => {
            if (problem.actions?.length && from <= line.to && to >= line.from) found.push({ problem, from, to });
          });
          const chosen = found.find(({ from, to }) => from <= head && head <= to) ?? found[0];
          chosen?.problem.actions?.[0]?.apply(view, chosen.from, chosen.to);
          return chosen !== undefined;
        },
      },
    ]),
  );
}
