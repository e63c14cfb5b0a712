import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dialects } from "../src/ui/dialects.ts";
import { hueOf, signColours } from "../src/ui/signs.ts";
import { contrast } from "./contrast.ts";

const css = readFileSync(new URL("../src/ui/tokens.css", import.meta.url), "utf8");

function groundsOf(theme: string): string[] {
  const block = new RegExp(`:root\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? "";
  return ["bg", "pane", "sunk", "sel", "prov"].map(
    (name) => new RegExp(`--${name}: (#\\w{6});`).exec(block)?.[1] ?? "",
  );
}

describe.each(["light", "dark"] as const)("a monogram in the %s theme", (theme) => {
  it("is readable on every background, whatever its hue", () => {
    const grounds = groundsOf(theme);
    for (let hue = 0; hue < 360; hue += 1)
      for (const ground of grounds)
        expect(contrast(signColours(hue)[theme], ground), `${hue} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  it("has a different colour for each dialect", () => {
    const colours = dialects.map((dialect) => signColours(hueOf(dialect))[theme]);
    expect(new Set(colours).size).toBe(colours.length);
  });
});

it("the hue of a dialect without one is derived from its name", () => {
  expect(hueOf({ id: "toy" })).toBe(hueOf({ id: "toy" }));
  expect(hueOf({ id: "toy" })).not.toBe(hueOf({ id: "yot" }));
  expect(hueOf({ id: "toy", hue: 12 })).toBe(12);
});
