// Encodings for links: base64url and CRC-32.

/** base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");
}

/** Undefined if the text is not exactly what `toBase64Url` writes. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  // atob ignores the unused bits of the last letter, which must be zero.
  return toBase64Url(bytes) === text ? bytes : undefined;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  return rest;
});

/** The CRC-32 of zip and gzip, as eight hexadecimal digits. */
export function crc32(bytes: Uint8Array): string {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (rest >>> 8) ^ crcTable[(rest ^ byte) & 255]!;
  return ((rest ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}
