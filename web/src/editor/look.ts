// How the editors look: the page's own colours and type, as CodeMirror wants them said.

import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The theme of every editor on the page; its colours follow the tokens, so it serves both themes. */
export const look = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--pane)", fontSize: "calc(0.8125rem * var(--zoom, 1))" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-code)", lineHeight: "1.54", fontVariantLigatures: "none" },
  ".cm-content": { caretColor: "var(--text)", padding: "4px 0" },
  ".cm-cursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--pane)", color: "var(--muted)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 4px 0 10px", minWidth: "2.2em" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { boxShadow: "inset 2px 0 var(--accent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "var(--sel)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--sel)", outline: "1px solid var(--edge)" },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "var(--prov)" },
  ".cm-placeholder": { color: "var(--muted)", display: "inline-block", maxWidth: "100%", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", verticalAlign: "top" },
  ".cm-panels": { backgroundColor: "var(--sunk)", color: "var(--text)", borderColor: "var(--line)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--sunk)", border: "1px solid var(--line)", color: "var(--muted)" },
});

/** The colours of the syntax. */
export const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--syntax-key)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--syntax-string)" },
  { tag: tags.number, color: "var(--syntax-number)" },
  { tag: [tags.bool, tags.null, tags.keyword, tags.atom], color: "var(--syntax-atom)" },
  { tag: tags.comment, color: "var(--syntax-comment)", fontStyle: "italic" },
  { tag: [tags.labelName, tags.typeName], color: "var(--syntax-anchor)" },
  { tag: tags.function(tags.variableName), color: "var(--syntax-function)" },
  { tag: tags.variableName, color: "var(--syntax-variable)" },
  { tag: [tags.operator, tags.separator, tags.punctuation, tags.squareBracket, tags.brace, tags.meta], color: "var(--syntax-operator)" },
]);
