// Groups modules that the page loads together into few files. Without this the bundler creates a file for each set of
// modules that some entries share: dozens of a few hundred bytes, and on slow machines a file costs more than its
// bytes.
//
// A module belongs to the first stage of the page that needs it, since later stages then have it already. Modules that
// frames and the pages of the site also use are in separate files, so that these load no more than they need.

import type { Plugin, Rolldown } from "vite";

type Modules = Pick<Rolldown.PluginContext, "getModuleIds" | "getModuleInfo">;

/** The page's entry. It awaits later stages, which import modules of the first stage, so it needs a file of its own. */
const page = "/src/main.ts";

/** The stages in which the page loads its modules: path suffixes of the root modules of each stage. */
const stages: readonly [stage: string, ...roots: string[]][] = [
  ["first", page],
  ["panes", "/src/panes.ts"],
  [
    "editor",
    "/src/editor/editor.ts",
    "/src/editor/expression.ts",
    "/src/editor/signs.ts",
    "/src/editor/fields.ts",
    "/src/assist/attach.ts",
  ],
];

/**
 * The entries of other pages: frames, the results in frames, and the pages of the site. Dynamic imports of `embed` are
 * loaded later; those of `site` are not separated.
 */
const roots = { embed: "/src/embed/main.ts", live: "/src/embed/live.ts", site: "/src/site/main.ts" };

/** These modules and everything they import statically. */
function needed(roots: readonly string[], { getModuleInfo }: Modules): Set<string> {
  const found = new Set(roots);
  for (const id of found) for (const imported of getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** The modules that these import dynamically. */
function importedLater(ids: Iterable<string>, { getModuleInfo }: Modules): string[] {
  return [...ids].flatMap((id) => getModuleInfo(id)?.dynamicallyImportedIds ?? []);
}

/** The name of the file for each module that the page loads. Files never import each other in circles. */
export function sortOut(modules: Modules): Map<string, string> {
  const ids = [...modules.getModuleIds()];
  const named = (end: string): string[] => ids.filter((id) => id.endsWith(end));
  const [live, embed] = [needed(named(roots.live), modules), needed(named(roots.embed), modules)];
  const later = needed(importedLater(embed, modules), modules);
  const site = needed(named(roots.site), modules);
  for (const id of needed(importedLater(site, modules), modules)) site.add(id);
  const frameOf = (id: string): string[] => {
    if (embed.has(id)) return ["embed"];
    if (live.has(id)) return ["live"];
    return later.has(id) ? ["later"] : [];
  };
  const names = new Map<string, string>();
  for (const [stage, ...begins] of stages) {
    for (const id of needed(begins.flatMap(named), modules)) {
      if (!names.has(id)) names.set(id, [stage, ...frameOf(id), ...(site.has(id) ? ["site"] : [])].join("-"));
    }
  }
  for (const id of named(page)) names.set(id, "first-of-all");
  return names;
}

/** The first paint waits for styles but not for scripts, so the styles come first. */
export function stylesFirst(html: string): string {
  const styles = html.match(/^ *<link rel="stylesheet".*\n/gm) ?? [];
  const others = styles.reduce((rest, line) => rest.replace(line, ""), html);
  return others.replace(/^ *<script type="module"/m, (script) => styles.join("") + script);
}

export function chunks(): Plugin {
  let names = new Map<string, string>();
  return {
    name: "chunks",
    apply: "build",
    config: () => {
      const groups = [
        { name: (id: string) => names.get(id), includeDependenciesRecursively: false, debugName: "stages" },
      ];
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } };
    },
    buildEnd() {
      names = sortOut(this);
    },
    transformIndexHtml: { order: "post", handler: stylesFirst },
  };
}
