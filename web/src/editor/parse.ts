// YAML that is typed into an editor is read by the engine, as it reads documents; nothing else here knows how to get
// it.

import type { ParseOptions, ParseResult } from "evalground";
import { engineReady } from "../run/ready.ts";

/** Reads a YAML or JSON text, once the engine is there. */
export async function parse(typed: string, rules?: ParseOptions): Promise<ParseResult> {
  return (await engineReady()).parse(typed, rules);
}

/** The same, as tests have it. */
export type Parse = (typed: string, rules?: ParseOptions) => Promise<Pick<ParseResult, "json" | "diagnostics">>;
