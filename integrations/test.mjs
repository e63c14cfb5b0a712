// Builds a small site with each installed generator and tests the pages that readers get.
// Usage: integrations/test.mjs [SITE…]
//
// A site `read-…` is made by doing what a page of docs/embedding says, with the packed npm package.
//
// Each page is tested in three ways. In the built HTML, `evalground check-docs` runs the examples and compares them
// with the outputs on the page, which shows that marks and options were kept. Without JavaScript, the source and its
// output must be readable. With the playground's script, an example must give its result; this needs web/dist/embed.js
// and is skipped without it. A page whose sources look like markup must contain them as text. A page with the marked
// examples of examples.json, in the generator's form, must give their outputs too.
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { follow, followed } from "./follow.mjs";
import { examplesFor, pageOf } from "./pages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const command = join(root, "build/native/evalground");
const built = join(root, "build/docs-sites");
const sources = join(built, "integrations/sites"); // a copy, to which pages are added
const packages = join(built, "npm/node_modules"); // installed by scripts/setup docs-npm
const dist = join(root, "web/dist");
const site = "/evalground";
const own = {
  ASTRO_TELEMETRY_DISABLED: "1",
  EVALGROUND: command,
  HUGO_RESOURCEDIR: join(built, "hugo-resources"),
  PYTHONDONTWRITEBYTECODE: "1",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false",
};
const environment = { ...process.env, ...own, SOURCE_DATE_EPOCH: "0" };

const run = (program, args, cwd = root) =>
  promisify(execFile)(program, args, { cwd, env: environment, maxBuffer: 1 << 26, timeout: 600_000 });

/** A copy of a site, for generators that need npm packages beside the site. */
function copied(name) {
  const folder = join(built, `${name}-source`);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(sources, name), folder, { recursive: true });
  symlinkSync(packages, join(folder, "node_modules"));
  return folder;
}
const bin = (name) => join(packages, ".bin", name);

