// How the editors look: the page's own colours and type, as CodeMirror wants them said.

import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The theme of every editor on the page; its colours follow the tokens, so it serves both themes. */
export const look = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", fontSize: "calc(0.8125rem * var(--zoom, 1))" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-code)", lineHeight: "1.54", fontVariantLigatures: "none" },
  ".cm-content": { caretColor: "var(--text)", padding: "4px 0" },
  ".cm-cursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
  "@media (prefers-reduced-motion: reduce)": { ".cm-cursorLayer": { animation: "none !important" } },
  ".cm-gutters": { backgroundColor: "var(--pane)", color: "var(--muted)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 4px 0 6px", minWidth: "2.2em" },
  ".cm-gutter-lint": { width: "1em" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0.25em 0 0 2px" },
  ".cm-lint-marker": { width: "0.8em", height: "0.8em" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { boxShadow: "inset 2px 0 var(--accent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "var(--sel)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--sel)", outline: "1px solid var(--edge)" },
  ".cm-selectionMatch": { backgroundColor: "var(--sel)" },
  ".cm-searchMatch": { backgroundColor: "var(--prov)", outline: "1px solid var(--prov-line)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--sel)", outline: "2px solid var(--focus)" },
  ".cm-placeholder": { color: "var(--muted)", display: "inline-block", maxWidth: "100%", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", verticalAlign: "top" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--sunk)", border: "1px solid var(--line)", color: "var(--muted)" },

  ".cm-panels": { backgroundColor: "var(--sunk)", color: "var(--text)", borderColor: "var(--line)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "6px 32px 6px 8px", font: "var(--t-base)", display: "flex", flexWrap: "wrap", gap: "4px", alignItems: "center" },
  ".cm-panel.cm-search br": { flexBasis: "100%", height: "0", content: '""' },
  ".cm-panel.cm-search label": { display: "inline-flex", alignItems: "center", minHeight: "24px", gap: "4px", margin: "0", fontSize: "0.75rem" },
  ".cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label": { margin: "0" },
  ".cm-textfield": { font: "var(--t-code)", color: "var(--text)", backgroundColor: "var(--pane)", border: "1px solid var(--edge)", borderRadius: "var(--radius)", minHeight: "var(--control)", padding: "0 8px", flex: "1 1 8rem", minWidth: "6rem" },
  ".cm-button": { font: "var(--t-base)", color: "var(--text)", background: "var(--pane)", backgroundImage: "none", border: "1px solid var(--edge)", borderRadius: "var(--radius)", minHeight: "var(--control)", padding: "0 8px" },
  ".cm-button:active": { backgroundImage: "none", background: "var(--sel)" },
  ".cm-panel.cm-search [name=close]": { color: "var(--text)", fontSize: "1rem", width: "28px", height: "28px", top: "4px", right: "4px", cursor: "pointer" },
  ".cm-textfield:focus-visible, .cm-button:focus-visible, .cm-panel [name=close]:focus-visible": { outline: "2px solid var(--focus)", outlineOffset: "1px" },

  ".cm-tooltip": { backgroundColor: "var(--pane)", color: "var(--text)", border: "1px solid var(--edge)", borderRadius: "var(--radius)", boxShadow: "0 4px 16px rgb(0 0 0 / 18%)", maxWidth: "min(40rem, 90vw)" },
  ".cm-diagnostic": { padding: "4px 8px", font: "var(--t-base)", overflowWrap: "anywhere" },
  ".cm-diagnostic p": { margin: "0" },
  ".cm-diagnosticAction": { font: "var(--t-base)", color: "var(--text)", backgroundColor: "var(--pane)", border: "1px solid var(--edge)", borderRadius: "var(--radius)", padding: "2px 8px", margin: "4px 8px 2px 0" },
  ".cm-diagnosticAction:hover": { backgroundColor: "var(--sel)" },
  ".cm-diagnostic .muted": { color: "var(--muted)" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--err)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warn)" },
  ".cm-diagnostic-hint": { borderLeft: "3px solid var(--info)" },
  ".cm-lintRange": { backgroundImage: "none", paddingBottom: "0" },
  ".cm-lintRange-error": { textDecoration: "underline wavy var(--err)", textDecorationSkipInk: "none", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { textDecoration: "underline wavy var(--warn)", textDecorationSkipInk: "none", textUnderlineOffset: "3px" },
  ".cm-lintRange-hint": { textDecoration: "underline dotted var(--info)", textDecorationSkipInk: "none", textUnderlineOffset: "3px" },
  ".cm-lintRange-active": { backgroundColor: "var(--sel)" },

  ".embedded": { backgroundColor: "var(--syntax-embedded)" },
  ".token-directive": { color: "var(--syntax-anchor)", fontWeight: "600" },
  ".token-directive *": { color: "inherit" },
  ".token-function, .token-function *, .token-special, .token-special *": { color: "var(--syntax-function)" },
  ".token-keyword, .token-keyword *": { color: "var(--syntax-atom)" },
  ".token-variable, .token-variable *": { color: "var(--syntax-variable)" },
  ".token-operator, .token-operator *": { color: "var(--syntax-operator)" },
  ".token-number, .token-number *": { color: "var(--syntax-number)" },
  ".token-string, .token-string *": { color: "var(--syntax-string)" },
  ".token-name, .token-name *, .token-property, .token-property *, .token-key, .token-key *": { color: "var(--syntax-key)" },

  ".mark-winning": { backgroundColor: "var(--prov)", outline: "1px solid var(--prov-line)" },
  ".mark-overridden": { borderBottom: "2px dotted var(--prov-line)" },
  ".mark-definition": { backgroundColor: "var(--sel)", outline: "1px solid transparent" },
  ".flash": { backgroundColor: "var(--prov)" },
});

/** Colours of YAML itself. */
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
