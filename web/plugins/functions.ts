// The engine's function catalogue as virtual modules. `virtual:functions` loads the functions of one dialect on
// request. The page's own engine modules leave these texts out.

import type { CatalogueEntry, DialectDescription } from "evalground";
import type { Plugin } from "vite";
import { choiceOf } from "./examples.ts";
import { anchorsOf } from "./site/anchors.ts";

const name = "virtual:functions";
const ofDialect = "virtual:functions/";

/** Maximum number of examples of a function. The guides show all of them. */
const mostExamples = 2;

/** `catalogue`: all entries; `descriptions`: the descriptions of the dialects. */
export function functions(
  catalogue: () => Promise<CatalogueEntry[]>,
  descriptions: readonly DialectDescription[],
): Plugin {
  return {
    name: "functions",
    resolveId: (id) => (id === name || id.startsWith(ofDialect) ? `\0${id}` : null),
    async load(id) {
      const own = id.slice(1);
      if (own === name) {
        const loaders = descriptions.map(
          (dialect) => `${JSON.stringify(dialect.id)}: () => import(${JSON.stringify(ofDialect + dialect.id)})`,
        );
        return `const loaders = {${loaders.join(", ")}};
export async function functionsOf(dialect) {
  return (await loaders[dialect]?.())?.default ?? [];
}`;
      }
      if (!own.startsWith(ofDialect)) return null;
      const dialect = own.slice(ofDialect.length);
      const listed = (await catalogue()).filter((entry) => entry.dialect === dialect);
      const anchors = anchorsOf(listed);
      const entries = listed.map(({ name: title, kind, signatures, summary, details, examples }, at) => {
        const [first] = examples;
        // A function that only a flavor has is shown in that flavor.
        const choice = first ? choiceOf(first.workspace, descriptions) : dialect;
        const workspaces = examples.slice(0, mostExamples).map(({ workspace }) => workspace);
        const gives = first && (first.text ?? (first.value === undefined ? undefined : JSON.stringify(first.value)));
        const anchor = anchors[at];
        return { name: title, kind, signatures, summary, details, choice, anchor, examples: workspaces, gives };
      });
      return `export default ${JSON.stringify(entries)};`;
    },
  };
}
