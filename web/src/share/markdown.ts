// The workspace as Markdown for issues and chats: files, expression and result in fences, and the link. No headings.

import { readJson, writeJson, type RunResult, type Workspace } from "evalground";
import { dialects } from "../ui/dialects.ts";
import { filesOf } from "../ui/entries.ts";
import { own } from "../ui/own.ts";
import { placeText } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import { valueToYaml } from "../ui/yaml.ts";

/** Maximum number of lines of a result. The link has the rest. */
const mostLines = 60;

/** A fence longer than any in the text. */
export function fenced(words: string, language: string): string {
  const longest = Math.max(2, ...[...words.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${words.endsWith("\n") ? words : `${words}\n`}${fence}\n`;
}

/** A path as inline code, also if it contains backticks. */
function inlineCode(words: string): string {
  const longest = Math.max(0, ...[...words.matchAll(/`+/g)].map(([run]) => run.length));
  const tick = "`".repeat(longest + 1);
  return longest === 0 ? `${tick}${words}${tick}` : `${tick} ${words} ${tick}`;
}

function languageOf(path: string): string {
  const extension = /\.(\w+)$/.exec(path)?.[1] ?? "";
  const common = { yaml: "yaml", yml: "yaml", json: "json", md: "markdown", sh: "sh", py: "python" };
  return own(common, extension) ?? dialects.find(({ extensions }) => extensions.includes(extension))?.fence ?? "";
}

function cut(words: string): string {
  const lines = words.replace(/\n$/, "").split("\n");
  return lines.length <= mostLines
    ? words
    : `${lines.slice(0, mostLines).join("\n")}\n${text("markdown.cut", { count: lines.length - mostLines })}\n`;
}

/** The result for readers: errors in words, then the value as YAML. */
export function resultText(result: RunResult): string {
  const errors = result.diagnostics.filter(({ severity }) => severity === "error");
  const said = errors.map(
    ({ message, span }) => `${text("severity.error")}: ${span ? `${placeText(span)}: ` : ""}${message}`,
  );
  const json = result.json ?? result.outputsJson ?? result.variablesJson;
  const value = result.text ?? result.reports?.join("\n") ?? (json === undefined ? "" : valueToYaml(readJson(json)));
  return [...said, ...(value === "" ? [] : [value])].join("\n");
}

/** The Markdown of a share. A null result or link is left out. */
export function toMarkdown(
  workspace: Workspace,
  result: RunResult | null,
  link: { url: string | null; version: string },
): string {
  const blocks: string[] = [];
  for (const [path, content] of filesOf(workspace)) {
    if (typeof content === "string") blocks.push(`${inlineCode(path)}:\n\n${fenced(content, languageOf(path))}`);
    else blocks.push(`${inlineCode(path)}: ${text("markdown.binary")}\n`);
  }
  const { expression, resource } = workspace;
  if (expression !== undefined) {
    const on = resource
      ? text("markdown.expressionOn", { resource: inlineCode(resource) })
      : text("markdown.expression");
    blocks.push(
      `${on}\n\n${typeof expression === "string" ? fenced(expression, "") : fenced(writeJson(expression), "json")}`,
    );
  }
  if (result)
    blocks.push(
      `${text("markdown.result")}\n\n${fenced(cut(resultText(result)), result.text === undefined ? "yaml" : "")}`,
    );
  const made = text("markdown.engine", { version: link.version });
  blocks.push(link.url === null ? `${made}\n` : `[${text("markdown.open")}](${link.url}) · ${made}\n`);
  return blocks.join("\n");
}
