// How a wanted value is typed: a text stays a text, any other value is YAML.

import { type JsonNode, readJson, toFaithful } from "evalground";
import type { ReadTyped } from "../run/reading.ts";
import type { WantedChange } from "../store.ts";
import { text } from "../ui/text.ts";
import { toYaml } from "../ui/yaml.ts";

/** How a value is typed. */
export interface Entry {
  /** `secret`: a text that is not shown. */
  kind: "text" | "yaml" | "secret";
  /** Whether it needs several lines. */
  isLong: boolean;
  /** The present value; empty if it is secret. */
  now: string;
}

/** How the wanted value is typed in place of the present one. */
export function entryFor(value: WantedChange["value"]): Entry {
  if (value === null) return { kind: "secret", isLong: false, now: "" };
  const plain = typeof value === "string" ? value : value.kind === "string" ? value.text : null;
  if (plain !== null) return { kind: "text", isLong: plain.includes("\n"), now: plain };
  const { kind, children } = value as JsonNode;
  const isLong = (kind === "map" || kind === "list") && children.length > 0;
  return { kind: "yaml", isLong, now: toYaml(value as JsonNode).trimEnd() };
}

/** The typed value, or what is wrong with it. */
export async function readWanted(
  { kind }: Pick<Entry, "kind">,
  typed: string,
  parse: ReadTyped,
): Promise<{ value: unknown } | { problem: string }> {
  if (kind !== "yaml") return { value: typed };
  if (typed.trim() === "") return { problem: text("change.empty") };
  const { json, diagnostics } = await parse(typed);
  if (json === undefined) return { problem: diagnostics[0]?.message ?? text("inputs.unreadable") };
  return { value: toFaithful(readJson(json)) };
}
