// `evalground site OUT`: writes the playground from the package to a folder, for any static server.
//
//   --only embed     only what embeds need
//   --with-python    include Pyodide, from the package `pyodide` installed in the current folder
//   --at PATH        path of the site for the header snippets: /docs/evalground/ (default: /)
//   --list           print the files and their sizes instead of writing them
//
// An existing folder is replaced only if it contains nothing but an earlier site. The new site is created beside OUT
// and renamed when it is complete.

import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import { headerFiles, type Headers } from "./headers.js";

interface SiteFile {
  bytes: number;
  /** The file of the package to copy, if it is not below site/. */
  from?: string;
  /** Whether embeds need it. */
  embed?: true;
}

interface Site {
  version: string;
  /** The version of Pyodide that the site uses. */
  pyodide: string;
  headers: Headers;
  files: Record<string, SiteFile>;
}

/** An error in the arguments. Its message is for the user. */
export class SiteError extends Error {
  constructor(
    message: string,
    readonly code: 1 | 2,
  ) {
    super(message);
  }
}

const ownList = "evalground-site.json";
const usage = "evalground site OUT [--only embed] [--with-python] [--at PATH] [--list]";
const pyodideFiles = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];

function readOptions(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        only: { type: "string" },
        "with-python": { type: "boolean", default: false },
        at: { type: "string", default: "/" },
        list: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
    if (values.only !== undefined && values.only !== "embed")
      throw new Error(`--only takes embed, not "${values.only}"`);
    if (!/^\/(?:[\w.~-]+\/)*$/.test(values.at))
      throw new Error(`--at takes a path with a slash at both ends, such as /docs/evalground/, not "${values.at}"`);
    const [out, ...others] = positionals;
    if (others.length > 0) throw new Error(`site takes one folder, not "${others[0]}" too`);
    if (out === undefined && !values.list) throw new Error("site needs a folder to write to");
    return { ...values, out: out ?? "" };
  } catch (error) {
    throw new SiteError(`${(error as Error).message}\n${usage}`, 2);
  }
}

const filesBelow = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));

/**
 * A file in the folder that does not belong to an earlier site; null if the folder does not exist, undefined if all
 * files are an earlier site's.
 */
function unknownFileIn(out: string): string | null | undefined {
  if (!fs.existsSync(out)) return null;
  if (!fs.statSync(out).isDirectory()) throw new SiteError(`${out} is a file`, 1);
  const there = filesBelow(out);
  let own: string[] = [];
  try {
    own = JSON.parse(fs.readFileSync(path.join(out, ownList), "utf8")) as string[];
  } catch {
    // No site was written there.
  }
  const known = new Set([ownList, ...own]);
  return there.find((name) => !known.has(name));
}

/** The folder of the `pyodide` package as resolved from the current folder. */
function pyodideFolder(version: string): string {
  const install = `npm install pyodide@${version}`;
  try {
    const found = createRequire(path.join(process.cwd(), "x.js")).resolve("pyodide/package.json");
    const { version: installed } = JSON.parse(fs.readFileSync(found, "utf8")) as { version: string };
    if (installed === version) return path.dirname(found);
    throw new SiteError(`--with-python takes pyodide ${version}, and ${installed} is installed: ${install}`, 1);
  } catch (error) {
    if (error instanceof SiteError) throw error;
    throw new SiteError(`--with-python needs the package pyodide here: ${install}`, 1);
  }
}

/** The page of a single embed for a site without playground. Its links lead to the page itself. */
const embedPage = (html: string): string => html.replaceAll('="../', '="./');

const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** Runs `evalground site` with these arguments. `dist` is the folder of the package's files. */
export function site(args: readonly string[], dist: string): void {
  const { out, only, at, list, "with-python": withPython } = readOptions(args);
  const { version, pyodide, headers, files } = JSON.parse(
    fs.readFileSync(path.join(dist, "site.json"), "utf8"),
  ) as Site;
  const chosen = Object.entries(files).filter(([, { embed }]) => only === undefined || embed);
  const contents = new Map<string, () => Buffer>(
    chosen.map(([name, { from }]) => [name, () => fs.readFileSync(path.join(dist, from ?? `site/${name}`))]),
  );
  if (only !== undefined) {
    const page = contents.get("embed/index.html")!;
    contents.set("index.html", () => Buffer.from(embedPage(page().toString())));
  }
  if (withPython) {
    const folder = pyodideFolder(pyodide);
    for (const name of pyodideFiles)
      contents.set(`pyodide/${pyodide}/${name}`, () => fs.readFileSync(path.join(folder, name)));
  }
  for (const [name, text] of Object.entries(headerFiles(headers, at)))
    contents.set(`headers/${name}`, () => Buffer.from(text));

  if (list) {
    let sum = 0;
    for (const [name, read] of contents) {
      const bytes = files[name]?.bytes ?? read().length;
      sum += bytes;
      console.log(`${String(bytes).padStart(9)}  ${name}`);
    }
    console.log(`${String(sum).padStart(9)}  in ${contents.size} files`);
    return;
  }

  const unknownFile = unknownFileIn(out);
  if (typeof unknownFile === "string")
    throw new SiteError(
      `${out} has ${unknownFile}, which is no file of a site: name another folder, or an empty one`,
      1,
    );
  const whole = path.resolve(out);
  fs.mkdirSync(path.dirname(whole), { recursive: true });
  const made = fs.mkdtempSync(path.join(path.dirname(whole), ".evalground-site-"));
  try {
    let sum = 0;
    for (const [name, read] of contents) {
      const content = read();
      sum += content.length;
      const file = path.join(made, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, content);
    }
    fs.writeFileSync(path.join(made, ownList), `${JSON.stringify([...contents.keys()].sort())}\n`);
    fs.chmodSync(made, 0o755);
    if (unknownFile === undefined) fs.rmSync(whole, { recursive: true });
    fs.renameSync(made, whole);
    console.log(
      `${out}: ${contents.size} files, ${sizeText(sum)}, Evalground ${version}\n` +
        `In your pages: <script src="${at}embed.js" defer></script>\n` +
        `Headers for servers that take some: ${path.join(out, "headers")}`,
    );
  } finally {
    fs.rmSync(made, { recursive: true, force: true });
  }
}
