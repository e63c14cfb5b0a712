// Encodings for links: base64url and CRC-32.

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const digits = new Map([...alphabet].map((character, digit) => [character.charCodeAt(0), digit]));

/** base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const triple = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    pieces.push(
      alphabet[triple >> 18]! +
        alphabet[(triple >> 12) & 63]! +
        (left > 1 ? alphabet[(triple >> 6) & 63]! : "") +
        (left > 2 ? alphabet[triple & 63]! : ""),
    );
  }
  return pieces.join("");
}

/** Undefined if the text is not exactly what `toBase64Url` writes. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let count = 0;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = digits.get(text.charCodeAt(at));
    if (digit === undefined) return undefined;
    bits = (bits << 6) | digit;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[length] = bits >> count;
    length += 1;
    bits &= (1 << count) - 1;
  }
  return bits === 0 ? bytes : undefined;
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