// `pages`: the number of examples on each page. `hostile`: the page with the examples of `hostileSources`. `marked`:
// form, source and page of the marked examples.
const sites = {
  html: {
    build: async (out) => cpSync(join(sources, "html"), out, { recursive: true }),
    pages: { "index.html": 2 },
  },
  sphinx: {
    needs: "sphinx-build",
    build: (out) => run("sphinx-build", ["-q", "-W", "-d", `${out}-doctrees`, join(sources, "sphinx"), out]),
    pages: { "index.html": 3 },
    marked: ["directives", "marked.rst", "marked.html"],
    hostile: "hostile.html",
  },
  myst: {
    needs: "sphinx-build",
    python: "import myst_parser",
    build: (out) => run("sphinx-build", ["-q", "-W", "-d", `${out}-doctrees`, join(sources, "myst"), out]),
    pages: { "index.html": 3 },
    marked: ["myst", "marked.md", "marked.html"],
    hostile: "hostile.html",
  },
  mkdocs: {
    needs: "mkdocs",
    build: (out) => run("mkdocs", ["build", "-q", "-d", out, "-f", join(sources, "mkdocs/mkdocs.yml")]),
    pages: { "index.html": 2 },
    marked: ["markdown", "docs/marked.md", "marked.html"],
    hostile: "hostile.html",
  },
  "mkdocs-material": {
    needs: "mkdocs",
    // Debian installs the theme beside Python's packages.
    python: "from mkdocs.utils import get_theme_names; assert 'material' in get_theme_names(); import pymdownx",
    build: (out) => run("mkdocs", ["build", "-q", "-d", out, "-f", join(sources, "mkdocs-material/mkdocs.yml")]),
    pages: { "index.html": 2 },
    marked: ["markdown", "docs/marked.md", "marked.html"],
    hostile: "hostile.html",
  },
  hugo: {
    needs: "hugo",
    build: (out) => run("hugo", ["--quiet", "-s", join(sources, "hugo"), "-d", out]),
    pages: { "examples.html": 2, "other.html": 0 },
    marked: ["markdown", "content/marked.md", "marked.html"],
    hostile: "hostile.html",
  },
  asciidoctor: {
    needs: "asciidoctor",
    build: (out) =>
      run("asciidoctor", [
        ...["-r", join(root, "integrations/asciidoctor/evalground.rb"), "-a", `evalground-site=${site}`],
        ...["-a", "webfonts!", "-D", out],
        ...["index", "hostile", "marked"].map((page) => join(sources, `asciidoctor/${page}.adoc`)),
      ]),
    pages: { "index.html": 2 },
    marked: ["asciidoc", "marked.adoc", "marked.html"],
    hostile: "hostile.html",
  },
  antora: {
    package: "antora",
    async build(out) {
      const folder = copied("antora");
      cpSync(join(root, "integrations/antora/evalground.js"), join(folder, "evalground.js"));
      mkdirSync(join(folder, "content"));
      for (const part of ["antora.yml", "modules"])
        cpSync(join(folder, part), join(folder, "content", part), { recursive: true });
      const author = ["-c", "user.name=docs", "-c", "user.email=docs@docs.example"];
      for (const words of [
        ["init", "-q"],
        ["add", "."],
        ["commit", "-q", "-m", "docs: examples"],
      ])
        await run("git", [...author, ...words], join(folder, "content"));
      await run(bin("antora"), ["--to-dir", out, "playbook.yml"], folder);
    },
    pages: { "examples/index.html": 2 },
    marked: ["asciidoc", "modules/ROOT/pages/marked.adoc", "examples/marked.html"],
    hostile: "examples/hostile.html",
  },
  astro: {
    package: "astro",
    async build(out) {
      const folder = copied("astro");
      await run(bin("astro"), ["build", "--outDir", out], folder);
    },
    pages: { "index.html": 2, "other/index.html": 2 },
    marked: ["words", "src/pages/marked.md", "marked/index.html"],
    hostile: "hostile/index.html",
  },
  docusaurus: {
    package: "@docusaurus/core",
    async build(out) {
      const folder = copied("docusaurus");
      rmSync(join(packages, ".cache"), { recursive: true, force: true }); // it would keep what older plugins made
      await run(bin("docusaurus"), ["build", "--no-minify", "--out-dir", out], folder);
    },
    pages: { "index.html": 2 },
    marked: ["words", "docs/marked.md", "marked/index.html"],
    hostile: "hostile/index.html",
  },
  vitepress: {
    package: "vitepress",
    async build(out) {
      const folder = copied("vitepress");
      await run(bin("vitepress"), ["build", "--outDir", out], folder);
    },
    pages: { "index.html": 2 },
    marked: ["markdown", "marked.md", "marked.html"],
    hostile: "hostile.html",
  },
  eleventy: {
    package: "@11ty/eleventy",
    async build(out) {
      const folder = copied("eleventy");
      await run(bin("eleventy"), ["--quiet", `--output=${out}`], folder);
    },
    pages: { "index.html": 2 },
    marked: ["markdown", "marked.md", "marked/index.html"],
    hostile: "hostile/index.html",
  },
};

/** The npm package as it would be published. It is packed once. */
let packing;
async function packed() {
  packing ??= run("npm", ["pack", "--silent", "--pack-destination", built], join(root, "wasm"));
  return join(built, (await packing).stdout.trim());
}

// Where these sites are read, the generators are installed, as a reader has them, and the package is not.
const reading = join(built, "read");
for (const [generator, { package: name, count = 1 }] of Object.entries(followed))
  sites[`read-${generator.toLowerCase()}`] = {
    package: name,
    hasPlayground: true,
    async build(folder) {
      mkdirSync(reading, { recursive: true });
      rmSync(join(reading, "node_modules"), { force: true });
      symlinkSync(packages, join(reading, "node_modules"));
      cpSync(await follow(generator, join(reading, generator), await packed(), run), folder, { recursive: true });
    },
    pages: { "index.html": count },
  };

