// States and answers for tests. A test gives only the values that matter to it.

import type { Diagnostic, RunResult } from "evalground";
import { parse } from "yaml";
import { firstState, type Settings, type State, Store } from "../src/store.ts";

export function makeStore(special: Partial<State> = {}): Store {
  const workspace = { dialect: "unfurl", files: { "main.yaml": "a: 1\n" } };
  const settings: Settings = {
    theme: "system",
    announce: "always",
    tabMovesFocus: false,
    editorZoom: 100,
    wrapLines: false,
    inlay: false,
    limits: { timeMs: 3000 },
  };
  return new Store({
    ...firstState(workspace, settings),
    activeFile: "main.yaml",
    draft: "draft",
    title: "a",
    engine: "ready",
    engineVersion: "1.0.0",
    ...special,
  });
}

export function makeResult(special: Partial<RunResult> = {}): RunResult {
  return {
    id: "",
    ok: true,
    json: "1",
    sensitive: [],
    rows: [],
    outline: [{ id: "root", kind: "resource", name: "root" }],
    diagnostics: [],
    stats: { ms: 1, steps: 1, cacheHits: 0, memory: 0, clock: "2026-01-01T00:00:00Z", seed: 7 },
    ...special,
  };
}

/** Parses YAML like the engine, as far as the tests need it. */
export async function readYaml(typed: string): Promise<{ json?: string; diagnostics: Diagnostic[] }> {
  try {
    return { json: JSON.stringify(parse(typed)), diagnostics: [] };
  } catch {
    const span = { file: "", from: 0, to: 1, line: 1, column: 1 };
    return { diagnostics: [{ severity: "error", code: "yaml-syntax", message: "No YAML.", span }] };
  }
}
