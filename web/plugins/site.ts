// The pages beside the playground: HTML written at build time and readable without scripts. Their content comes from
// the catalogue, the examples, the phrases and the lessons. Every value on them was evaluated in this build; the build
// fails if a value differs from the recorded one.

import { existsSync } from "node:fs";
import type { DialectDescription, RunResult, Workspace } from "evalground";
import type { Plugin, Rolldown } from "vite";
import { guideOf } from "./dialects.ts";
import { aboutPage, countCases, readSnippets } from "./site/about.ts";
import { readCases } from "./site/cases.ts";
import { readDifferences } from "./site/differences.ts";
import { galleryPages, readGallery, unusedGroups, workspaceFiles } from "./site/gallery.ts";
import { lessonPages, readLessons } from "./site/lessons.ts";
import { phrasesPage, readPhrases } from "./site/phrases.ts";
import { problemsPage } from "./site/problems.ts";
import { document, forwarding, otherAddresses, type Page, type PageAssets } from "./site/layout.ts";
import { reserveStyles } from "./site/reserve.ts";
import { referencePages, searchIndex, type Entry, type Sources } from "./site/reference.ts";
import { setPseudo } from "./site/words.ts";

export interface SiteSources {
  /** The address of the documents. */
  repository: string;
  /** The file with the phrases. */
  phrases: string;
  descriptions: readonly DialectDescription[];
  catalogue: () => Promise<readonly Entry[]>;
  /** Calls back with a function that evaluates, and closes the engine afterwards. */
  withEngine: (use: (evaluate: (workspace: Workspace) => Promise<RunResult>) => Promise<Page[]>) => Promise<Page[]>;
  isPseudo: boolean;
}

/** The styles of a chunk and of everything it imports. */
function stylesOf(bundle: Rolldown.OutputBundle, name: string, seen = new Set<string>()): string[] {
  const file = bundle[name];
  if (file?.type !== "chunk" || seen.has(name)) return [];
  seen.add(name);
  const own = (file as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? [];
  return [...file.imports.flatMap((other) => stylesOf(bundle, other, seen)), ...own];
}

function assetsOf(bundle: Rolldown.OutputBundle, reserve: string): PageAssets {
  const script = Object.values(bundle).find(
    (file) => file.type === "chunk" && file.isEntry && file.facadeModuleId?.endsWith("/src/site/main.ts"),
  );
  if (!script) throw new Error("the site's pages have no script");
  const styles = [...new Set(stylesOf(bundle, script.fileName))];
  return { script: `/${script.fileName}`, styles: styles.map((name) => `/${name}`), reserve };
}

/** Writes the pages. */
export function site({ repository, phrases, descriptions, catalogue, withEngine, isPseudo }: SiteSources): Plugin {
  return {
    name: "site",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const entries = await catalogue();
        setPseudo(isPseudo);
        const examples = readGallery(descriptions);
        const unused = unusedGroups(entries, examples);
        if (unused.length > 0) throw new Error(`gallery: no example uses anything of ${unused.join(", ")}`);
        const cases = readCases();
        const sourcesFor = ({ id, flavors = [] }: DialectDescription): Sources => {
          const own = cases.filter(({ dialect }) => dialect === id);
          const guides = [id, ...flavors.map((flavor) => flavor.id)].map(guideOf).filter(existsSync);
          return { gallery: examples, cases: own, differences: readDifferences(guides, own) };
        };
        const index = this.emitFile({
          type: "asset",
          name: "reference.json",
          source: searchIndex(entries, descriptions),
        });
        const pages = await withEngine(async (evaluate) => [
          ...(await referencePages(entries, descriptions, evaluate, sourcesFor, `/${this.getFileName(index)}`)),
          ...(await galleryPages(examples, descriptions, evaluate)),
          ...(await lessonPages(readLessons(), descriptions, evaluate)),
          await aboutPage(
            descriptions,
            examples,
            countCases(cases, `${repository}/CONTRIBUTING.md`),
            readSnippets(repository),
            evaluate,
          ),
          problemsPage(`${repository}/docs/problems.md`),
          await phrasesPage(readPhrases(phrases), descriptions, evaluate),
        ]);
        for (const { path, content } of workspaceFiles(examples))
          this.emitFile({ type: "asset", fileName: path.slice(1), source: content });
        const reserve = this.emitFile({ type: "asset", name: "reserve.css", source: reserveStyles() });
        const assets = assetsOf(bundle, `/${this.getFileName(reserve)}`);
        for (const other of otherAddresses)
          this.emitFile({ type: "asset", fileName: `${other[0].slice(1)}index.html`, source: forwarding(other) });
        for (const page of pages)
          this.emitFile({ type: "asset", fileName: `${page.path.slice(1)}index.html`, source: document(page, assets) });
      },
    },
  };
}