async function whyNot({ needs, python: statement, package: name }) {
  if (name && !existsSync(join(packages, name))) return `${name} is not installed (scripts/setup docs-npm)`;
  if (needs) {
    try {
      await run("sh", ["-c", `command -v ${needs}`]);
    } catch {
      return `${needs} is not installed`;
    }
  }
  if (statement) {
    try {
      // Use the generator's own Python, which its first line names.
      const { stdout } = await run("sh", ["-c", `command -v ${needs}`]);
      const [, python = "python3"] = /^#!\s*(\S*python\S*)/.exec(readFileSync(stdout.trim(), "utf8")) ?? [];
      await run(python, ["-c", statement]);
    } catch {
      return `${statement.split(";")[0]}: this fails in the Python of ${needs}`;
    }
  }
  return undefined;
}

// --- what is counted

const total = { passed: 0, failed: 0 };
async function test(name, body) {
  try {
    await body();
    total.passed += 1;
  } catch (error) {
    total.failed += 1;
    const said = `${error.stdout || ""}${error.stderr || error.message || error}`;
    console.log(`FAIL ${name}\n  ${said.trimEnd()}`);
  }
}
function expect(condition, message) {
  if (!condition) throw new Error(message);
}

// --- serving

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json" };
types[".wasm"] = "application/wasm";

/** A file of a folder as a response; for a folder its index page. */
function answerFrom(folder, pathname) {
  let path = resolve(folder, `.${decodeURIComponent(pathname)}`);
  if (!path.startsWith(folder)) return { status: 404 };
  if (pathname.endsWith("/")) path = join(path, "index.html");
  if (!existsSync(path)) return { status: 404 };
  return { status: 200, contentType: types[extname(path)] ?? "application/octet-stream", body: readFileSync(path) };
}

