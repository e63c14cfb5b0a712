// Formats the texts of the page: {name}, and {count, plural, one {# value} other {# values}} in ICU syntax.

import type { messages } from "./messages.ts";

/** A key of the catalogue. */
export type TextKey = keyof typeof messages;

/** The values for the placeholders of a message. */
export type TextValues = Record<string, string | number>;

const locale = "en";
const plurals = new Intl.PluralRules(locale);
const numbers = new Intl.NumberFormat(locale);

/** A number in the format of the page's language. */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** A size in bytes as a short number with a unit. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return text("size.bytes", { count: bytes });
  const kibibytes = bytes / 1024;
  if (kibibytes < 1024) return text("size.kib", { size: numbers.format(Math.round(kibibytes * 10) / 10) });
  return text("size.mib", { size: numbers.format(Math.round(kibibytes / 102.4) / 10) });
}

/** A time as a local date and time. */
export function formatTime(milliseconds: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(milliseconds);
}

/** The offset of the closing brace for the opening one at `from`. */
function closing(message: string, from: number): number {
  let open = 0;
  for (let at = from; at < message.length; at += 1) {
    if (message[at] === "{") open += 1;
    else if (message[at] === "}") {
      open -= 1;
      if (open === 0) return at;
    }
  }
  throw new Error(`unclosed brace in message: ${message}`);
}

function choose(branches: string, count: number): string {
  const wanted = plurals.select(count);
  let other = "";
  for (let at = 0; at < branches.length; ) {
    const open = branches.indexOf("{", at);
    if (open < 0) break;
    const close = closing(branches, open);
    const name = branches.slice(at, open).trim();
    const content = branches.slice(open + 1, close);
    if (name === wanted || name === `=${count}`) return content;
    if (name === "other") other = content;
    at = close + 1;
  }
  return other;
}

/** Fills the placeholders of a message. */
export function format(message: string, values: TextValues = {}): string {
  let result = "";
  for (let at = 0; at < message.length; ) {
    const open = message.indexOf("{", at);
    if (open < 0) return result + message.slice(at);
    const close = closing(message, open);
    result += message.slice(at, open);
    const [name = "", kind, ...rest] = message.slice(open + 1, close).split(",");
    const value = values[name.trim()];
    if (value === undefined) throw new Error(`message lacks a value for {${name}}: ${message}`);
    if (kind?.trim() === "plural") {
      const count = Number(value);
      result += format(choose(rest.join(","), count).replaceAll("#", numbers.format(count)), values);
    } else {
      result += typeof value === "number" ? numbers.format(value) : value;
    }
    at = close + 1;
  }
  return result;
}

/** A pseudo-translation: 40 % longer, bracketed and accented. In tests it reveals cut and untranslated text. */
export function pseudo(words: string): string {
  const accents: Record<string, string> = {
    a: "á",
    e: "é",
    i: "í",
    o: "ó",
    u: "ú",
    A: "Á",
    E: "É",
    O: "Ó",
    n: "ñ",
    c: "ç",
  };
  const accented = words.replace(/[aeiouAEOnc]/g, (letter) => accents[letter] ?? letter);
  return `[${accented}${"~".repeat(Math.ceil(words.length * 0.4))}]`;
}

/**
 * A message of the catalogue with its placeholders filled. Code names the message by its key; the build replaces the
 * key with the message (plugins/texts.ts).
 */
export function text(message: TextKey, values?: TextValues): string {
  return engineText(format(message, values));
}

/** A text from the engine's description of a dialect, handled like the page's own texts. */
export function engineText(words: string): string {
  return import.meta.env?.MODE === "pseudo" && words !== "" ? pseudo(words) : words;
}
