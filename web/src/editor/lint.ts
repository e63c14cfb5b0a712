// What the engine found wrong, underlined and in the gutter; it moves with the text until the next run says more.

import { lintGutter, setDiagnostics, type Diagnostic as Shown } from "@codemirror/lint";
import type { EditorState, Extension, TransactionSpec } from "@codemirror/state";
import type { Diagnostic } from "evalground";
import { element } from "../ui/dom.ts";
import { placeText } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import type { Drift } from "./drift.ts";

const severityWords = { error: text("severity.error"), warning: text("severity.warning"), hint: text("severity.hint") };

/** The gutter in which problems show their severity. */
export function problemGutter(): Extension {
  return lintGutter({ hoverTime: 200 });
}

/** The change that shows the problems of one file. */
export function showProblems(state: EditorState, file: string, diagnostics: readonly Diagnostic[], drift: Drift): TransactionSpec {
  const shown = diagnostics.flatMap(({ severity, message, span, related = [] }): Shown[] => {
    if (!span || span.file !== file) return [];
    const { from, to } = drift.now(file, span.from, span.to, state.doc.length);
    return [
      {
        from,
        to,
        severity,
        message,
        renderMessage: () =>
          element(
            "div",
            { class: "problem-tip" },
            element("p", { dir: "auto" }, element("strong", {}, severityWords[severity]), ` ${message}`),
            ...related.map((note) => element("p", { class: "muted", dir: "auto" }, note.span ? text("problems.related", { message: note.message, place: placeText(note.span) }) : note.message)),
          ),
      },
    ];
  });
  return setDiagnostics(state, shown);
}
