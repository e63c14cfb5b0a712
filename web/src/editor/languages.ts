// Highlights what is embedded in YAML: merge directives and expressions in scalars. The page's own pattern matching
// highlights immediately. After each run the engine's tokens replace it, except on lines edited since.
//
// Which keys and scalars hold expressions is given by the patterns in the dialect's description. In `eval: "::app"` the
// key is a keyword and the scalar a query, if `eval` is a keyword of the dialect. How a file is parsed depends only on
// its language (yaml, template, policy, expression), never on the name of a dialect.

import { yaml } from "@codemirror/lang-yaml";
import { syntaxHighlighting, syntaxTree } from "@codemirror/language";
import {
  Facet,
  Prec,
  RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
  EditorState,
  type Extension,
} from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { dialectFacts, type DialectFacts, type FileLanguage } from "../ui/dialects.ts";
import { colours } from "./theme.ts";
import { longYaml } from "./long_text.ts";
import { policy, template } from "./modes.ts";
import { callPieces, queryPieces, templateParts } from "./query.ts";

/** A range of this document and the kind of token that the engine found there. */
interface EditorToken {
  from: number;
  to: number;
  kind: string;
}

/** The same for a text that is a single expression, which is highlighted as a whole. */
const largestExpression = 64 * 1024;

type Embedding = NonNullable<DialectFacts["embedding"]>;
/** For each kind, whether a key or scalar belongs to it. */
type Embedded = Record<keyof Required<Embedding>, (words: string) => boolean>;

const embeddings = new Map<string, Embedded>();
/** What is embedded in the YAML of a dialect. */
function embeddedIn(dialect: string): Embedded {
  const known = embeddings.get(dialect);
  if (known) return known;
  const { embedding = {} } = dialectFacts(dialect);
  const fits = (kind: keyof Embedding): ((words: string) => boolean) => {
    const source = embedding[kind];
    if (source === undefined) return () => false;
    const pattern = new RegExp(source, "mu");
    return (words) => pattern.test(words);
  };
  const made = {
    directives: fits("directives"),
    functions: fits("functions"),
    keywords: fits("keywords"),
    expressions: fits("expressions"),
    calls: fits("calls"),
    besides: fits("besides"),
    scalars: fits("scalars"),
  };
  embeddings.set(dialect, made);
  return made;
}

const marks = new Map<string, Decoration>();
function markOf(kind: string): Decoration {
  const known = marks.get(kind);
  if (known) return known;
  const made = Decoration.mark({ class: `token token-${kind.replace(/[^\w-]/g, "")}` });
  marks.set(kind, made);
  return made;
}
const embedded = Decoration.mark({ class: "embedded" });

interface Piece {
  from: number;
  to: number;
  kind: string | null;
}

/** The scalar of a value, without its tag and anchor; null for lists and maps. */
function scalarOf(value: SyntaxNode | null): SyntaxNode | null {
  let node = value;
  while (node && (node.name === "Tagged" || node.name === "Anchored")) node = node.lastChild;
  if (node?.name === "BlockLiteral") return node.getChild("BlockLiteralContent");
  return node?.name === "Literal" || node?.name === "QuotedLiteral" ? node : null;
}

/** The range of a scalar's text without its quotes. */
function insideOf(node: SyntaxNode): { from: number; to: number } {
  return node.name === "QuotedLiteral"
    ? { from: node.from + 1, to: Math.max(node.from + 1, node.to - 1) }
    : { from: node.from, to: node.to };
}

