// The extension for VS Code in a browser, with a stub of the editor (integrations/vscode/fake_editor.mjs): the
// extension runs in a worker, as in VS Code for the web, and its results panel in a frame with the panel's own policy.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test as base, type FrameLocator, type Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { StaticServer } from "./static_server.ts";

const vscode = new URL("../integrations/vscode/", import.meta.url);

/** The worker of extensions. It does what the page says, and passes messages of the web view on. */
const worker = `
import { editor, Position, Range } from "./fake_editor.mjs";
const views = location.origin;
let one;
const token = { onCancellationRequested: () => ({ dispose() {} }) };
const act = {
  async start({ texts, languages, files }) {
    const readFile = async (uri) => new Uint8Array(await (await fetch(uri)).arrayBuffer());
    one = editor({ extension: views, texts, languages, files, readFile, views });
    const script = await (await fetch(views + "/dist/extension.js")).text();
    const module = { exports: {} };
    new Function("require", "module", "exports", script)(() => one.vscode, module, module.exports);
    await module.exports.activate(one.context);
    one.seen.onPosted = (message) => postMessage({ posted: message });
  },
  async complete(place) {
    const { CompletionItem } = one.seen.providers;
    const position = new Position(place.line, place.character);
    const { items } = await CompletionItem.provideCompletionItems(one.documents[0], position, token);
    return items.map(({ label }) => label);
  },
  problems: () => [...one.seen.problems].map(([uri, all]) => [uri, all.map(({ message }) => message)]),
  async show(uri) {
    await one.seen.commands["evalground.showResults"](uri);
    return one.seen.webview.panel.webview.html;
  },
  async explain(place) {
    const editor = { document: one.documents[0], selection: { active: new Position(...place) } };
    one.vscode.window.activeTextEditor = editor;
    await one.seen.commands["evalground.explain"]("file:///w/page.j2");
    one.seen.listeners.selection({ textEditor: editor });
  },
  change({ range, text }) {
    const contentChanges = [{ range: new Range(...range), text }];
    one.seen.listeners.change({ document: one.documents[0], contentChanges });
  },
  shown: () => one.seen.shown.map(([uri]) => uri),
  heard: (message) => void one.seen.webview.post(message),
};
onmessage = async ({ data: { id, name, given } }) => {
  try { postMessage({ id, answer: await act[name](given) }); }
  catch (error) { postMessage({ id, error: String(error.stack) }); }
};
`;

/** What VS Code gives to a web view: its messages, its theme and its colours. */
const api = `
self.acquireVsCodeApi = () => ({ postMessage: (message) => parent.postMessage({ heard: message }, "*") });
`;

const host = `<!doctype html><html lang="en"><title>An editor</title>
<style>html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; }</style>
<body><script type="module">
const worker = new Worker("/worker.mjs", { type: "module" });
const waiting = new Map();
let frame;
worker.onmessage = ({ data }) => {
  if (data.posted) return frame?.contentWindow.postMessage(data.posted, "*");
  const { resolve, reject } = waiting.get(data.id);
  data.error ? reject(new Error(data.error)) : resolve(data.answer);
};
self.act = (name, given) => new Promise((resolve, reject) => {
  const id = waiting.size;
  waiting.set(id, { resolve, reject });
  worker.postMessage({ id, name, given });
});
addEventListener("message", ({ data }) => data?.heard && self.act("heard", data.heard));
self.open = (html, theme, colors) => {
  frame?.remove();
  frame = document.createElement("iframe");
  frame.title = "Results";
  const style = Object.entries(colors).map(([name, value]) => "--vscode-" + name + ": " + value).join("; ");
  // VS Code sets the colours by script, after the policy.
  frame.onload = () => (frame.contentDocument.documentElement.style.cssText = style);
  frame.srcdoc = html.replace("<link", '<script src="/api.js"></scr' + "ipt><link")
    .replace("<body>", '<body class="' + theme + '">');
  document.body.append(frame);
};
</script></body></html>`;

const themes = {
  "vscode-light": {
    "editor-background": "#ffffff",
    "editor-foreground": "#1f1f1f",
    "sideBar-background": "#f8f8f8",
    descriptionForeground: "#3b3b3b",
    "textLink-foreground": "#005fb8",
    errorForeground: "#a1260d",
    focusBorder: "#005fb8",
  },
  "vscode-dark": {
    "editor-background": "#1f1f1f",
    "editor-foreground": "#cccccc",
    "sideBar-background": "#181818",
    descriptionForeground: "#b0b0b0",
    "textLink-foreground": "#4daafc",
    errorForeground: "#f88070",
    focusBorder: "#4daafc",
  },
};

class Editor {
  constructor(private readonly page: Page) {}

  async act<Answer>(name: string, given?: unknown): Promise<Answer> {
    return (await this.page.evaluate(
      ([asked, with_]) =>
        (globalThis as unknown as { act: (name: unknown, given: unknown) => unknown }).act(asked, with_),
      [name, given],
    )) as Answer;
  }

  /** Opens the results panel of a document. */
  async show(uri: string, theme: keyof typeof themes = "vscode-light"): Promise<FrameLocator> {
    const html = await this.act<string>("show", uri);
    await this.page.evaluate(
      ([shown, kind, colors]) =>
        (globalThis as unknown as { open: (...given: unknown[]) => void }).open(shown, kind, colors),
      [html, theme, themes[theme]] as const,
    );
    return this.page.frameLocator("iframe");
  }
}

