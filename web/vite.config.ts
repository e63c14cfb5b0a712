// Builds the page into dist/: texts into the HTML, examples as data, everything hashed. `--mode fake` uses a made-up engine.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";
import { parse } from "yaml";
import { english } from "./src/ui/text.en.ts";

const at = (path: string): string => new URL(path, import.meta.url).pathname;

/** Puts the words of the message file in place of {{key}} in the HTML. */
function texts(): Plugin {
  const escaped = (words: string): string => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  return {
    name: "texts",
    transformIndexHtml: (html) =>
      html.replace(/\{\{([\w.]+)\}\}/g, (_, key: string) => {
        const words = (english as Record<string, string>)[key];
        if (words === undefined) throw new Error(`no text for ${key}`);
        return escaped(words);
      }),
  };
}

const defaultExample = "web-shop";

/**
 * Gives the examples of gallery/ as the module `virtual:examples`, a case each, and the one of a first visit as
 * `virtual:default-example`.
 */
function examples(): Plugin {
  const names = ["virtual:examples", "virtual:default-example"];
  return {
    name: "examples",
    resolveId: (id) => (names.includes(id) ? `\0${id}` : null),
    load(id) {
      if (!names.some((name) => id === `\0${name}`)) return null;
      const found: { dialect: string; id?: string }[] = [];
      for (const dialect of readdirSync(at("gallery")).sort()) {
        for (const file of readdirSync(at(`gallery/${dialect}`)).sort()) {
          this.addWatchFile(at(`gallery/${dialect}/${file}`));
          found.push({ dialect, ...(parse(readFileSync(at(`gallery/${dialect}/${file}`), "utf8")) as object) });
        }
      }
      const given = id.endsWith("examples") ? found : found.find((example) => example.id === defaultExample);
      return `export default ${JSON.stringify(given)};`;
    },
  };
}

export default defineConfig(({ mode }) => {
  const fake = mode === "fake" || !existsSync(at("../wasm/dist/index.js"));
  return {
    root: at("pages"),
    publicDir: at("public"),
    resolve: {
      alias: [
        { find: /^\/src\//, replacement: at("src/") },
        ...(fake
          ? [
              { find: "evalground/worker?url", replacement: `${at("../wasm/src/worker.ts")}?worker&url` },
              { find: "evalground/evalground.wasm?url", replacement: `${at("test/fake/memory.wasm")}?url` },
              { find: /^evalground$/, replacement: at("../wasm/src/index.ts") },
              { find: /^.*\/build\/wasm\/evalground\.mjs$/, replacement: at("test/fake/glue.ts") },
            ]
          : []),
      ],
    },
    plugins: [texts(), examples()],
    worker: { format: "iife" as const, rolldownOptions: { output: { codeSplitting: false } } },
    build: {
      outDir: at("dist"),
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { index: at("pages/index.html"), 404: at("pages/404.html") } },
    },
    test: { root: at("."), include: ["test/**/*.test.ts"] },
  };
});
