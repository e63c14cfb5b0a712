// Measures the compressed size of what a first visit and an embed load, and fails the build if it exceeds the limits.

import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

type Part = "first" | "panes" | "editor" | "engine" | "rest" | "data";
type EmbedPart = "script" | "resize" | "viewer" | "live";

const kibibyte = 1024;
const limits: Record<Part | EmbedPart | "total", number> = {
  first: 60 * kibibyte,
  panes: 47 * kibibyte,
  editor: 170 * kibibyte,
  engine: 600 * kibibyte,
  rest: 446 * kibibyte,
  data: 80 * kibibyte,
  total: 1252 * kibibyte,
  script: 12 * kibibyte,
  resize: kibibyte,
  viewer: 40 * kibibyte,
  live: 36 * kibibyte,
};

const meanings: Record<Part | EmbedPart | "total", string> = {
  first: "HTML, CSS and first script",
  panes: "resources, inputs, results, problems and sharing",
  editor: "editor",
  engine: "engine until the first result",
  rest: "engine, the second part",
  data: "examples and other data",
  total: "all until the first own evaluation",
  script: "embed.js",
  resize: "embed-resize.js",
  viewer: "an embed until it is evaluated",
  live: "its results and problems, without the engine",
};

/** The compressed size of a content. */
function compressed(content: string | Uint8Array): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

/** The part of the page that each file of the build belongs to. A first visit does not load files without a part. */
function partsOf(bundle: Rolldown.OutputBundle): Map<string, Part> {
  const parts = new Map<string, Part>();
  const take = (name: string, part: Part): void => {
    const file = bundle[name];
    if (!file || parts.has(name)) return;
    parts.set(name, part);
    if (file.type !== "chunk") return;
    for (const other of file.imports) take(other, part);
    for (const css of (file as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? [])
      take(css, part);
  };
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  take("index.html", "first");
  // The stages of chunks.ts in order. A file that an earlier stage loads is not loaded again.
  for (const stage of ["first", "panes", "editor"] as const)
    for (const chunk of chunks) if (new RegExp(`^${stage}\\b`).test(chunk.name)) take(chunk.fileName, stage);
  for (const chunk of chunks) {
    const made = chunk.facadeModuleId ?? "";
    // The function descriptions are loaded only for the palette.
    if (made.includes("virtual:examples/") || made.includes("virtual:functions")) continue;
    if (made.includes("virtual:")) take(chunk.fileName, "data");
  }
  // The examples of one dialect are loaded when its menu is opened, so the largest set counts.
  const sets = chunks
    .filter(({ facadeModuleId }) => facadeModuleId?.includes("virtual:examples/"))
    .sort((one, other) => other.code.length - one.code.length);
  if (sets[0]) take(sets[0].fileName, "data");
  for (const name of Object.keys(bundle)) if (/\/worker-[^/]*\.js$/.test(name)) take(name, "engine");
  // A document loads the two parts of its dialect's module, so the largest ones count.
  const takeLargest = (name: RegExp, part: Part): void => {
    const [largest] = Object.values(bundle)
      .filter((file) => file.type === "asset" && name.test(file.names[0] ?? ""))
      .sort((one, other) => contentOf(other).length - contentOf(one).length);
    if (largest) take(largest.fileName, part);
  };
  takeLargest(/^[^.]*\.wasm$/, "engine");
  takeLargest(/\.rest\.wasm$/, "rest");
  return parts;
}

/** The part of an embed that each file belongs to. */
function embedPartsOf(bundle: Rolldown.OutputBundle): Map<string, EmbedPart> {
  const parts = new Map<string, EmbedPart>([
    ["embed.js", "script"],
    ["embed-resize.js", "resize"],
    ["embed/index.html", "viewer"],
  ]);
  const take = (name: string, part: EmbedPart): void => {
    const file = bundle[name];
    if (file?.type !== "chunk" || parts.has(name)) return;
    parts.set(name, part);
    for (const other of file.imports) take(other, part);
    for (const css of (file as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? [])
      if (!parts.has(css)) parts.set(css, part);
  };
  for (const [source, part] of [
    ["/embed/index.html", "viewer"],
    ["/src/embed/live.ts", "live"],
  ] as const) {
    for (const file of Object.values(bundle))
      if (file.type === "chunk" && file.facadeModuleId?.endsWith(source)) take(file.fileName, part);
  }
  return parts;
}

function contentOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk): string | Uint8Array {
  return file.type === "chunk" ? file.code : file.source;
}

/** Reports the sizes and fails above a limit. `publicFiles` are part of the first load. */
export function budget(publicFiles: string[]): Plugin {
  return {
    name: "budget",
    apply: "build",
    writeBundle(_, bundle) {
      const sizes = {
        ...{ first: 0, panes: 0, editor: 0, engine: 0, rest: 0, data: 0, total: 0 },
        ...{ script: 0, resize: 0, viewer: 0, live: 0 },
      };
      for (const [name, part] of [...partsOf(bundle), ...embedPartsOf(bundle)]) {
        const file = bundle[name];
        if (file) sizes[part] += compressed(contentOf(file));
      }
      for (const file of publicFiles) sizes.first += compressed(readFileSync(file));
      sizes.total = sizes.first + sizes.panes + sizes.editor + sizes.engine + sizes.rest;
      const lines = (Object.keys(limits) as (keyof typeof limits)[]).map((part) => {
        const over = sizes[part] > limits[part];
        const size = (sizes[part] / kibibyte).toFixed(1).padStart(7);
        return {
          over,
          line: `${over ? "OVER " : "     "}${size} of ${limits[part] / kibibyte} KiB  ${meanings[part]}`,
        };
      });
      this.info(`sizes as they travel (Brotli):\n${lines.map(({ line }) => line).join("\n")}`);
      if (lines.some(({ over }) => over)) this.error("a first visit, or an embed, fetches more than its limit");
    },
  };
}
