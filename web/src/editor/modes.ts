// Highlighting of files that are not YAML: templates and policies.

import { StreamLanguage, type StreamParser } from "@codemirror/language";

interface TemplateState {
  /** The end of the current construct: "}}", "%}", "#}", or empty outside of one. */
  until: string;
  /** The next word is the name of a filter or a test. */
  isNamed: boolean;
  /** The next word is the name of a statement. */
  isFirst: boolean;
}

const templateWords = new Set(
  (
    "and or not in is if else elif for recursive import from as with without context ignore missing " +
    "true false none True False None"
  ).split(" "),
);

const templateParser: StreamParser<TemplateState> = {
  name: "template",
  startState: () => ({ until: "", isNamed: false, isFirst: false }),
  token(stream, state) {
    if (state.until === "#}") {
      if (stream.match(/^.*?#\}/)) state.until = "";
      else stream.skipToEnd();
      return "comment";
    }
    if (state.until === "") {
      const opened = stream.match(/^\{(?:\{|%|#)[-+]?/) as RegExpMatchArray | null;
      if (opened) {
        const sign = opened[0][1] ?? "";
        state.until = sign === "{" ? "}}" : `${sign}}`;
        state.isFirst = sign === "%";
        return sign === "#" ? "comment" : "meta";
      }
      stream.next();
      stream.match(/^[^{]*/);
      return null;
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^[-+]?(?:\}\}|%\})/)) {
      state.until = "";
      return "meta";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?|^'(?:[^'\\]|\\.)*'?/)) return "string";
    if (stream.match(/^\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?/)) return "number";
    const word = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
    if (word) {
      const { isFirst, isNamed } = state;
      state.isFirst = false;
      state.isNamed = word[0] === "is" || (isNamed && word[0] === "not");
      if (isFirst || templateWords.has(word[0])) return "keyword";
      return isNamed || stream.match(/^\(/, false) ? "variableName.function" : "variableName";
    }
    state.isNamed = stream.next() === "|";
    return "operator";
  },
};

interface PolicyState {
  /** The quote that ends the current string, or empty outside of one. */
  quote: string;
  /** The parser is in the head of a block: after `bundle` or `body`, before its brace. */
  isHead: boolean;
}

const policyParser: StreamParser<PolicyState> = {
  name: "policy",
  startState: () => ({ quote: "", isHead: false }),
  token(stream, state) {
    if (state.quote !== "") {
      if (stream.match(/^[$@](?:\([^()"']*\)|\{[^{}"']*\})/)) return "variableName";
      if (stream.match(/^\\./)) return "string";
      if (stream.next() === state.quote) state.quote = "";
      else stream.match(/^[^$@\\"'`]+/);
      return "string";
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^[$@](?:\([^()"']*\)|\{[^{}"']*\})/)) return "variableName";
    if (stream.match(/^["'`]/)) {
      state.quote = stream.current();
      return "string";
    }
    if (stream.match(/^(?:bundle|body|promise)\b/)) {
      state.isHead = true;
      return "keyword";
    }
    if (stream.match(/^@(?:if|endif|else)\b.*/)) return "meta";
    if (stream.match(/^[\w.|&!()]+::/)) return "typeName";
    if (stream.match(/^\w+:(?!:)/)) return "keyword";
    if (stream.match(/^(?:=>|->)/)) return "operator";
    if (stream.match(/^\d+(?:\.\d+)?[kmgKMG%]?\b/)) return "number";
    if (stream.match(/^[A-Za-z_][\w:.]*/)) {
      if (state.isHead) return "propertyName";
      if (stream.match(/^\s*\(/, false)) return "variableName.function";
      return stream.match(/^\s*=>/, false) ? "propertyName" : "variableName";
    }
    if (stream.next() === "{") state.isHead = false;
    return "operator";
  },
};

/** Text with `{{ … }}`, `{% … %}` and `{# … #}`. */
export const template = StreamLanguage.define(templateParser);
/** Bundles of promises: `bundle agent main { reports: "$(x)"; }`. */
export const policy = StreamLanguage.define(policyParser);
