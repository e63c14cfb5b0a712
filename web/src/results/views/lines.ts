// Highlighted text. It is split into chunks that the browser lays out only when they become visible.

import { button, element, fill } from "../../ui/dom.ts";
import { download } from "../../ui/download.ts";
import { formatSize, text } from "../../ui/text.ts";

/** Longest text that is shown, in characters. If it is cut, its full size is shown. */
const longestShown = 2 * 1024 * 1024;
/** Lines in a chunk. */
const stretch = 100;
/** Longest text with highlighting, in lines: every coloured piece is an element. */
const mostColoured = 3000;

type Piece = [kind: "key" | "string" | "number" | "atom" | "mark" | "", words: string];

function scalarPiece(words: string): Piece {
  if (/^-?(?:\d[\d.eE+-]*|\.inf|\.nan)$/.test(words)) return ["number", words];
  if (/^(?:null|true|false|~)$/.test(words)) return ["atom", words];
  if (/^(?:\{\}|\[\])$/.test(words)) return ["mark", words];
  return ["string", words];
}

const yamlEntry =
  /^(\s*(?:- )*)(?:("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#-][^#]*?|-[^\s#][^#]*?)(:)(?= |$))?( ?)(.*)$/;

/**
 * The coloured pieces of one line of YAML in the form that this page writes. `block` is the indentation of the block
 * scalar that the line may belong to.
 */
function yamlPieces(line: string, block: number): { pieces: Piece[]; block: number } {
  const indent = line.length - line.trimStart().length;
  if (block >= 0 && (line === "" || indent > block)) return { pieces: [["string", line]], block };
  const [, lead = "", key = "", colon = "", space = "", rest = ""] = yamlEntry.exec(line) ?? [];
  const opens = /^[|>][-+]?$/.test(rest);
  const pieces: Piece[] = [
    ["mark", lead],
    ["key", key],
    ["mark", colon],
    ["", space],
    opens ? ["mark", rest] : scalarPiece(rest),
  ];
  return { pieces, block: opens ? indent : -1 };
}

function jsonPieces(line: string): Piece[] {
  const [, indent = "", key = "", colon = "", value = "", comma = ""] =
    /^(\s*)(?:("(?:[^"\\]|\\.)*")(: ))?(.*?)(,?)$/.exec(line) ?? [];
  const scalar: Piece = /^[[\]{}]*$/.test(value) ? ["mark", value] : scalarPiece(value);
  return [["", indent], ["key", key], ["mark", colon], scalar, ["mark", comma]];
}

function colouredLine(pieces: Piece[]): Node[] {
  return pieces
    .filter(([, words]) => words !== "")
    .map(([kind, words]) =>
      kind === "" ? document.createTextNode(words) : element("span", { class: `syntax-${kind}` }, words),
    );
}

const blankSigns: Record<string, string> = { " ": "·", "\t": "→", "\r": "␍", "\u00a0": "⍽" };

/** A line with a visible symbol over each whitespace character. The text itself does not change. */
function withBlanks(line: string, isLast: boolean): Node[] {
  const shown = isLast ? line : `${line}\n`;
  return (shown.match(/[ \u00a0]+|\t|\r|\n|[^ \u00a0\t\r\n]+/g) ?? []).map((part) => {
    if (!/^\s/.test(part)) return document.createTextNode(part);
    return element(
      "span",
      { class: "blank", "data-signs": part === "\n" ? "↵" : [...part].map((blank) => blankSigns[blank]).join("") },
      part,
    );
  });
}

interface TextOptions {
  language: "yaml" | "json" | "text";
  /** The default file name for saving the text. */
  fileName: string;
  /** Show spaces, tabs and line ends. */
  showsBlanks?: boolean;
}

/** Shows a text. Beyond two MiB it is cut, with a button to get all of it. */
export function showText(
  root: HTMLElement,
  whole: string,
  { language, fileName, showsBlanks = false }: TextOptions,
): void {
  const isCut = whole.length > longestShown;
  const lines = (isCut ? whole.slice(0, longestShown) : whole).split("\n");
  const isShort = lines.length <= mostColoured;
  const coloured = language !== "text" && isShort;
  const shown = element("pre", { class: "result-text", "data-result-text": true, dir: "auto" });
  let block = -1;
  for (let begin = 0; begin < lines.length; begin += stretch) {
    const part = lines.slice(begin, begin + stretch);
    const isLast = begin + stretch >= lines.length;
    const piece = element("span", { class: "stretch" });
    if (showsBlanks && isShort) {
      for (const [index, line] of part.entries())
        piece.append(...withBlanks(line, isLast && index === part.length - 1));
    } else if (!coloured) piece.textContent = part.join("\n") + (isLast ? "" : "\n");
    else {
      for (const [index, line] of part.entries()) {
        let pieces: Piece[];
        if (language === "json") pieces = jsonPieces(line);
        else ({ pieces, block } = yamlPieces(line, block));
        piece.append(...colouredLine(pieces), isLast && index === part.length - 1 ? "" : "\n");
      }
    }
    piece.style.setProperty("--lines", String(part.length));
    shown.append(piece);
  }
  const notice = isCut
    ? element(
        "div",
        { class: "notice", "data-kind": "info" },
        element("span", {}, text("results.cut", { size: formatSize(new Blob([whole]).size) })),
        button({
          label: text("results.downloadAll"),
          words: true,
          press: () => download(fileName, whole, "text/plain"),
        }),
      )
    : null;
  fill(root, notice, shown);
}
