// Packs the extension: bundles its sources with the package's, adds the engine, performs the checks of VS Code's
// packer, and writes a `.vsix`, which is a zip file that begins with two manifests. Needs wasm/dist.
//
//   node integrations/vscode/pack.mjs [FILE]        build/evalground.vsix by default
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const require = createRequire(here("../../wasm/package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { build } = await load("rolldown");
const ofPage = createRequire(here("../../web/package.json"));
const { build: buildPage } = await import(pathToFileURL(ofPage.resolve("vite")).href);
const { zipSync } = await load("fflate");

/** Reasons why the packer or the marketplace would reject the extension, as sentences. */
export function problemsOf(manifest, files) {
  const problems = [];
  const wants = (holds, problem) => void (holds || problems.push(problem));
  const text = (path) => new TextDecoder().decode(files[path] ?? new Uint8Array());
  wants(/^[a-z0-9][a-z0-9-]*$/i.test(manifest.name ?? ""), "`name` must be of letters, digits and hyphens");
  wants(/^[a-z0-9][a-z0-9-]*$/i.test(manifest.publisher ?? ""), "`publisher` must be of letters, digits and hyphens");
  wants(/^\d+\.\d+\.\d+$/.test(manifest.version ?? ""), "`version` must be of three numbers");
  wants(/^\^\d+\.\d+\.\d+$/.test(manifest.engines?.vscode ?? ""), "`engines.vscode` must be a range such as ^1.80.0");
  wants(
    manifest.description?.length > 0 && manifest.description.length <= 200,
    "`description` must have 1 to 200 characters",
  );
  wants((manifest.keywords ?? []).length <= 30, "there may be 30 `keywords`");
  wants(manifest.license !== undefined && "extension/LICENSE.txt" in files, "a license is missing");
  wants(text("extension/README.md").length > 200, "README.md must say something");
  wants(!/!\[[^\]]*\]\((?!https:)/.test(text("extension/README.md")), "pictures of README.md must be https addresses");
  wants(!/\]\((?!https:|#)/.test(text("extension/README.md")), "links of README.md must be https addresses");
  wants(!(manifest.activationEvents ?? []).includes("*"), "it must not be activated by everything");
  wants((manifest.activationEvents ?? []).length > 0, "`activationEvents` are missing");
  wants(manifest.dependencies === undefined, "what it depends on must be bundled");
  for (const key of ["main", "browser"]) {
    const path = join("extension", manifest[key] ?? "").replaceAll("\\", "/");
    wants(path in files, `\`${key}\` names ${path}, which is not packed`);
    // In the browser the only available module is `vscode`.
    const required = [...text(path).matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
    wants(
      required.every((name) => name === "vscode"),
      `${path} requires ${required.join(", ")}`,
    );
  }
  const known = ["Programming Languages", "Linters", "Formatters"];
  wants(
    (manifest.categories ?? []).every((one) => known.includes(one)),
    `\`categories\` may be ${known.join(", ")}`,
  );
  // Languages, grammars, commands and pictures that the manifest names.
  for (const [, path] of JSON.stringify(manifest).matchAll(/"\.\/([\w./-]+)"/g)) {
    wants(`extension/${path}` in files, `${path} is not packed`);
  }
  const own =
    /^extension\/(?:package\.json|\w+\.md|icon\.png|LICENSE\.txt|(?:dist|languages|syntaxes|walkthrough)\/[\w.-]+)$/;
  const lists = /^(?:extension\.vsixmanifest|\[Content_Types\]\.xml)$/;
  for (const path of Object.keys(files)) wants(own.test(path) || lists.test(path), `${path} does not belong into it`);
  return problems;
}

const escaped = (value) =>
  String(value).replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);

const vsixManifest = (manifest) => `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escaped(manifest.name)}" Version="${escaped(manifest.version)}"
      Publisher="${escaped(manifest.publisher)}"/>
    <DisplayName>${escaped(manifest.displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(manifest.description)}</Description>
    <Tags>${escaped((manifest.keywords ?? []).join(","))}</Tags>
    <Categories>${escaped((manifest.categories ?? []).join(","))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(manifest.engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Services.Branding.Color" Value="${escaped(manifest.galleryBanner.color)}"/>
      <Property Id="Microsoft.VisualStudio.Services.Branding.Theme" Value="${escaped(manifest.galleryBanner.theme)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="ui,workspace,web"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/${manifest.icon}</Icon>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Changelog" Path="extension/CHANGELOG.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/${manifest.icon}" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;

const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
  <Default Extension=".md" ContentType="text/markdown"/>
  <Default Extension=".txt" ContentType="text/plain"/>
  <Default Extension=".css" ContentType="text/css"/>
  <Default Extension=".png" ContentType="image/png"/>
  <Default Extension=".js" ContentType="application/javascript"/>
  <Default Extension=".wasm" ContentType="application/wasm"/>
</Types>
`;

/** A document without pictures of the repository: the marketplace takes only those with an address of their own. */
const withoutPictures = (markdown) => markdown.replace(/^!\[[^\]]*\]\((?!https:).*\)\n\n/gm, "");

/** Folders whose files are packed verbatim. */
const plainFolders = ["languages", "syntaxes", "walkthrough"];
const plain = () =>
  plainFolders.flatMap((folder) =>
    readdirSync(here(folder)).map((name) => [`extension/${folder}/${name}`, readFileSync(here(`${folder}/${name}`))]),
  );

/** Bundles a source of the extension into one classic script, of which only `vscode` is not a part. */
export async function bundle(source, file) {
  await build({
    input: source,
    platform: "neutral",
    external: ["vscode"],
    resolve: {
      alias: { evalground: here("../../wasm/src/index.ts") },
      extensionAlias: { ".js": [".ts", ".js"] },
      modules: [here("../../wasm/node_modules")],
    },
    // The bundle is a classic script, so the extension sets its address.
    transform: { define: { "import.meta.url": "globalThis.evalgroundBase" } },
    output: { file, format: "cjs", minify: true, codeSplitting: false },
  });
}

/** The files of the extension, by path in the `.vsix`. Throws an Error with all problems. */
export async function pack() {
  const folder = join(tmpdir(), `evalground-vscode-${process.pid}`);
  const script = join(folder, "extension.js");
  try {
    await bundle(here("src/extension.js"), script);
    const panel = { outDir: join(folder, "panel") };
    await buildPage({ configFile: here("../../web/panel.config.ts"), logLevel: "warn", build: panel });
    const manifest = JSON.parse(readFileSync(here("package.json"), "utf8"));
    const files = {
      "extension.vsixmanifest": new TextEncoder().encode(vsixManifest(manifest)),
      "[Content_Types].xml": new TextEncoder().encode(contentTypes),
      "extension/package.json": readFileSync(here("package.json")),
      "extension/README.md": new TextEncoder().encode(withoutPictures(readFileSync(here("README.md"), "utf8"))),
      "extension/CHANGELOG.md": readFileSync(here("CHANGELOG.md")),
      "extension/icon.png": readFileSync(here("icon.png")),
      "extension/LICENSE.txt": readFileSync(here("../../LICENSE")),
      ...Object.fromEntries(plain()),
      "extension/dist/extension.js": readFileSync(script),
      "extension/dist/panel.js": readFileSync(join(folder, "panel/panel.js")),
      "extension/dist/panel.css": readFileSync(join(folder, "panel/panel.css")),
      "extension/dist/worker.js": readFileSync(here("../../wasm/dist/worker.js")),
      "extension/dist/evalground.wasm": readFileSync(here("../../wasm/dist/evalground.wasm")),
    };
    const problems = problemsOf(manifest, files);
    if (problems.length > 0) throw new Error(problems.join("\n"));
    return files;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = process.argv[2] ?? here("../../build/evalground.vsix");
  // A fixed time makes the file reproducible.
  const zip = zipSync(await pack(), { level: 9, mtime: "2026-01-01T00:00:00" });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, zip);
  console.log(`${target}: ${Math.round(zip.length / 1024)} KiB`);
}
