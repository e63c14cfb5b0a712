// Converts between the bytes of the user's files and virtual files.

import type { FileContent } from "evalground";

/** The bytes of a virtual file. */
export function bytesOf(content: FileContent): Uint8Array<ArrayBuffer> {
  if (typeof content === "string") return new TextEncoder().encode(content);
  try {
    return Uint8Array.from(atob(content.base64), (character) => character.charCodeAt(0));
  } catch {
    // A workspace from outside may contain anything here.
    return new Uint8Array();
  }
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** A virtual file from bytes: text if they are UTF-8 without NUL, else base64. */
export function contentOf(bytes: Uint8Array<ArrayBuffer>): FileContent {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Not UTF-8: keep the bytes.
  }
  return { base64: base64(bytes) };
}

/** The size of a virtual file in bytes, without decoding it. */
export function sizeOf(content: FileContent): number {
  if (typeof content === "string") {
    let bytes = 0;
    for (const character of content) {
      const point = character.codePointAt(0) ?? 0;
      bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    }
    return bytes;
  }
  const { length } = content.base64.replace(/=+$/, "");
  return Math.floor((length * 3) / 4);
}
