// The dialects and examples as virtual modules. `virtual:dialects` has the engine's descriptions of the dialects and
// the addresses of their modules. `virtual:default-example` is the example of a first visit. `virtual:examples` lists
// the examples of the dialects' galleries and loads one gallery at a time.

import type { Case, DialectDescription } from "evalground";
import type { Plugin } from "vite";
import { filesOf, folderOf, inOrder, readYaml } from "./dialects.ts";

const ofFolder = "virtual:examples/";

/** An example of a gallery, with its file. */
export interface Example {
  file: string;
  case: Case;
}

/** All examples in the order of the menu. An id is unique within its dialect; here it is prefixed with the dialect. */
export function readExamples(): Example[] {
  return filesOf("gallery")
    .map((file) => {
      const example = readYaml(file) as Case;
      return { file, dialect: example.dialect, case: { ...example, id: `${example.dialect}/${example.id}` } };
    })
    .sort(inOrder)
    .map(({ file, case: example }) => ({ file, case: example }));
}

/** The example of a first visit: the first one of the first dialect. */
export function defaultExample([first]: readonly DialectDescription[]): Case {
  const id = `${first?.id}/${first?.example}`;
  const found = readExamples()
    .map((each) => each.case)
    .find((example) => example.id === id);
  if (!found) throw new Error(`no example ${id}`);
  return found;
}

/** The first sentence of a description, which is enough to choose by. */
export function firstSentence(description = ""): string {
  return /^.*?\.(?=\s|$)/s.exec(description)?.[0] ?? description;
}

// Expected results are for tests. The page shows the actual result.
const withoutExpect = ({ expect: _, ...example }: Case): object => example;

/** The entry of the page's language switch that an example belongs to: a flavor, or the dialect itself. */
export function choiceOf(
  { dialect, options }: Pick<Case, "dialect" | "options">,
  descriptions: readonly DialectDescription[],
): string {
  const given: Record<string, unknown> = { ...options };
  const flavor = descriptions
    .find(({ id }) => id === dialect)
    ?.flavors?.find((each) => Object.entries(each.options).every(([name, value]) => given[name] === value));
  return flavor ? `${dialect}/${flavor.id}` : dialect;
}

function listModule(descriptions: readonly DialectDescription[]): string {
  const list = readExamples().map(({ file, case: example }) => {
    const { id, dialect, title = id, description, difficulty = "intermediate", tags = [] } = example;
    const choice = choiceOf(example, descriptions);
    const folder = folderOf(file);
    return { id, dialect, choice, folder, title, note: firstSentence(description), level: difficulty, tags };
  });
  const loaders = [...new Set(list.map(({ folder }) => folder))].map(
    (folder) => `${JSON.stringify(folder)}: () => import(${JSON.stringify(ofFolder + folder)})`,
  );
  return `export const examples = ${JSON.stringify(list)};
const loaders = {${loaders.join(", ")}};
export async function loadExample({ id, folder }) {
  return (await loaders[folder]()).default.find((example) => example.id === id);
}`;
}

function dialectModule(descriptions: readonly DialectDescription[], isWhole: boolean): string {
  const imports = descriptions.flatMap(({ id }, index) => [
    `import first${index} from "evalground/dialects/${id}.wasm?url";`,
    ...(isWhole ? [] : [`import rest${index} from "evalground/dialects/${id}.rest.wasm?url";`]),
  ]);
  const entries = descriptions.map(
    ({ id }, index) => `${JSON.stringify(id)}: { first: first${index}${isWhole ? "" : `, rest: rest${index}`} }`,
  );
  return `${imports.join("\n")}
export default {${entries.join(", ")}};
export const descriptions = ${JSON.stringify(descriptions.map(shownFirst))};`;
}

/**
 * What the first paint needs. Marks, and notations that take more than to be put behind an expression, are left to what
 * is fetched later, and originals to the dialog that asks them (pyodide.ts).
 */
function shownFirst({ notation, original: _, marks: __, flavors, ...rest }: DialectDescription): DialectDescription {
  return {
    ...rest,
    ...(flavors && { flavors: flavors.map(({ original: ___, marks: ____, ...flavor }) => flavor) }),
    ...(notation && notation.plain === undefined && { notation }),
  };
}

function notationModule(descriptions: readonly DialectDescription[]): string {
  const all = descriptions.filter(({ notation }) => notation?.plain !== undefined);
  return `export default ${JSON.stringify(Object.fromEntries(all.map(({ id, notation }) => [id, notation])))};`;
}

/** The marks of each choice: a dialect, or one of its flavors. */
function markModule(descriptions: readonly DialectDescription[]): string {
  const all = descriptions.flatMap(({ id, marks = [], flavors = [] }) => [
    [id, marks],
    ...flavors.map((flavor) => [`${id}/${flavor.id}`, flavor.marks ?? []]),
  ]);
  return `export default ${JSON.stringify(Object.fromEntries(all))};`;
}

/** `descriptions`: the engine's descriptions of the dialects. `isWhole`: their modules are not split in two parts. */
export function examples(descriptions: readonly DialectDescription[], isWhole = false): Plugin {
  const isOwn = (id: string): boolean =>
    ["virtual:dialects", "virtual:notations", "virtual:marks", "virtual:default-example", "virtual:examples"].includes(
      id,
    ) || id.startsWith(ofFolder);
  return {
    name: "examples",
    resolveId: (id) => (isOwn(id) ? `\0${id}` : null),
    load(id) {
      const own = id.slice(1);
      if (!isOwn(own)) return null;
      for (const file of filesOf("gallery")) this.addWatchFile(file);
      if (own === "virtual:examples") return listModule(descriptions);
      if (own === "virtual:dialects") return dialectModule(descriptions, isWhole);
      if (own === "virtual:notations") return notationModule(descriptions);
      if (own === "virtual:marks") return markModule(descriptions);
      const given =
        own === "virtual:default-example"
          ? withoutExpect(defaultExample(descriptions))
          : readExamples()
              .filter(({ file }) => folderOf(file) === own.slice(ofFolder.length))
              .map((each) => withoutExpect(each.case));
      return `export default ${JSON.stringify(given)};`;
    },
  };
}
