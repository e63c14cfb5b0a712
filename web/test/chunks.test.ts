import { expect, test } from "vitest";
import { sortOut, stylesFirst } from "../plugins/chunks.ts";

/** A module graph as the bundler provides it: static imports, and dynamic imports (`later`). */
function graph(modules: Record<string, { imports?: string[]; later?: string[] }>): Parameters<typeof sortOut>[0] {
  const ids = (names: string[] = []): string[] => names.map((name) => `/src/${name}`);
  return {
    getModuleIds: () => ids(Object.keys(modules)).values(),
    getModuleInfo: (id: string) => {
      const { imports, later } = modules[id.slice("/src/".length)] ?? {};
      return { importedIds: ids(imports), dynamicallyImportedIds: ids(later) };
    },
  } as unknown as Parameters<typeof sortOut>[0];
}

const page = graph({
  "main.ts": { imports: ["store.ts", "ui/dom.ts"], later: ["panes.ts", "editor/editor.ts", "guide.ts"] },
  "panes.ts": { imports: ["rows.ts", "store.ts", "virtual.ts"] },
  "editor/editor.ts": { imports: ["codemirror.ts", "rows.ts"] },
  "guide.ts": { imports: ["ui/dom.ts"] },
  "embed/main.ts": { imports: ["ui/dom.ts"], later: ["embed/live.ts", "editor/editor.ts"] },
  "embed/live.ts": { imports: ["rows.ts", "ui/dom.ts"] },
  "site/main.ts": { later: ["site/search.ts"] },
  "site/search.ts": { imports: ["ui/dom.ts"] },
  "store.ts": {},
  "rows.ts": { imports: ["ui/dom.ts"] },
  "virtual.ts": {},
  "codemirror.ts": {},
  "ui/dom.ts": {},
});

test("a module belongs to the first stage that needs it, in a separate file if other pages load it too", () => {
  expect(Object.fromEntries(sortOut(page))).toEqual({
    "/src/main.ts": "first-of-all",
    "/src/store.ts": "first",
    "/src/ui/dom.ts": "first-embed-site",
    "/src/panes.ts": "panes",
    "/src/virtual.ts": "panes",
    "/src/rows.ts": "panes-live",
    "/src/editor/editor.ts": "editor-later",
    "/src/codemirror.ts": "editor-later",
  });
});

test("styles are loaded before scripts, in order", () => {
  const lines = [
    '<script src="/early.js"></script>',
    '  <script type="module" src="/a.js"></script>',
    '  <link rel="stylesheet" href="/a.css">',
    '  <link rel="stylesheet" href="/b.css">',
    "</head>",
  ];
  const [early, script, one, other, end] = lines;
  expect(stylesFirst(`${lines.join("\n")}\n`)).toBe(`${[early, one, other, script, end].join("\n")}\n`);
  expect(stylesFirst("<p>$&</p>\n")).toBe("<p>$&</p>\n");
});
