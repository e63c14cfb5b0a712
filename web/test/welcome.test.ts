import type { Origin } from "evalground";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { spokenOrigin } from "../src/results/provenance.ts";
import { ledger } from "../src/results/rows.ts";
import { tellingRow } from "../src/results/welcome.ts";
import { alarm, announce, announceQuietly, startAnnouncing, unsay } from "../src/ui/announce.ts";
import { sayRunning } from "../src/results/running.ts";
import { makeResult, makeStore } from "./make.ts";

const at = (from: number, via: Origin["via"] = "literal", file = "main.yaml"): Origin => ({
  via,
  span: { file, from, to: from + 1, line: 1, column: from + 1 },
});

describe("the row that shows what the page is for", () => {
  const rows = ledger(
    makeResult({
      json: '{"a":1,"b":2,"c":3,"d":{"e":4}}',
      origins: {
        "/a": [at(1)],
        "/b": [at(2, "expression")],
        "/c": [at(3, "merge"), at(4)],
        "/d": [at(5, "merge"), at(6), at(7)],
        "/d/e": [at(8, "merge", "lib.yaml"), at(9, "literal", "lib.yaml")],
      },
    }),
  );

  it("is the value with origins in the most places of the open file", () => {
    expect(tellingRow(rows, "main.yaml")?.pointer).toBe("/c");
    expect(tellingRow(rows, "lib.yaml")?.pointer).toBe("/d/e");
  });

  it("is the value that was read from most parts of the data if there is no file", () => {
    const ofData = (...reads: string[]): Origin => ({ via: "expression", reads });
    const all = ledger(
      makeResult({
        json: '["web-1",7]',
        origins: { "/0": [ofData("$.servers[0].name")], "/1": [ofData("$.servers[0].ram", "$.servers[1].ram")] },
      }),
    );
    expect(tellingRow(all, null)?.pointer).toBe("/1");
  });

  it("is null if nothing was computed", () => {
    expect(tellingRow(rows.slice(0, 1), "main.yaml")).toBeNull();
    expect(tellingRow(rows, null)).toBeNull();
  });
});

describe("where a value comes from, in words", () => {
  it("names the winning places, but no overridden ones", () => {
    const origins = [at(3, "merge"), at(4), { ...at(9), overridden: true }];
    expect(spokenOrigin(origins)).toContain("main.yaml 1:4, main.yaml 1:5");
    expect(spokenOrigin(origins)).not.toContain("1:10");
    expect(spokenOrigin([])).toBe("");
  });
});

describe("the status line", () => {
  const line = {
    textContent: "",
    isFailure: false,
    toggleAttribute: (_: string, is: boolean) => {
      line.isFailure = is;
    },
  };
  beforeEach(() => {
    vi.useFakeTimers();
    startAnnouncing(line as never, { textContent: "" } as never);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("withdraws only messages that are no longer true", () => {
    announce("Done", "run");
    unsay("run");
    expect(line.textContent).toBe("");
    announce("Copied");
    unsay("run");
    expect(line.textContent).toBe("Copied");
  });

  it("marks the message of a failure until the next message", () => {
    alarm("Refused");
    expect(line).toMatchObject({ textContent: "Refused", isFailure: true });
    announce("Copied");
    expect(line.isFailure).toBe(false);
  });

  it("says that a long run is going on, until it ends", () => {
    const store = makeStore();
    sayRunning(store);
    const write = store.writer("run");
    write({ runningSince: 1 });
    vi.advanceTimersByTime(900);
    expect(line.textContent).not.toBe("Running");
    vi.advanceTimersByTime(2000);
    expect(line.textContent).toBe("Running");
    write({ runningSince: null });
    expect(line.textContent).toBe("");
  });

  it("withdraws messages that are still waiting", () => {
    announce("Copied");
    announceQuietly("Done", "run");
    unsay("run");
    vi.advanceTimersByTime(5000);
    expect(line.textContent).toBe("Copied");
  });
});
