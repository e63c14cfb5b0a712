// JSON over several lines. Only blanks change: texts and numbers stay as they are written, a key that comes twice comes
// twice.

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gsu;

/** The text laid out anew, or null for what is no JSON map or list. */
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
