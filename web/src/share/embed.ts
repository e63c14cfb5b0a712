// HTML for embedding a workspace: the element with its script, a plain frame, and a marked block for Markdown.

import { readJson, writeJson, type RunResult, type Workspace } from "evalground";
import { dataText } from "evalground/embed";
import { type FirstText, reservedHeight } from "../ui/embed_height.ts";
import { entriesOf, filesOf } from "../ui/entries.ts";

/** What readers may edit, and how the embed looks. */
export interface EmbedChoices {
  editable: "none" | "expression" | "source" | "inputs" | "all";
  theme: "host" | "light" | "dark";
}

/** The site, the link without its address, and the title of the embed. */
export interface EmbedOf {
  site: string;
  fragment: string;
  title: string;
}

/** Escapes a text for an attribute or for element content. */
function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (sign) => names[sign] ?? sign);
}

function attributesOf(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("");
}

function elementOf(attributes: Readonly<Record<string, string>>, children: string): string {
  return `<evalground-embed${attributesOf(attributes)}>${children}</evalground-embed>\n`;
}

/** Keys that are attributes of the element. */
const asAttributes = ["dialect", "operation", "expression", "resource"];
/** Keys that are expressed in another way, or left out. */
const apart = new Set([...asAttributes, "files", "main", "title", "description", "expect"]);

/** JSON that is safe inside a script element. */
function jsonIn(value: unknown): string {
  return writeJson(value).replaceAll("<", "\\u003c");
}

/** Whether a text can be the content of a script element unchanged. */
function canStand(content: unknown): content is string {
  return typeof content === "string" && !/<\/script|<!--/i.test(content);
}

/** The text of the main file, or the data if there are no files. */
function firstText(workspace: Workspace, data: string): FirstText {
  const files = filesOf(workspace);
  if (files.size === 0) return { text: data, isData: true };
  const main = files.get(workspace.main ?? "") ?? [...files.values()][0];
  return { text: typeof main === "string" ? main : "", isData: false };
}

/** The style that reserves the height of an embed, so that the page does not move when it is drawn. */
function reserving(workspace: Workspace, result: RunResult | null): string {
  const { data, expression } = workspace;
  const { stacked } = reservedHeight(
    firstText(workspace, data === undefined || data === null ? "" : dataText(readJson(writeJson(data)))),
    typeof expression === "string" ? expression : expression === undefined ? "" : writeJson(expression),
    result,
  );
  return `display:block;min-height:${stacked}px`;
}

/** The element's markup. If markup cannot represent the workspace, it refers to the link. */
export function elementMarkup(
  workspace: Workspace,
  { site, fragment, title }: EmbedOf,
  choices: EmbedChoices,
  result: RunResult | null = null,
): string {
  const { editable, theme } = choices;
  const options = {
    editable: editable === "all" ? "" : editable,
    theme: theme === "host" ? "" : theme,
    title,
    style: reserving(workspace, result),
  };
  const script = `<script src="${escaped(site)}embed.js" defer></script>\n`;
  const files = [...filesOf(workspace)];
  if (!files.every(([, content]) => canStand(content)))
    return `${script}${elementOf({ src: `${site}#${fragment}`, ...options }, "")}`;
  const given = new Map(Object.entries(workspace));
  const own = Object.fromEntries(
    asAttributes.flatMap((name) => {
      const value = given.get(name);
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
  const children = files.map(([path, content], index) => {
    const isMain = workspace.main === undefined ? index === 0 : workspace.main === path;
    const text = String(content);
    const lines = text.endsWith("\n") ? text : `${text}\n`;
    return `<script type="text/plain" data-file="${escaped(path)}"${isMain ? " data-main" : ""}>\n${lines}</script>\n`;
  });
  for (const [key, value] of given) {
    const isSaid = apart.has(key) && !(asAttributes.includes(key) && typeof value !== "string");
    if (isSaid || value === undefined || value === null) continue;
    children.push(`<script type="application/json" data-key="${escaped(key)}">${jsonIn(value)}</script>\n`);
  }
  return `${script}${elementOf({ ...own, ...options }, `\n${children.join("")}`)}`;
}

/** The address of a frame. */
export function frameAddress({ site, fragment }: EmbedOf, { editable, theme }: EmbedChoices): string {
  const parameters = new URLSearchParams();
  if (editable !== "all") parameters.set("editable", editable);
  if (theme !== "host") parameters.set("theme", theme);
  const query = parameters.toString();
  return `${site}embed/${query === "" ? "" : `?${query}`}#${fragment}`;
}

/** A plain frame's markup. */
export function frameMarkup(embed: EmbedOf, choices: EmbedChoices): string {
  const attributes = {
    src: frameAddress(embed, choices),
    title: embed.title,
    loading: "lazy",
    allow: "clipboard-write",
    style: "width:100%;height:24rem;border:0",
  };
  return `<iframe${attributesOf(attributes)}></iframe>\n`;
}

/**
 * A marked code block, which Markdown passes through and which is readable without the script. Null if one block cannot
 * hold the workspace.
 */
export function blockMarkup(workspace: Workspace, output: string | null, { editable }: EmbedChoices): string | null {
  const files = [...filesOf(workspace)];
  const [first] = files;
  const { dialect, expression, operation, resource } = workspace;
  if (files.length > 1 || (expression !== undefined && typeof expression !== "string")) return null;
  if (first && typeof first[1] !== "string") return null;
  const text = first ? String(first[1]) : expression;
  if (text === undefined) return null;
  const attributes: Record<string, string> = {
    class: `language-${dialect}`,
    "data-evalground": dialect,
    ...(first && expression !== undefined && { "data-expression": expression }),
    ...(operation !== undefined && { "data-operation": operation }),
    ...(typeof resource === "string" && { "data-resource": resource }),
    ...(editable !== "all" && { "data-editable": editable }),
  };
  for (const [key, value] of Object.entries(workspace)) {
    if (apart.has(key) || value === undefined || value === null) continue;
    if (typeof value === "object" && !Array.isArray(value) && entriesOf(value).length === 0) continue;
    attributes[`data-${key}`] = writeJson(value);
  }
  const shown = output === null ? "" : `<pre data-evalground-output>${escaped(output.replace(/\n$/, ""))}</pre>\n`;
  return `<pre><code${attributesOf(attributes)}>${escaped(text.replace(/\n$/, ""))}</code></pre>\n${shown}`;
}
