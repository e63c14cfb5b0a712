// Puts what the page loads together into few files: by itself the bundler makes a file of each set of modules that some
// entries share, dozens of a few hundred bytes each, and on a slow machine a file costs more than its bytes do.
//
// A module belongs to the first of the page's stages that needs it, as by then it is there for all later ones. What
// frames and the pages of the site load too stands in files of its own, so that they fetch no more than they need.

import type { Plugin, Rolldown } from "vite";

type Modules = Pick<Rolldown.PluginContext, "getModuleIds" | "getModuleInfo">;

/** What begins the page. It waits for later stages, which need the first one's modules: so it stands alone. */
const page = "/src/main.ts";

/** What the page loads one after the other: the ends of the paths of modules, by stage. */
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
 * What begins other pages: frames, what shows results in them, and the pages of the site. What the first imports
 * dynamically comes later there; of the site all is one.
 */
const roots = { embed: "/src/embed/main.ts", live: "/src/embed/live.ts", site: "/src/site/main.ts" };

/** These modules, and all that they import. */
function needed(roots: readonly string[], { getModuleInfo }: Modules): Set<string> {
  const found = new Set(roots);
  for (const id of found) for (const imported of getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** What these import when they want it. */
function importedLater(ids: Iterable<string>, { getModuleInfo }: Modules): string[] {
  return [...ids].flatMap((id) => getModuleInfo(id)?.dynamicallyImportedIds ?? []);
}

/** The name of the file of each module that the page loads. No two files import each other. */
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

/** The first paint waits for styles and not for scripts, so a page asks for them first. */
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
