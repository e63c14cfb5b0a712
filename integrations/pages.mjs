// Writes the marked examples of examples.json as a page, in the form that a generator of sites reads.
import { readFileSync } from "node:fs";

const { examples, mistakes } = JSON.parse(readFileSync(new URL("examples.json", import.meta.url), "utf8"));
export { examples, mistakes };

const indented = (text, by) => text.replace(/^(?=.)/gm, by);

/** `name="value"`, in the quotation marks that the value lacks. */
const quoted = ([name, value]) => `${name}=${value.includes('"') ? `'${value}'` : `"${value}"`}`;

const fence = (info, text) => `\`\`\`${info}\n${text}\n\`\`\`\n`;
const option = ([name, value]) => `:${name}: ${value}`;

/** How a block is written: marked, with its attributes, and as an output; and how the names of such files end. */
export const forms = {
  markdown: {
    ending: "md",
    marked: ({ language, attributes, text }) =>
      fence(`${language} {${[".evalground", ...Object.entries(attributes).map(quoted)].join(" ")}}`, text),
    output: (text) => fence("text {.evalground-output}", text),
  },
  words: {
    ending: "mdx",
    marked: ({ language, attributes, text }) =>
      fence([language, "evalground", ...Object.entries(attributes).map(quoted)].join(" "), text),
    output: (text) => fence("text evalground-output", text),
  },
  myst: {
    ending: "md",
    marked({ language, attributes, text }) {
      const options = Object.entries(attributes).map(([name, value]) => option([name, `'${value}'`]));
      return fence(`{evalground} ${language}`, [...options, "", text].join("\n"));
    },
    output: (text) => fence("{evalground-output}", text),
  },
  directives: {
    ending: "rst",
    marked({ language, attributes, text }) {
      const lines = [...Object.entries(attributes).map(option), "", text].join("\n");
      return `.. evalground:: ${language}\n${indented(lines, "   ")}\n`;
    },
    output: (text) => `.. evalground-output::\n\n${indented(text, "   ")}\n`,
  },
  asciidoc: {
    ending: "adoc",
    marked({ language, attributes, text }) {
      const words = ["source", language, "role=evalground", ...Object.entries(attributes).map(quoted)];
      return `[${words.join(",")}]\n----\n${text}\n----\n`;
    },
    output: (text) => `[.evalground-output]\n----\n${text}\n----\n`,
  },
};

/** The examples that a generator can have; `form` is one of the names above. */
export const examplesFor = (generator) => examples.filter(({ without = [] }) => !without.includes(generator));

/** A page with these examples, each followed by its output. */
export function pageOf(form, chosen) {
  const { marked, output } = forms[form];
  return chosen
    .flatMap(({ parts = [], output: shown, ...example }) => [...parts, example].map(marked).concat(output(shown)))
    .join("\n");
}
