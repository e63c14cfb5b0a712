import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Theme = Record<string, string>;

/** The colours of a theme in the token file. */
function readTheme(name: string): Theme {
  const css = readFileSync(new URL("../src/ui/tokens.css", import.meta.url), "utf8");
  const block = new RegExp(`:root\\[data-theme="${name}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9A-F]{6});/gi)].map(([, token, colour]) => [token!, colour!]),
  );
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter! + 0.05) / (darker! + 0.05);
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
