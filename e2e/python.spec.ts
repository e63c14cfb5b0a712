// Documents that call Python. It is loaded from the site's own files when a document first needs it.
import type { Page } from "@playwright/test";
import { encodeLink } from "evalground";
import { expect, test } from "./playground.ts";

const main = 'port: 80\nresult: {eval: {python: "f.py#f", args: 4}}\n';
const calling = (code: string): { files: Record<string, string> } => ({ files: { "main.yaml": main, "f.py": code } });

/** Records the paths of Python's files that the page loads. */
function fetched(page: Page): string[] {
  const paths: string[] = [];
  page.context().on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/pyodide|\/python-/.test(pathname)) paths.push(pathname);
  });
  return paths;
}

test.describe.configure({ timeout: 90_000 });

test("a document without Python loads nothing of it", async ({ page, playground }) => {
  const paths = fetched(page);
  await playground.visit();
  await playground.write("own: {eval: {concat: [a, b]}}\n");
  expect(paths).toEqual([]);
});

test("a Python function runs under the page’s policy, with progress while Python is loaded", {
  tag: "@fresh",
}, async ({ page, playground }) => {
  const paths = fetched(page);
  await page.addInitScript(() => {
    Object.assign(globalThis, { shown: [] });
    addEventListener("DOMContentLoaded", () => {
      const facts = document.getElementById("rail-facts")!;
      new MutationObserver(() =>
        (globalThis as unknown as { shown: string[] }).shown.push(facts.textContent ?? ""),
      ).observe(facts, { childList: true, subtree: true, characterData: true });
    });
  });
  await playground.open(calling('def f(context, n):\n    return n + context.query("port")\n'), { settle: false });
  await expect(playground.row("instances.main.result")).toContainText("84", { timeout: 60_000 });
  expect(paths.filter((path) => path.includes("/pyodide/"))).toHaveLength(5);
  const shown = await page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
  expect(shown.filter((words) => /Loading Python… \d+ %/.test(words)).length).toBeGreaterThan(1);

  // Python is loaded once: the next run loads nothing, and takes no longer than others.
  const before = paths.length;
  await playground.write(main.replace("args: 4", "args: 5"));
  await expect(playground.row("instances.main.result")).toContainText("85");
  expect(paths).toHaveLength(before);
});

test("an exception is a problem at its line of the Python file", async ({ playground }) => {
  await playground.open(calling("def f(context, n):\n    return n / 0\n"), { settle: false });
  const problem = playground.problems
    .locator(".problem-item")
    .filter({ hasText: "raised ZeroDivisionError: division by zero." });
  await expect(problem).toHaveCount(1, { timeout: 60_000 });
  await expect(problem).toContainText("f.py");
});

test("Stop and the time limit end Python while it runs, and the page goes on", async ({ page, playground }) => {
  await playground.open(calling("def f(context, n):\n    while True: pass\n"), { settle: false });
  await expect(playground.results).toContainText("The run reached a limit", { timeout: 60_000 });
  await playground.setLimits({ "Time, seconds": 60 });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.locator("#rail")).toContainText(/Running for/, { timeout: 60_000 });
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(playground.resultsState).toHaveAttribute("data-freshness", "stopped");
  await playground.write("own: 1\n");
  await expect(playground.row("instances.main.own")).toContainText("1");
});

test("Python has no module that leads out of it into the page", async ({ playground }) => {
  const code = [
    "import sys",
    "def f(context, n):",
    "    found = []",
    '    for name in ("js", "pyodide_js", "pyodide.http", "_pyodide_core", "micropip"):',
    "        try:",
    "            __import__(name)",
    "            found.append(name)",
    "        except ImportError:",
    "            pass",
    '    return found or "none"',
  ].join("\n");
  await playground.open(calling(code), { settle: false });
  await expect(playground.row("instances.main.result")).toContainText("none", { timeout: 60_000 });
});

test("a filter from an Ansible role runs, and is loaded when a template first calls it", async ({ playground }) => {
  const files = {
    "roles/web/templates/port.j2": "port {{ 80 | next_port }}\n",
    "roles/web/filter_plugins/ports.py":
      "class FilterModule(object):\n    def filters(self):\n        return {'next_port': lambda port: port + 1}\n",
  };
  const workspace = { dialect: "jinja2", options: { flavor: "ansible", reference: "2.21" }, files };
  await playground.open({ ...workspace, main: "roles/web/templates/port.j2" }, { settle: false });
  await expect(playground.results).toContainText("port 81", { timeout: 60_000 });
});

test("if Python cannot be loaded the page says why, and copies the command that runs it", async ({
  browser,
  baseURL,
}) => {
  // A context of its own, because the blocked requests cause errors.
  const page = await browser.newPage({ baseURL: baseURL! });
  await page.route("**/pyodide/**", (route) => route.abort());
  await page.addInitScript(() => {
    const clipboard: string[] = [];
    Object.assign(globalThis, { clipboard });
    navigator.clipboard.writeText = async (words) => void clipboard.push(words);
  });
  await page.goto(`/?test=1#${encodeLink({ dialect: "unfurl", ...calling("def f(context, n):\n    return n\n") })}`);
  await expect(page.getByText("Python could not be loaded").first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Copy command" }).click();
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { clipboard: string[] }).clipboard.at(-1)))
    .toContain("evalground eval --allow-python -");
  await page.close();
});
