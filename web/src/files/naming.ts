// Names a draft after a text that was pasted or dropped, or typed over an example: by its heading, or else by what it
// is.

import type { Workspace } from "evalground";
import type { Store } from "../store.ts";
import { fewestAtOnce as shortest } from "../ui/choose.ts";
import { choiceOf, dialectFacts } from "../ui/dialects.ts";
import { byId } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { dataFile } from "../ui/places.ts";
import { engineText, text } from "../ui/text.ts";

/** The part of a text that is searched, in characters. Names are at the beginning. */
const searched = 4000;
const longestTitle = 60;
/** The number of lines in which a heading is searched. */
const headLines = 8;

/** Comments for editors and tools, licences and rulers. They do not describe the document. */
const unmeant =
  /^(?:[!%]|vim?:|-\*-|copyright\b|\(c\)|spdx\b|licen[sc]e|ansible managed|jinja2:|yaml-language-server|[-=*#~_ ]*$)/i;
/** Code that was commented out: an assignment, a call, a path or an expression. */
const code = /[{}<>|=$;]|\w\(|:\s*\S+$|^\S*\/\S*$/;

const comment = /^\s*(?:#+|\/\/+|\{#-?|;+)\s*(.*?)\s*(?:-?#\})?\s*$/;
const named = /^(?:-\s+)?(?:title|name|display_name|description)\s*:\s*(?:[>|][-+]?\s*\n\s*)?(\S.*)$/m;
const nested = /^metadata\s*:[ \t]*\n(?:[ \t]+.*\n){0,20}?[ \t]+(?:template_name|name)\s*:[ \t]*(\S.*)$/m;

/** A line as a title: without quotes, comments and further sentences, at most `longestTitle` characters. */
function asTitle(line: string): string | null {
  const plain = line
    .replace(/\s+#.*$/, "")
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2");
  const [sentence = ""] = plain.split(/(?<=[.!?])\s/, 1);
  const words = sentence.replace(/[.:,;\s]+$/, "");
  if (!/\p{L}{2}/u.test(words) || /\{\{|\{%|<%|\$\(/.test(words)) return null;
  if (words.length <= longestTitle) return words;
  return `${words.slice(0, longestTitle).replace(/\s+\S*$/, "")}…`;
}

/** The heading of a text: a comment at its beginning that is neither code nor meant for tools. */
function headingOf(head: string): string | null {
  for (const line of head.split("\n", headLines)) {
    const [, words = ""] = comment.exec(line) ?? [];
    if (words !== "" && !unmeant.test(words) && !code.test(words)) return asTitle(words);
    if (line.trim() !== "" && !comment.test(line) && !/^\s*---/.test(line)) return null;
  }
  return null;
}

/** The title for a draft that consists of a pasted text. */
export function titleFor(pasted: string, workspace: Pick<Workspace, "dialect" | "options">, isData: boolean): string {
  const head = pasted.slice(0, searched).replace(/\r\n?/g, "\n");
  const own = named.exec(head)?.[1] ?? nested.exec(head)?.[1];
  const found = headingOf(head) ?? (own === undefined ? null : asTitle(own));
  const { name, dialect } = choiceOf(workspace);
  const { file } = dialectFacts(dialect);
  const what = isData ? text("draft.data") : engineText(file.label);
  return found ?? text("draft.kind", { dialect: name, what });
}

/** Whether the user named the draft. Others have the title of their example, or of a draft without one. */
async function isNamed({ example, title }: Store["state"]): Promise<boolean> {
  if (example === null) return !["", text("draft.untitled"), text("paste.environmentTitle")].includes(title);
  const { examples } = await import("virtual:examples");
  const { title: usual = title } = examples.find(({ id }) => id === example) ?? {};
  return title !== usual && title !== text("draft.copyOf", { title: usual });
}

/** The length of the text in the source editor, without line breaks. Long texts are only partly in the page. */
function shownLength(): number {
  const plain = byId("editor").querySelector<HTMLTextAreaElement>(".plain-editor");
  const lines = byId("editor").querySelector(".editor-host")?.shadowRoot?.querySelector(".cm-content");
  const words = plain?.value ?? lines?.textContent ?? "";
  return words.replaceAll("\n", "").length;
}

/** Whether the document, or the data, consists almost entirely of a pasted text. */
export function isWhole({ mainFile, openText, state }: Store, pasted: string): boolean {
  if (openText === null || (openText !== dataFile && openText !== mainFile)) return false;
  const content = openText === dataFile ? undefined : filesOf(state.workspace).get(openText);
  const length = typeof content === "string" ? content.replaceAll("\n", "").length : shownLength();
  return pasted.replace(/[\r\n]/g, "").length >= 0.8 * length;
}

/** The texts of a workspace's files, in lines without indentation. */
function linesOf(workspace: Workspace): string[] {
  const texts = [...filesOf(workspace).values()].filter((content) => typeof content === "string");
  return texts.flatMap((content) => content.split("\n").map((line) => line.trim()));
}

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length, 0);

/** Whether almost nothing of an example is left in what the user made of it. Lines may be common to both by chance. */
export function isTypedOver(example: Workspace, now: Workspace): boolean {
  const before = linesOf(example);
  const lines = linesOf(now);
  const known = new Set(before);
  const kept = lengthOf(lines.filter((line) => known.has(line)));
  return lengthOf(lines) >= shortest && kept <= Math.min(lengthOf(before), lengthOf(lines)) / 5;
}

/** Names the draft after its text if that has replaced the example from which the draft was made. */
export async function nameTyped(store: Store): Promise<void> {
  const { example, draft } = store.state;
  const { examples, loadExample } = await import("virtual:examples");
  const entry = examples.find(({ id }) => id === example);
  if (!entry) return;
  const original = await loadExample(entry);
  const { workspace, draft: open } = store.state;
  if (open !== draft || !isTypedOver(original, workspace)) return;
  const typed = store.mainFile === null ? undefined : filesOf(workspace).get(store.mainFile);
  if (typeof typed === "string") await nameDraft(store, typed);
}

/**
 * Names the draft after the user's text that it consists of, unless the user has named it. In any case it is no longer
 * an example's draft.
 */
export async function nameDraft(store: Store, written: string): Promise<void> {
  const { draft } = store.state;
  // The language is guessed first, because the name may contain it.
  await import("../ui/guess.ts");
  const isKept = await isNamed(store.state);
  const { title, workspace, example } = store.state;
  if (store.state.draft !== draft || (isKept && example === null)) return;
  // Links and files contain these. They describe the example.
  if (example !== null) store.edit({ title: undefined, description: undefined });
  store.perform("nameDraft", isKept ? title : titleFor(written, workspace, store.openText === dataFile));
}