/** The extension, unpacked and served with its worker. It is packed once for all tests. */
const test = base.extend<{ editor: Editor }, { extension: StaticServer }>({
  extension: [
    // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "evalground-panel-"));
      const { pack } = (await import(new URL("pack.mjs", vscode).href)) as {
        pack: () => Promise<Record<string, Uint8Array>>;
      };
      const files = Object.entries(await pack()).filter(([path]) => path.startsWith("extension/"));
      for (const [path, bytes] of files) {
        const target = join(folder, path.slice("extension/".length));
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, bytes);
      }
      copyFileSync(new URL("fake_editor.mjs", vscode), join(folder, "fake_editor.mjs"));
      writeFileSync(join(folder, "worker.mjs"), worker);
      writeFileSync(join(folder, "api.js"), api);
      const server = await StaticServer.start({ folder, below: "/", pages: { "/": host } });
      await use(server);
      await server.close();
      rmSync(folder, { recursive: true });
    },
    { scope: "worker" },
  ],
  editor: async ({ extension, page }, use) => {
    const refused: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) refused.push(message.text());
    });
    await page.goto(extension.origin);
    const editor = new Editor(page);
    await editor.act("start", {
      texts: {
        "page.j2": "{% set name = 'Ann' %}\n{{ name | uper }}\n",
        "stack.yaml": [
          "heat_template_version: wallaby",
          "parameters: {size: {type: number, default: 3}}",
          "outputs:",
          "  size: {value: {get_param: size}}",
          "  name: {value: {str_replace: {template: n-X, params: {X: 1}}}}",
        ].join("\n"),
        "plain.yaml": "image: {tag: v1}\n",
      },
      languages: { "stack.yaml": "yaml", "plain.yaml": "yaml" },
      files: { "library.j2": "{% set port = 80 %}" },
    });
    await use(editor);
    expect(refused).toEqual([]);
  },
});

test("completion and problems in a worker of the browser", async ({ editor }) => {
  expect(await editor.act<string[]>("complete", { line: 1, character: 11 })).toContain("upper");
  await expect
    .poll(() => editor.act<[string, string[]][]>("problems"))
    .toContainEqual(["file:///w/page.j2", [expect.stringContaining("uper")]]);
});

test("the panel shows the problems of a document, and follows its edits", async ({ editor, page }) => {
  const panel = await editor.show("file:///w/page.j2");
  await expect(panel.getByRole("region", { name: "Problems" })).toContainText("No filter named 'uper'");
  await panel.getByRole("button", { name: "page.j2 2:11" }).first().click();
  await expect.poll(() => editor.act<string[]>("shown")).toContain("file:///w/page.j2");
  await editor.act("change", { range: [1, 10, 1, 14], text: "upper" });
  await expect(panel.locator("#results-body")).toContainText("ANN");
  await expect(panel.getByRole("region", { name: "Problems" })).toBeHidden();
  expect(
    await page.locator("iframe").evaluate((frame: HTMLIFrameElement) => frame.contentDocument!.scripts.length),
  ).toBe(2);
});

test("values, resources and the trace, in the themes of the editor", async ({ editor, page }) => {
  for (const theme of ["vscode-light", "vscode-dark"] as const) {
    const panel = await editor.show("file:///w/stack.yaml", theme);
    await expect(panel.locator("#results-body")).toContainText("n-1");
    await expect(panel.getByRole("region", { name: "Resources" })).toContainText("parameters");
    const background = theme === "vscode-dark" ? "rgb(31, 31, 31)" : "rgb(255, 255, 255)";
    await expect(panel.locator("#results")).toHaveCSS("background-color", background);
    expect(await violations(page, { include: "iframe" })).toEqual([]);
    for (const width of [1440, 900, 390, 320]) {
      await page.setViewportSize({ width, height: 700 });
      const wide = await panel.locator("html").evaluate((root) => root.scrollWidth - root.clientWidth);
      expect(wide, `${width}`).toBe(0);
      if (process.env["EVG_PICTURES"])
        await page.screenshot({ path: `${process.env["EVG_PICTURES"]}/${theme}-${width}.png` });
    }
    await panel.getByRole("tab", { name: "Trace" }).click();
    await expect(panel.locator("#results-body")).toContainText("get_param");
  }
});

test("the expression at the caret is explained", async ({ editor }) => {
  const panel = await editor.show("file:///w/page.j2");
  await expect(panel.getByRole("region", { name: "Problems" })).toContainText("No filter named 'uper'");
  await editor.act("change", { range: [1, 10, 1, 14], text: "upper" });
  await editor.act("explain", [1, 4]);
  await expect(panel.getByRole("tab", { name: "Explain" })).toHaveAttribute("aria-selected", "true");
  await expect(panel.locator("#results-body")).toContainText("The text in upper case.");
});

test("a file of no dialect is said to be that", async ({ editor }) => {
  const panel = await editor.show("file:///w/plain.yaml");
  await expect(panel.getByText("This file is in no language that Evalground recognizes.")).toBeVisible();
  await expect(panel.getByRole("region", { name: "Results" })).toBeHidden();
});
