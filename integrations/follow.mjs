// Does what a page of docs/embedding says, with the packed npm package in place of the published one, and builds the
// site. So a reader who does the same gets a running example.
//
//   a fence `sh`                           is run; a comment `# Eleventy: x` has the path for Eleventy
//   a fence after "For Eleventy, in `x`:"  is that file; other generators leave it out
//   other fences after **3. Mark**         are the page
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const pages = new URL("../docs/embedding/", import.meta.url);
const read = (page) => readFileSync(new URL(page, pages), "utf8");
const script = /<script src="[^"]*embed\.js" defer><\/script>/.exec(read("html.md"))[0];
const layout = (text, content) => `<!doctype html>\n<title>Site</title>\n${text}\n${content}\n`;

/** What a reader has before: generators with their layouts, as files, and the program that builds the site. `count` is
 * the number of examples on the page. */
export const followed = {
  HTML: { from: "html.md", page: "public/index.html", head: layout(script, ""), out: "public", count: 2 },
  Astro: {
    from: "remark.md",
    package: "astro",
    files: { "src/layouts/page.astro": layout(script.replace(" ", " is:inline "), "<slot />") },
    page: "src/pages/index.md",
    head: "---\nlayout: ../layouts/page.astro\n---\n\n",
    build: ["astro", "build"],
    out: "dist",
  },
  VitePress: {
    from: "markdown-it.md",
    package: "vitepress",
    page: "docs/index.md",
    head: "# Site\n\n",
    build: ["vitepress", "build", "docs"],
    out: "docs/.vitepress/dist",
  },
  Eleventy: {
    from: "markdown-it.md",
    package: "@11ty/eleventy",
    files: { "docs/_includes/page.html": layout(script, "{{ content }}") },
    page: "docs/index.md",
    head: "---\nlayout: page.html\n---\n\n",
    build: ["eleventy", "--quiet", "--input=docs"],
    out: "_site",
  },
};

/** The fences of a page with the text before each. */
const fencesOf = (text) =>
  Array.from(text.matchAll(/(.*?)^(`{3,})(\w*)\n(.*?)^\2$/gms), ({ 1: before, 3: language, 4: content, index }) => ({
    before,
    language,
    content,
    at: index + before.length,
  }));

/** Commands with the path for that generator. */
const commandsFor = (generator, text) =>
  text.replace(
    /^(.* )(?!embed )(\S+)( --only embed)? +# (\w+): (.*)$/gm,
    (_, start, path, flags = "", named, other) => `${start}${named === generator ? other : path}${flags}`,
  );

/** What the page says to do for that generator: commands, files and examples. */
export function steps(generator) {
  const text = read(followed[generator].from);
  const marks = text.indexOf("**3. Mark");
  const found = { before: [], files: {}, examples: [], after: [] };
  for (const { before, language, content, at } of fencesOf(text)) {
    const [, named, path] = [...before.matchAll(/For (\w+), in `([^`]+)`/g)].at(-1) ?? [];
    if (language === "sh") found[at < marks ? "before" : "after"].push(commandsFor(generator, content));
    else if (named === generator) found.files[path] = content;
    else if (named !== undefined) continue;
    else if (at > marks) found.examples.push(content);
  }
  const [, last, named, other] = /After the build, run `(npx [^`]+)`(?: \((\w+): `([^`]+)`\))?/.exec(text) ?? [];
  if (last) found.after.push(commandsFor(generator, `${last} # ${named}: ${other}`));
  return found;
}

/** Follows the page in an empty folder. `packed` is the file of the package. Returns the folder of the built site. */
export async function follow(generator, folder, packed, run) {
  const { files = {}, page, head, build, out } = followed[generator];
  const { before, files: shown, examples, after } = steps(generator);
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries({ ...files, ...shown, "package.json": "{}\n" })) write(path, text);
  write(page, head + examples.join("\n"));
  const shell = (text) => run("sh", ["-ec", text.replace("npm install evalground", `npm install ${packed}`)], folder);
  for (const text of before) await shell(text);
  if (build) await shell(`npx ${build.join(" ")}`);
  for (const text of after) await shell(text);
  return join(folder, out);
}
