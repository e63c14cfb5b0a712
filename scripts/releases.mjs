// Archives of releases, as named by files such as web/frozen.lock with version, hash and address.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

export const versionPattern = /^\d+\.\d+\.\d+$/;

export const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** `0.2.0 <sha256> <address>` on each line; `#` begins a comment. */
export function readLock(text) {
  const releases = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [version, hash, address, ...more] = line.trim().split(/\s+/);
    const isRight =
      versionPattern.test(version) && /^[0-9a-f]{64}$/.test(hash ?? "") && /^(https|file):/.test(address ?? "");
    if (!isRight || more.length > 0) throw new Error(`line ${index + 1}: version, SHA-256 and address are expected`);
    if (releases.some((other) => other.version === version))
      throw new Error(`line ${index + 1}: ${version} is there twice`);
    releases.push({ version, hash, address });
  }
  return releases;
}

/**
 * The path of a release's archive. It is downloaded if the archive folder does not contain it, and its hash is checked.
 * `list`: the file that names it, for messages.
 */
export async function archiveOf({ version, hash, address }, archives, list) {
  const kept = join(archives, basename(new URL(address).pathname));
  const name = `the archive of ${version}`;
  if (existsSync(kept) && sha256(readFileSync(kept)) === hash) return kept;
  let bytes;
  if (address.startsWith("file:")) {
    bytes = readFileSync(new URL(address));
  } else {
    const answer = await fetch(address).catch((error) => {
      throw new Error(`${name} cannot be had from ${address}: ${error.cause?.message ?? error.message}`);
    });
    if (!answer.ok) throw new Error(`${name} cannot be had from ${address}: ${answer.status}`);
    bytes = Buffer.from(await answer.arrayBuffer());
  }
  if (sha256(bytes) !== hash) throw new Error(`${name} has another content than ${list} says: ${sha256(bytes)}`);
  mkdirSync(archives, { recursive: true });
  writeFileSync(kept, bytes);
  return kept;
}