/** Serves a built site, with a playground at /evalground/ as created by `evalground site`. */
async function serve(folder, playground) {
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, "http://x");
    const {
      status,
      contentType = "text/plain",
      body = "",
    } = pathname.startsWith(`${site}/`)
      ? answerFrom(playground, pathname.slice(site.length))
      : answerFrom(folder, pathname);
    response.writeHead(status, { "content-type": contentType }).end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}`, end: () => server.close() };
}

// --- the three tests of a page

async function runsExamples(out, page, count) {
  const { stdout } = await run(command, ["check-docs", ...(count === 0 ? ["--allow-empty"] : []), join(out, page)]);
  expect(stdout.endsWith(`${count} passed, 0 failed\n`), `${count} examples were expected: ${stdout}`);
  const hasScript = readFileSync(join(out, page), "utf8").includes(`${site}/embed.js`);
  expect(hasScript || count === 0, "the page does not load the script");
}

/** What a page of that form begins with. */
const heads = {
  markdown: "---\ntitle: Marked\n---\n\n",
  words: "---\ntitle: Marked\nlayout: ../layouts/page.astro\n---\n\n",
  myst: "---\norphan: true\n---\n\n# Marked\n\n",
  directives: ":orphan:\n\nMarked\n======\n\n",
  asciidoc: "= Marked\n\n",
};

function writeMarked(name, [form, source]) {
  writeFileSync(join(sources, name, source), heads[form] + pageOf(form, examplesFor(name)));
}

async function isReadWithoutScript(browser, address) {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  const text = (await page.locator("body").innerText()).replace(/\s+/g, " ");
  await context.close();
  for (const words of ["$.where($ > 1)", "[2, 3]", "Hello"])
    expect(text.includes(words), `${words} is not to be read: ${text}`);
  expect(!text.includes("[1, 2, 3]"), `an option is to be read: ${text}`);
}

async function givesAResult(browser, address) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  // Looked up each time, because Docusaurus recreates the element during hydration.
  const hasResult = () => {
    const first = document.querySelector("evalground-embed");
    first?.scrollIntoView({ block: "center" });
    return first?.result && JSON.stringify(first.result);
  };
  const result = await (await page.waitForFunction(hasResult, null, { timeout: 30_000 })).jsonValue();
  expect(/\[\s*2,\s*3\s*\]/.test(result), `the result is ${result}`);
  await context.close();
}

/** Sources that would end an element or become markup, for the page named by a site's `hostile`. */
const hostileSources = [
  "</script><img src=x onerror=alert(1)>",
  "<!--<script>",
  "]]> --> &lt; \"double\" 'single' `tick`",
  "{{ \"</SCRIPT\" ~ '>' }}",
  '"</script><img src=x onerror=alert(1)>"',
];

/** Reads the document as parsed by a browser, before any script changes it. */
async function holdsSources(browser, address) {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  const { examples, injected } = await page.evaluate(() => ({
    examples: Array.from(document.querySelectorAll("evalground-embed"), (embed) => ({
      files: embed.getAttribute("files"),
      expression: embed.getAttribute("expression"),
      shown: embed.querySelector("pre").textContent,
    })),
    injected: document.querySelectorAll("[onerror]").length,
  }));
  await context.close();
  expect(injected === 0, "a source became markup");
  const held = examples.map(({ files, expression }) =>
    files ? Object.values(JSON.parse(files))[0].replace(/\n$/, "") : expression,
  );
  const shown = examples.map((example) => example.shown.trimEnd());
  for (const [what, texts] of Object.entries({ held, shown }))
    expect(JSON.stringify(texts) === JSON.stringify(hostileSources), `${what}: ${JSON.stringify(texts)}`);
}

// --- running

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !Object.hasOwn(sites, name));
if (unknown) {
  console.error(`integrations/test.mjs: no site "${unknown}": ${Object.keys(sites).join(", ")}`);
  process.exit(2);
}
const { chromium } = createRequire(join(root, "e2e/package.json"))("@playwright/test");
const browser = await chromium.launch({ executablePath: process.env.EVG_CHROMIUM });
const hasScript = existsSync(join(dist, "embed.js"));
if (!hasScript) console.log("left out: examples that run in pages: web/dist/embed.js is not built");
rmSync(dirname(sources), { recursive: true, force: true });
cpSync(join(root, "integrations"), dirname(sources), { recursive: true });
await test("the examples of the sites are right", () => run(command, ["check-docs", sources]));
for (const [name, { build, pages, marked, hostile, hasPlayground = false, ...needs }] of Object.entries(sites)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const reason = await whyNot(needs);
  if (reason) {
    console.log(`left out: site of ${name}: ${reason}`);
    continue;
  }
  const out = join(built, name);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(dirname(out), { recursive: true });
  if (marked) writeMarked(name, marked);
  const start = Date.now();
  const failedBefore = total.failed;
  await test(`${name}: builds`, () => build(out));
  if (total.failed > failedBefore) continue;
  const server = await serve(out, hasPlayground ? join(out, site) : dist);
  for (const [page, count] of Object.entries(pages)) {
    const address = `${server.address}/${page}`;
    await test(`${name}: ${page} has its examples`, () => runsExamples(out, page, count));
    if (count === 0) continue;
    if (!hasPlayground)
      await test(`${name}: ${page} is read without JavaScript`, () => isReadWithoutScript(browser, address));
    if (hasScript) await test(`${name}: ${page} gives a result`, () => givesAResult(browser, address));
  }
  if (marked) {
    await test(`${name}: ${marked[2]} gives the outputs`, () => runsExamples(out, marked[2], examplesFor(name).length));
  }
  if (hostile)
    await test(`${name}: ${hostile} holds sources as text`, () =>
      holdsSources(browser, `${server.address}/${hostile}`));
  server.end();
  console.log(`${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
}
await browser.close();
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
