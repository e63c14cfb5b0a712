// What the page stores in this browser: drafts after crashes and with full storage, undo, secrets.
import type { BrowserContext, Page } from "@playwright/test";
import { expect, Playground, test } from "./playground.ts";

/** Ends a tab like a crash of its process, without any event in the tab. */
async function kill(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const gone = page.waitForEvent("crash");
  void session.send("Page.crash").catch(() => {});
  await gone;
}

/** Another visit in the same browser. */
async function visitAgain(context: BrowserContext): Promise<Playground> {
  const next = new Playground(await context.newPage());
  await next.page.goto("/?test=1");
  await expect(next.page.locator("html")).toHaveAttribute("data-engine", "ready");
  return next;
}

test("text typed 300 ms before the tab dies is back at the next visit", { tag: "@fresh" }, async ({
  page,
  playground,
  context,
}) => {
  await playground.visit();
  await playground.editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("typed: before the end");
  await page.waitForTimeout(300);
  await kill(page);
  const next = await visitAgain(context);
  await expect(next.editor).toHaveText("typed: before the end");
});

test("text typed while storage is full is back at the next visit; a notice says that storage is full", {
  tag: "@fresh",
}, async ({ page, playground, context }) => {
  await playground.visit();
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
  });
  await playground.editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("typed: into a full browser");
  await expect(playground.source).toContainText("This browser cannot save your draft (its storage is full)");
  await expect(page.locator("#rail")).toContainText("Not saved");
  await page.waitForTimeout(300);
  await kill(page);
  const next = await visitAgain(context);
  await expect(next.editor).toHaveText("typed: into a full browser");
});

test("where storage is blocked the page says that the draft is not saved, and keeps working", {
  tag: "@fresh",
}, async ({ page, playground }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("blocked", "SecurityError");
    };
  });
  await playground.visit();
  await playground.write("mine: 1\n");
  await expect(page.locator("#rail")).toContainText("Not saved");
  await page.waitForTimeout(500); // beyond the pause after which a draft is saved
  await expect(page.locator("#rail")).toContainText("Not saved");
});

test("Reset can be undone, also after a reload by the history", async ({ page, playground }) => {
  await playground.visit();
  await playground.write("mine: 1\n");
  await playground.chooseInDraftMenu("Reset to the example");
  await expect(playground.editor).toContainText("instances:");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(playground.editor).toHaveText("mine: 1");
  await playground.chooseInDraftMenu("Reset to the example");
  await expect(playground.editor).toContainText("instances:");
  await expect(page.locator("#rail")).toContainText("Saved");
  await page.reload();
  await playground.settle();
  await expect(playground.editor).toContainText("instances:");
  await playground.chooseInDraftMenu("History");
  const point = page.getByRole("dialog").getByRole("listitem").filter({ hasText: "before a reset" }).first();
  await point.getByRole("button", { name: "Restore" }).click();
  await expect(playground.editor).toHaveText("mine: 1");
});

test("opening an example can be undone, also after a reload by the list of drafts", async ({ page, playground }) => {
  await playground.visit();
  await playground.write("mine: 1\n");
  await playground.openExample("Loops");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(playground.editor).toHaveText("mine: 1");
  await playground.openExample("Loops");
  await page.reload();
  await playground.settle();
  await expect(playground.draft("Loops")).toBeVisible();
  await playground.chooseInDraftMenu("Drafts");
  await page.getByRole("dialog", { name: "Drafts" }).getByRole("button", { name: "Open “A web shop”" }).click();
  await expect(playground.editor).toHaveText("mine: 1");
});

test("deleting a draft can be undone, also after a reload", async ({ page, playground }) => {
  await playground.open({ title: "Precious", files: { "main.yaml": "mine: 1\n" } });
  await playground.chooseInDraftMenu("Delete this draft");
  await expect(playground.draft("Precious")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(playground.draft("Precious")).toBeVisible();
  await expect(playground.editor).toHaveText("mine: 1");
  await playground.chooseInDraftMenu("Delete this draft");
  await expect(playground.draft("Precious")).toHaveCount(0);
  await playground.settle(); // a visit that ends during a run would make the next one open paused
  await page.goto("about:blank");
  await playground.visit();
  await playground.chooseInDraftMenu("Drafts");
  await page.getByRole("dialog", { name: "Drafts" }).getByRole("button", { name: "Restore “Precious”" }).click();
  await expect(playground.draft("Precious")).toBeVisible();
  await expect(playground.editor).toHaveText("mine: 1");
});

/** Everything that the page stores in this browser, as one text. */
function stored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, history.state];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        kept.push(
          await new Promise((resolve, reject) => {
            const request = database.transaction(store).objectStore(store).getAll();
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          }),
        );
      }
      database.close();
    }
    return JSON.stringify(kept);
  });
}

test("secrets are not in storage after a reload unless remembering was chosen", async ({ page, playground }) => {
  await playground.visit();
  const { inputs } = playground;
  const secret = inputs.getByRole("textbox", { name: "Value of password" });
  await playground.write("known: {eval: {secret: password}}\n");
  await inputs.getByRole("tab", { name: "Secrets" }).click();
  await inputs.getByRole("button", { name: "Add", exact: true }).click();
  await page.keyboard.type("password");
  await page.keyboard.press("Tab");
  await secret.fill("hunter2");
  await expect(playground.row("instances.main.known")).toContainText("hidden");
  await expect(page.locator("#rail")).toContainText("Saved");
  expect(await stored(page)).toContain("password");
  expect(await stored(page)).not.toContain("hunter2");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-engine", "ready");
  expect(await stored(page)).not.toContain("hunter2");
  await inputs.getByRole("tab", { name: "Secrets" }).click();
  await expect(secret).toHaveValue("");
  await expect(secret).toHaveAttribute("placeholder", "withheld. Enter it here");

  await inputs.getByRole("checkbox", { name: "Remember secrets in this browser" }).check();
  const run = await playground.run();
  await secret.fill("hunter3");
  await expect.poll(() => playground.run()).toBeGreaterThan(run); // a run ended by a reload is not restarted
  await expect(page.locator("#rail")).toContainText("Saved");
  await page.reload();
  await playground.settle();
  expect(await stored(page)).toContain("hunter3");
  await inputs.getByRole("tab", { name: "Secrets" }).click();
  await expect(secret).toHaveValue("hunter3");
});
