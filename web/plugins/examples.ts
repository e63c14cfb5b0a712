// The dialects and examples that are known at build time, as modules. `virtual:dialects` is what the dialects of the
// engine say of themselves, and the address of the module of each; `virtual:default-example` is the example of a first
// visit; `virtual:examples` lists those of the dialects' galleries and loads the texts of one gallery at a time.

import type { Case, DialectDescription } from "evalground";
import type { Plugin } from "vite";
import { filesOf, folderOf, inOrder, readYaml } from "./dialects.ts";

const ofFolder = "virtual:examples/";

/** An example of a gallery, and the file that holds it. */
export interface Example {
  file: string;
  case: Case;
}

/** All examples in the order of the menu. The id of one, which is unique in its dialect, has the dialect in front. */
export function readExamples(): Example[] {
  return filesOf("gallery")
    .map((file) => {
      const example = readYaml(file) as Case;
      return { file, dialect: example.dialect, case: { ...example, id: `${example.dialect}/${example.id}` } };
    })
    .sort(inOrder)
    .map(({ file, case: example }) => ({ file, case: example }));
}

/** The example of a first visit: what the first dialect opens with. */
export function defaultExample([first]: readonly DialectDescription[]): Case {
  const id = `${first?.id}/${first?.example}`;
  const found = readExamples()
    .map((each) => each.case)
    .find((example) => example.id === id);
  if (!found) throw new Error(`no example ${id}`);
  return found;
}

/** What a description says first: enough to choose by. */
export function firstSentence(description = ""): string {
  return /^.*?\.(?=\s|$)/s.exec(description)?.[0] ?? description;
}

// What an example must come to is for the tests; the page shows what it does come to.
const withoutExpect = ({ expect: _, ...example }: Case): object => example;

/** The entry of the page's switch that an example belongs to: a flavor of its dialect, or the dialect itself. */
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
export const descriptions = ${JSON.stringify(descriptions.map(withoutWays))};`;
}

/** The notations that take more than to be put behind an expression: only what is fetched later writes such ways. */
const withoutWays = ({ notation, ...rest }: DialectDescription): DialectDescription =>
  notation && notation.plain === undefined ? { ...rest, notation } : rest;

function notationModule(descriptions: readonly DialectDescription[]): string {
  const all = descriptions.filter(({ notation }) => notation?.plain !== undefined);
  return `export default ${JSON.stringify(Object.fromEntries(all.map(({ id, notation }) => [id, notation])))};`;
}

/**
 * `descriptions`: what the dialects of the engine say of themselves; `isWhole`: their modules are not in two parts.
 */
export function examples(descriptions: readonly DialectDescription[], isWhole = false): Plugin {
  const isOwn = (id: string): boolean =>
    ["virtual:dialects", "virtual:notations", "virtual:default-example", "virtual:examples"].includes(id) ||
    id.startsWith(ofFolder);
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
