// After a reset a used page equals that of a first visit, in what it stores and in what it shows.
import type { Page } from "@playwright/test";
import { expect, type Playground, test } from "./playground.ts";

/** Everything that the page stores in this browser, without ids of drafts and times, which differ on each visit. */
function kept(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const stores: Record<string, unknown> = {};
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
      });
      for (const store of database.objectStoreNames) {
        stores[store] = await new Promise((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () =>
            resolve((request.result as object[]).map((record) => ({ ...record, id: "", changed: 0 })));
        });
      }
      database.close();
    }
    const local = Object.fromEntries(Object.entries(localStorage).filter(([key]) => key !== "evalground.draft"));
    return { local, session: { ...sessionStorage }, stores, hash: location.hash };
  });
}

/** The document as text, one element per line, without numbered ids and times. */
function shown(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const counted = /\b(?:[a-z]+-\d+|cm-[\w-]*\d+)\b|ͼ\w+/g;
    const lines: string[] = [];
    const add = (node: Node, depth: number): void => {
      if (node instanceof HTMLElement && node.hidden) return;
      const indent = " ".repeat(depth);
      if (node instanceof Text && node.data.trim() !== "")
        lines.push(indent + node.data.trim().replace(/\d+ ms/, "… ms"));
      // How the editor nests colours and draws the caret depends on earlier actions. The list of requests is hidden
      // once its code was loaded, and empty before.
      if (!(node instanceof Element) || node.matches("head, script, svg#thread *, .cm-layer, .result-pending")) return;
      if (node.matches(".cm-line")) return void lines.push(`${indent}${node.textContent}`);
      const attributes = [...node.attributes]
        .filter(({ name }) => !["data-run", "data-typed", "data-evaluated", "data-expected"].includes(name))
        .map(({ name, value }) => `${name}="${value.replace(counted, "…").replace(/[\d,.]+ ms/, "… ms")}"`);
      lines.push(`${indent}<${[node.localName, ...attributes.sort()].join(" ")}>`);
      for (const child of [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes]) add(child, depth + 1);
    };
    add(document.documentElement, 0);
    const scrolled = [...document.querySelectorAll("*")].filter(
      ({ scrollTop, scrollLeft }) => scrollTop + scrollLeft > 0,
    );
    return [
      ...lines,
      `focus: ${document.activeElement?.localName}`,
      ...scrolled.map(({ id, className }) => `scrolled: ${id || className}`),
    ];
  });
}

/** Changes everything that a user can change, and leaves it open. */
async function dirty(playground: Playground): Promise<void> {
  const { page } = playground;
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await playground.openSettings();
  const settings = page.getByRole("dialog", { name: "Settings" });
  await settings.getByRole("checkbox", { name: "Wrap long lines" }).check();
  await settings.getByRole("textbox", { name: "Steps" }).fill("1000");
  await settings.getByRole("button", { name: "Close" }).click();
  await page.getByRole("separator").first().press("ArrowRight");
  await page.getByRole("separator").last().press("Enter");
  await page.setViewportSize({ width: 900, height: 800 });
  // The inputs pane also has a tab with that name, until the page has adjusted to the new width.
  await page.locator("#side-tabs").getByRole("tab", { name: "Inputs" }).click();
  await page.getByRole("separator").first().press("ArrowLeft");
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.locator("html")).toHaveAttribute("data-layout", "wide");
  const long = Array.from({ length: 60 }, (_, at) => `k${at}: ${at}\n`).join("");
  await playground.open({
    title: "Dirty",
    files: { "main.yaml": `unused: &unused 1\na: {eval: {wrong: 1}}\n${long}`, "other.yaml": "c: 1\n" },
    expression: "::main::a",
    env: { KEY: "value" },
    secrets: { token: "hidden" },
  });
  await playground.editor.focus();
  await playground.openProblems();
  await playground.problems.getByRole("button", { name: /^\d+ hint/ }).click();
  await playground.resources.getByRole("searchbox").fill("dirty");
  await playground.inputs.getByRole("tab", { name: /^Env/ }).click();
  await playground.inputs.getByRole("radio", { name: "YAML" }).check();
  await playground.inputs.getByRole("button", { name: "Expand inputs" }).click();
  await page.getByRole("button", { name: "Enlarge the expression field" }).click();
  await playground.editor.focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("# typed");
  await page.getByRole("switch", { name: "Live" }).click();
  await playground.files.getByRole("tab").last().click();
  await playground.chooseInDraftMenu("New draft");
  await page.evaluate(() => sessionStorage.setItem("left", "behind"));
  await page.getByRole("button", { name: "Help" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
}

/** Focuses the editors, so that they load their services, and leaves them again. */
async function wakeEditors({ page, editor, expression }: Playground): Promise<void> {
  await expression.focus();
  await editor.focus();
  await expect(page.locator(".assist-crumbs").first()).toBeAttached();
  await editor.blur();
}

test("a reset page stores and shows the same as on a first visit", async ({ playground, shared, visitor }) => {
  const first = await visitor();
  await first.visit();
  await playground.visit();
  await dirty(playground);
  await shared.reset();
  await playground.settle();
  for (const each of [playground, first]) await wakeEditors(each);
  for (const each of [playground, first]) {
    // The draft is saved after a moment, and announcements are limited to one a second.
    await expect(each.page.locator("#rail")).toContainText("Saved");
    await expect(each.status).toContainText("Done");
  }
  expect(await kept(playground.page)).toEqual(await kept(first.page));
  expect(await shown(playground.page)).toEqual(await shown(first.page));
});
