// Long documents. Nothing here takes longer for a longer document, except for the text itself: colours are found line
// by line from the visible part on, and folds by indentation. YAML's parser would read the document from its start.

import { foldService, StreamLanguage } from "@codemirror/language";
import { yaml } from "@codemirror/legacy-modes/mode/yaml";
import type { EditorState, Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

/** Longest block that can be folded, in lines. */
const longestFold = 5000;

/** The end of the block below a line, by indentation; null if there is none or it is too long. */
function blockBelow(state: EditorState, begin: number, end: number): { from: number; to: number } | null {
  const { doc } = state;
  const first = doc.lineAt(begin);
  const indent = /^ *(?=[^\s#])/.exec(first.text)?.[0].length;
  if (indent === undefined) return null;
  let to = end;
  let at = end;
  let count = 0;
  for (const text of doc.iterLines(first.number + 1)) {
    at += 1 + text.length;
    if (text.trim() === "") continue;
    if (text.length - text.trimStart().length <= indent) return to > end ? { from: end, to } : null;
    to = at;
    count += 1;
    if (count > longestFold) return null;
  }
  return to > end ? { from: end, to } : null;
}

const language = StreamLanguage.define({
  ...yaml,
  tokenTable: { atom: tags.propertyName, keyword: tags.atom, variable: tags.labelName },
});

/** YAML in a long document. */
export const longYaml: Extension = [language, foldService.of(blockBelow)];