function keyText(pair: SyntaxNode, state: EditorState): string {
  const key = pair.getChild("Key");
  return key ? state.sliceDoc(key.from, key.to).replace(/^(["'])(.*)\1$/, "$2") : "";
}

/** The dialect of the edited text. */
export const editedDialect = Facet.define<string, string>({ combine: ([dialect]) => dialect ?? "" });

/** Highlights a range of the document by the page's own patterns. */
export function readEmbedded(state: EditorState, from: number, to: number, tree = syntaxTree(state)): Piece[] {
  const pieces: Piece[] = [];
  const dialect = state.facet(editedDialect);
  const is = embeddedIn(dialect);
  const piecesOf = dialectFacts(dialect).colours === "query" ? queryPieces : callPieces;
  const query = (node: SyntaxNode): void => {
    const { from: begin, to: end } = insideOf(node);
    const words = state.sliceDoc(begin, end);
    if (words.includes("{{") || words.includes("{%")) return;
    pieces.push({ from: begin, to: end, kind: null });
    for (const piece of piecesOf(words))
      pieces.push({ from: begin + piece.from, to: begin + piece.to, kind: piece.kind });
  };
  tree.iterate({
    from,
    to,
    enter: (found) => {
      if (found.name === "Pair") {
        const pair = found.node;
        const key = pair.getChild("Key");
        if (!key) return;
        const name = keyText(pair, state);
        if (is.functions(name)) pieces.push({ from: key.from, to: key.to, kind: "function" });
        if (is.directives(name)) pieces.push({ from: key.from, to: key.to, kind: "directive" });
        if (!is.expressions(name)) return;
        const value = pair.lastChild;
        const scalar = value === key ? null : scalarOf(value);
        const mayCall = is.calls(name);
        if (is.keywords(name) && (mayCall || scalar)) pieces.push({ from: key.from, to: key.to, kind: "keyword" });
        if (scalar) query(scalar);
        else if (mayCall && (value?.name === "BlockMapping" || value?.name === "FlowMapping")) {
          const call = value.getChildren("Pair").find((each) => !is.besides(keyText(each, state)));
          const called = call?.getChild("Key");
          if (called) pieces.push({ from: called.from, to: called.to, kind: "function" });
        }
      } else if (found.name === "Literal" || found.name === "QuotedLiteral" || found.name === "BlockLiteralContent") {
        const words = state.sliceDoc(found.from, found.to);
        if (is.scalars(words)) query(found.node);
        for (const part of templateParts(words)) {
          pieces.push({ from: found.from + part.from, to: found.from + part.to, kind: null });
          pieces.push({ from: found.from + part.from, to: found.from + part.from + 2, kind: "operator" });
          if (part.to - part.from >= 4)
            pieces.push({ from: found.from + part.to - 2, to: found.from + part.to, kind: "operator" });
        }
      }
    },
  });
  return pieces;
}

function toSet(pieces: Piece[]): DecorationSet {
  const ranges = pieces
    .filter(({ from, to }) => from < to)
    .map(({ from, to, kind }) => (kind === null ? embedded : markOf(kind)).range(from, to));
  return RangeSet.of(ranges, true);
}

/** Sets the tokens that the engine found in the document. */
export const setTokens = StateEffect.define<readonly EditorToken[]>();

interface Known {
  /** The engine's tokens, moved along with the edits since. */
  tokens: DecorationSet;
  /** Lines edited since, which use the page's own highlighting. */
  edited: RangeSet<Decoration>;
  isKnown: boolean;
}

const known = StateField.define<Known>({
  create: () => ({ tokens: Decoration.none, edited: Decoration.none, isKnown: false }),
  update(value, transaction) {
    let { tokens, edited, isKnown } = value;
    if (transaction.docChanged && isKnown) {
      const { doc } = transaction.state;
      tokens = tokens.map(transaction.changes);
      edited = edited.map(transaction.changes);
      transaction.changes.iterChangedRanges((_from, _to, first, last) => {
        const from = doc.lineAt(first).from;
        const to = doc.lineAt(last).to;
        tokens = tokens.update({ filterFrom: from, filterTo: to, filter: () => false });
        // For an empty line include its line break. The last line has none, and nothing to highlight.
        const end = Math.min(doc.length, Math.max(to, from + 1));
        if (from < end) edited = edited.update({ add: [embedded.range(from, end)], sort: true });
      });
    }
    for (const effect of transaction.effects) {
      if (!effect.is(setTokens)) continue;
      const builder = new RangeSetBuilder<Decoration>();
      for (const { from, to, kind } of [...effect.value].sort(
        (one, other) => one.from - other.from || one.to - other.to,
      )) {
        if (from < to && to <= transaction.newDoc.length) builder.add(from, to, markOf(kind));
      }
      tokens = builder.finish();
      edited = Decoration.none;
      isKnown = true;
    }
    return tokens === value.tokens && edited === value.edited && isKnown === value.isKnown
      ? value
      : { tokens, edited, isKnown };
  },
});

const overlay = ViewPlugin.fromClass(
  class {
    own: DecorationSet = Decoration.none;

    constructor(view: EditorView) {
      this.read(view);
    }

    update(update: ViewUpdate): void {
      const changed =
        update.docChanged ||
        update.viewportChanged ||
        syntaxTree(update.startState) !== syntaxTree(update.state) ||
        update.startState.field(known) !== update.state.field(known);
      if (changed) this.read(update.view);
    }

    read(view: EditorView): void {
      const { state } = view;
      const { edited, isKnown, tokens } = state.field(known);
      const pieces = view.visibleRanges.flatMap(({ from, to }) => readEmbedded(state, from, to));
      const holds = ({ from, to, kind }: Piece): boolean => {
        if (!isKnown || kind === null) return true;
        let isEdited = false;
        edited.between(from, to, () => {
          isEdited = true;
          return false;
        });
        let isTold = false;
        tokens.between(from, to, () => {
          isTold = true;
          return false;
        });
        return isEdited || (!isTold && kind === "operator");
      };
      this.own = toSet(pieces.filter(holds));
    }
  },
  { decorations: (plugin) => plugin.own },
);

/** Shows the engine's tokens on top of any language. */
const engineColours: Extension = [
  known,
  Prec.highest(EditorView.decorations.of((view) => view.state.field(known).tokens)),
];

/**
 * The highlighting of a file: YAML with what its dialect embeds, or a language of the dialect's own. In a long document
 * only the engine finds what is embedded.
 */
export function fileColours(dialect: string, language: FileLanguage, isLong = false): Extension {
  const { file, lineComment } = dialectFacts(dialect);
  const hasComments = lineComment !== undefined && language === file.language;
  const comments = { commentTokens: { line: lineComment } };
  const shared = [
    editedDialect.of(dialect),
    syntaxHighlighting(colours),
    engineColours,
    hasComments ? EditorState.languageData.of(() => [comments]) : [],
  ];
  switch (language) {
    // The overlay is nested inside YAML's highlighting, so that its colours win.
    case "yaml":
      if (isLong) return [longYaml, shared];
      return [yaml(), shared, Prec.high(overlay)];
    case "template":
      return [template, shared];
    case "policy":
      return [policy, shared];
    case "expression":
      return [shared, expressionColours()];
  }
}

/** Highlights an expression: a query, or YAML with its keys and quoted strings. */
function readExpression(words: string, dialect: string): Piece[] {
  if (dialectFacts(dialect).colours === "calls") return callPieces(words);
  if (templateParts(words).length > 0) return [];
  if (!/^\s*(?:\{|\w+:(?:\s|$))/.test(words)) return queryPieces(words);
  const found = [...words.matchAll(/([\w-]+)(?=:(?:\s|$))|"(?:[^"\\]|\\.)*"|'[^']*'/g)];
  return found.map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    kind: match[1] === undefined ? "string" : "keyword",
  }));
}

/** Highlighting for an editor that holds a single expression. */
export function expressionColours(): Extension {
  return ViewPlugin.fromClass(
    class {
      marks: DecorationSet;

      constructor(view: EditorView) {
        this.marks = this.read(view.state);
      }

      read(state: EditorState): DecorationSet {
        return state.doc.length > largestExpression
          ? Decoration.none
          : toSet(readExpression(state.doc.toString(), state.facet(editedDialect)));
      }

      update(update: ViewUpdate): void {
        if (update.docChanged || update.startState.facet(editedDialect) !== update.state.facet(editedDialect))
          this.marks = this.read(update.state);
      }
    },
    { decorations: (plugin) => plugin.marks },
  );
}
