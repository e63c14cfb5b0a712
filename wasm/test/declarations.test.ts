// Tests the published declarations as other programs use them. Needs dist/, like package.test.ts.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const wasm = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "evalground-types-"));
afterAll(() => rmSync(folder, { recursive: true }));

mkdirSync(join(folder, "node_modules"));
symlinkSync(wasm, join(folder, "node_modules", "evalground"));
writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
writeFileSync(
  join(folder, "program.ts"),
  `
import { createEngine, type RunResult, type Workspace } from "evalground";
import { decodeLink, encodeLink, type LinkView } from "evalground/links";
import { defineEmbed, type EmbedEvents, type EvalgroundEmbed } from "evalground/embed";
export const define = (): void => defineEmbed({ site: "https://evalground.example/" });
export const rerun = (embed: EvalgroundEmbed): void => embed.run();
export const value = (event: CustomEvent<EmbedEvents["evalground-result"]>): unknown => event.detail.value;
const workspace: Workspace = { dialect: "unfurl", files: new Map([["10", "a: 1"], ["9", "b: 2"]]) };
const view: LinkView = { tab: "json" };
const engine = await createEngine({ timeMs: 1000 });
const result: RunResult = await engine.evaluate(decodeLink(encodeLink(workspace, { view })).workspace);
export const message: string | undefined = result.diagnostics[0]?.message;
// @ts-expect-error: fails if the declarations resolve to "any"
export const wrong: number = result.diagnostics;
`,
);

/** The compiler's errors for the program; empty if there are none. */
function compile(moduleKind: string, resolution: string): string {
  const options = [
    "--noEmit",
    "--strict",
    "--target",
    "ES2023",
    "--lib",
    "ES2023,DOM",
    "--types",
    "",
    "--module",
    moduleKind,
    "--moduleResolution",
    resolution,
  ];
  try {
    return execFileSync(process.execPath, [join(wasm, "node_modules/typescript/bin/tsc"), ...options, "program.ts"], {
      cwd: folder,
      encoding: "utf8",
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test.each([
  ["NodeNext", "NodeNext"],
  ["ESNext", "Bundler"],
])("a strict program compiles with module %s and resolution %s", (moduleKind, resolution) => {
  expect(compile(moduleKind, resolution)).toBe("");
});
