import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast } from "./contrast.ts";

type Theme = Record<string, string>;

/** The colours of a theme in the token file. */
function readTheme(name: string): Theme {
  const css = readFileSync(new URL("../src/ui/tokens.css", import.meta.url), "utf8");
  const block = new RegExp(`:root\\[data-theme="${name}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9A-F]{6});/gi)].map(([, token, colour]) => [token!, colour!]),
  );
}

const grounds = ["bg", "pane", "sunk", "sel", "prov"];
const syntax = ["key", "string", "number", "atom", "comment", "anchor", "function", "variable", "operator"].map(
  (name) => `syntax-${name}`,
);
const words = ["text", "muted", "accent", "ok", "warn", "err", "info", "sens", ...syntax];

describe.each(["light", "dark"])("the %s theme", (name) => {
  const theme = readTheme(name);

  it("names every colour", () => {
    for (const token of [...grounds, ...words, "line", "edge", "focus", "on-accent", "prov-line", "syntax-embedded"])
      expect(theme[token], token).toMatch(/^#/);
  });

  it.each(words)("shows %s readably on every background", (word) => {
    for (const ground of grounds)
      expect(contrast(theme[word]!, theme[ground]!), `${word} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  it.each(syntax)("shows %s readably in an embedded expression", (word) => {
    expect(contrast(theme[word]!, theme["syntax-embedded"]!)).toBeGreaterThanOrEqual(4.5);
  });

  it("shows text on the accent colour readably", () => {
    expect(contrast(theme["on-accent"]!, theme["accent"]!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(["edge", "focus"])("makes the %s of a control visible", (edge) => {
    for (const ground of ["bg", "pane", "sunk"])
      expect(contrast(theme[edge]!, theme[ground]!), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3);
  });
});
