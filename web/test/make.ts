// States and answers for tests, with only what a test says being special.

import type { RunResult } from "evalground";
import { type State, Store } from "../src/store.ts";

export function makeStore(special: Partial<State> = {}): Store {
  return new Store({
    workspace: { dialect: "unfurl", files: { "main.yaml": "a: 1\n" } },
    activeFile: "main.yaml",
    revision: 0,
    draft: "draft",
    title: "a",
    saved: "saved",
    storageTrouble: null,
    elsewhere: null,
    previous: null,
    example: null,
    expressions: [],
    rememberSecrets: false,
    result: null,
    lastGood: null,
    resultRevision: -1,
    freshness: "empty",
    runs: 0,
    runningSince: null,
    outline: [],
    outlineStale: false,
    live: true,
    paused: false,
    cautious: false,
    revealed: null,
    engine: "ready",
    engineVersion: "1.0.0",
    engineProblem: "",
    selection: null,
    marks: [],
    markPlaces: [],
    hovered: null,
    rowPlace: null,
    caret: null,
    view: "",
    layout: "wide",
    pane: "source",
    settings: { theme: "system", announce: "always", tabMovesFocus: false, editorZoom: 100, limits: { timeMs: 3000 } },
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
