import type { CatalogueEntry, DialectDescription } from "evalground";
import { describe, expect, it } from "vitest";
import { functions } from "../plugins/functions.ts";

const descriptions = [
  { id: "one", flavors: [{ id: "sweet", options: { taste: "sweet" } }] },
  { id: "two" },
] as unknown as DialectDescription[];
const entry = (name: string, dialect: string, options?: object) =>
  ({
    name,
    dialect,
    kind: "function",
    signatures: [],
    summary: "",
    examples: [{ workspace: { dialect, options } }],
  }) as unknown as CatalogueEntry;
const plugin = functions(
  async () => [entry("plain", "one"), entry("sugar", "one", { taste: "sweet" }), entry("other", "two")],
  descriptions,
);
const load = plugin.load as (id: string) => Promise<string>;

describe("the functions of a dialect", () => {
  it("are a module of their own, each with the choice that has it", async () => {
    const code = await load("\0virtual:functions/one");
    const entries = JSON.parse(code.replace(/^export default |;$/g, "")) as { name: string; choice: string }[];
    expect(entries.map(({ name, choice }) => [name, choice])).toEqual([
      ["plain", "one"],
      ["sugar", "one/sweet"],
    ]);
  });

  it("are loaded on request", async () => {
    expect(await load("\0virtual:functions")).toContain('"two": () => import("virtual:functions/two")');
  });
});
