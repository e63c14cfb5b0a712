// Finds lookups `table[name]` by a name that may come from a document, a link or a message. For "constructor" or
// "toString" they find what every object inherits. Such lookups must use a Map, or `own`.

import { createRequire } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

// TypeScript 7 has no compiler API. The tests of wasm depend on a package that includes an older version.
const fromWasm = createRequire(new URL("../../wasm/package.json", import.meta.url));
const ts = createRequire(fromWasm.resolve("@arethetypeswrong/core/package.json"))("typescript");

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Allowed lookups by file. Their names come from the page or the engine, for the reason given. */
const allowed: Readonly<Record<string, string>> = {
  "wasm/src/command/site.ts": "names of the files of the site that the package brings",
  "wasm/src/embed/options.ts": "names of options that the code lists",
  "wasm/src/flat.ts": "keys that the object itself has",
  "wasm/src/keys.ts": "asks for own keys first",
  "wasm/src/outcome.ts": "keys of the engine's outcome",
  "web/plugins/budget.ts": "files of the build",
  "web/plugins/examples.ts": "options of the engine's flavors",
  "web/plugins/modules.ts": "files of the build",
  "web/plugins/prerender.ts": "paths that the code lists",
  "web/plugins/site.ts": "files of the build",
  "web/plugins/site/phrases.ts": "ids of the engine's dialects",
  "web/src/drafts/drafts.ts": "ids of drafts, which the page makes",
  "web/src/embed/engine.ts": "a name that was found among the modules",
  "web/src/files/panel.ts": "names of keys on keyboards",
  "web/src/files/paste/recognise.ts": "names of forms in the engine's descriptions",
  "web/src/guide/examples.ts": "names of keys on keyboards",
  "web/src/results/rows.ts": "JSON pointers, which are empty or begin with a slash",
  "web/src/results/table.ts": "single characters",
  "web/src/results/views/lines.ts": "single characters",
  "web/src/results/views/printed.ts": "JSON pointers, and names of keys on keyboards",
  "web/src/run/recorded.ts": "names of reports that the code lists",
  "web/src/share/content.ts": "removes a key, which is not inherited",
  "web/src/share/embed.ts": "single characters, and names that begin with `data-`",
  "web/src/shell/settings_dialog.ts": "names of settings that the code lists",
  "web/src/ui/own.ts": "asks for own keys first",
  "web/src/ui/split.ts": "names of splitters that the code lists",
  "web/src/ui/text.ts": "names in the page's own messages, and single characters",
};

/** Places of `table[name]` and `name in table` where the name may be any string. */
function lookupsIn(project: string): string[] {
  const found: string[] = [];
  const config = ts.readConfigFile(`${project}/tsconfig.json`, ts.sys.readFile).config;
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, project);
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const anyText = ts.TypeFlags.String | ts.TypeFlags.Any | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.Index;
  const mayBeAny = (type: { types?: never[]; flags: number }): boolean =>
    (type.flags & (anyText | ts.TypeFlags.TypeParameter)) !== 0 || (type.types ?? []).some(mayBeAny);
  // biome-ignore lint/suspicious/noExplicitAny: the compiler's interface comes without its types
  const visit = (node: any, file: any): void => {
    const isIn = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword;
    const name = isIn ? node.left : ts.isElementAccessExpression(node) ? node.argumentExpression : undefined;
    if (name && mayBeAny(checker.getTypeAtLocation(name))) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${relative(root, file.fileName)}:${line + 1}: ${node.getText()}`);
    }
    ts.forEachChild(node, (child: unknown) => visit(child, file));
  };
  for (const file of program.getSourceFiles())
    if (/\/(?:src|plugins)\//.test(file.fileName.slice(project.length)) && !file.isDeclarationFile) {
      if (file.fileName.startsWith(project) && !file.fileName.includes("node_modules")) visit(file, file);
    }
  return found;
}

it("own code looks nothing up by a name that may be inherited", { timeout: 60_000 }, () => {
  const lookups = ["wasm", "web"].flatMap((project) => lookupsIn(`${root}${project}`));
  const files = new Set(lookups.map((place) => place.slice(0, place.indexOf(":"))));
  expect(lookups.filter((place) => !Object.hasOwn(allowed, place.slice(0, place.indexOf(":"))))).toEqual([]);
  expect(Object.keys(allowed).filter((file) => !files.has(file))).toEqual([]);
});
