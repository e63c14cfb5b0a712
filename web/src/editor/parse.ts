// YAML that is typed into an editor is read by the engine, as it reads documents; nothing else here knows how to get
// it.

import type { ParseResult } from "evalground";
import { engineReady } from "../run/engine.ts";

/** Reads a YAML or JSON text, once the engine is there. */
export async function parse(typed: string): Promise<ParseResult> {
  return (await engineReady()).parse(typed);
}

/** The same, as tests have it. */
export type Parse = (typed: string) => Promise<Pick<ParseResult, "json" | "diagnostics">>;
