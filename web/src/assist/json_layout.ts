// Formats JSON over several lines. Only whitespace changes: strings and numbers stay as written, and duplicate keys are
// kept.

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gsu;

/** The formatted text; null if it is not a JSON map or list. */
export function laidOutJson(text: string): string | null {
  if (!/^\s*[[{]/u.test(text)) return null;
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const found = text.match(tokens) ?? [];
  let written = "";
  let depth = 0;
  const breakLine = (): void => {
    written += `\n${"  ".repeat(depth)}`;
  };
  for (const [at, token] of found.entries()) {
    const isFirst = found[at - 1] === "{" || found[at - 1] === "[";
    if (token === "}" || token === "]") {
      depth -= 1;
      if (!isFirst) breakLine();
    } else if (isFirst) {
      breakLine();
    }
    written += token === ":" ? ": " : token;
    if (token === "{" || token === "[") depth += 1;
    if (token === ",") breakLine();
  }
  return `${written}\n`;
}
