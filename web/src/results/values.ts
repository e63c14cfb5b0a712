// Values as text for people: one line in the ledger, and whole as YAML, JSON or plain text.

import { quotedCode } from "../ui/code_words.ts";
import type { JsonNode } from "evalground";
import { prettyJson } from "../ui/json.ts";
import { formatNumber, formatSize, text } from "../ui/text.ts";
import { toYaml } from "../ui/yaml.ts";
import { base64Of, type LedgerRow, scalarOf } from "./rows.ts";

/** Longest value in a row of the ledger. The rest is cut. */
const longestInRow = 300;

/** A value as plain text: strings unquoted, anything else as JSON. */
export function plainText(node: JsonNode): string {
  return node.kind === "string" ? node.text : prettyJson(node);
}

/** A value as YAML without the final line break. */
export function yamlText(node: JsonNode): string {
  return toYaml(node).replace(/\n$/, "");
}

/** Number of bytes that a base64 text encodes. */
function bytesOf(base64: string): number {
  return Math.floor((base64.replace(/=+$/, "").length * 3) / 4);
}

/** The size of a container or of bytes in words; null for other values. */
function extent(row: LedgerRow): string | null {
  const bytes = base64Of(row.node, row.type);
  if (bytes !== null) return text("results.bytes", { size: formatSize(bytesOf(bytes)) });
  const count = row.node?.children.length ?? 0;
  switch (row.type) {
    case "set":
      return text("results.set", { count });
    case "tuple":
      return text("results.tuple", { count });
    default:
      break;
  }
  if (row.node?.kind === "map") return count === 0 ? "{}" : text("results.keys", { count });
  if (row.node?.kind === "list") return count === 0 ? "[]" : text("results.items", { count });
  return null;
}

/** The one-line text of a row's value in the ledger, and its colour. */
export function rowText(row: LedgerRow): {
  words: string;
  kind: "error" | "sensitive" | "extent" | "string" | "number" | "atom";
  isCut: boolean;
} {
  if (row.error) return { words: quotedCode(row.error.message), kind: "error", isCut: false };
  if (row.isSensitive) return { words: text("results.hidden"), kind: "sensitive", isCut: false };
  const scalar = scalarOf(row.node);
  if (scalar !== null) return { words: scalar, kind: "number", isCut: false };
  const size = extent(row);
  if (size !== null) return { words: size, kind: "extent", isCut: false };
  if (!row.node) return { words: text("results.absent"), kind: "atom", isCut: false };
  if (row.node.kind === "string") {
    const isCut = row.node.text.length > longestInRow;
    const shown = JSON.stringify(isCut ? row.node.text.slice(0, longestInRow) : row.node.text);
    return {
      words: isCut
        ? `${shown.slice(0, -1)}… ${text("results.characters", { count: formatNumber(row.node.text.length) })}`
        : shown,
      kind: "string",
      isCut,
    };
  }
  const kind = row.node.kind === "integer" || row.node.kind === "real" ? "number" : "atom";
  return { words: row.node.text, kind, isCut: false };
}
