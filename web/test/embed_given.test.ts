import type { Workspace } from "evalground";
import { describe, expect, it } from "vitest";
import { readGiven, withValues } from "../src/embed/given.ts";
import type { ReadTyped } from "../src/run/reading.ts";

const workspace = { dialect: "jinja2", vars: { base: 1, n: 1 } } as unknown as Workspace;

describe("inputs given as YAML", () => {
  it("are read by the rules of their keys, with the options that are given with them", async () => {
    const asked: unknown[] = [];
    const parse: ReadTyped = (typed, rules) => {
      asked.push([typed, rules]);
      return Promise.resolve({ json: typed.startsWith("{q") ? '{"quirks":true}' : '{"n":2}', diagnostics: [] });
    };
    const unread = new Map([
      ["vars", "{n: 2}"],
      ["options", "{quirks: yes}"],
    ]);
    const values = await readGiven(workspace, unread, parse);
    expect(asked).toEqual([
      ["{quirks: yes}", { key: "options", dialect: "jinja2" }],
      ["{n: 2}", { key: "vars", dialect: "jinja2", options: { quirks: true } }],
    ]);
    expect(withValues(workspace, values)).toMatchObject({ vars: { base: 1, n: 2 }, options: { quirks: true } });
  });

  it("are refused with the engine's reason", async () => {
    const parse: ReadTyped = () =>
      Promise.resolve({ diagnostics: [{ severity: "error", code: "yaml", message: "A bracket is missing." }] });
    const reading = readGiven(workspace, new Map([["vars", "{n"]]), parse);
    await expect(reading).rejects.toThrow("vars is neither JSON nor YAML: A bracket is missing.");
  });
});
