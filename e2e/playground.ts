// The page as users see it. Every spec opens it with this fixture, finds elements by role and name, and fails on
// anything that must never happen (see `watch`).
import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type TestInfo,
} from "@playwright/test";
import { encodeLink, type LinkView, type Workspace } from "evalground";

export { expect } from "@playwright/test";

/**
 * Records what must never happen: errors of the page, violations of its policy, cookies, requests to other servers.
 * Returns a function that gives the events since its last call.
 */
export async function watch(context: BrowserContext, address: string): Promise<() => Promise<string[]>> {
  const { origin } = new URL(address);
  const troubles: string[] = [];
  context.on("weberror", (error) => troubles.push(`error of the page: ${error.error().message}`));
  context.on("console", (message) => {
    if (/content security policy|trusted ?type|^policy:/i.test(message.text())) troubles.push(message.text());
  });
  context.on("request", (request) => {
    const url = request.url();
    const isOwn = url.startsWith(`${origin}/`) || /^(blob|data|about):/.test(url);
    if (!isOwn) troubles.push(`request to ${url}`);
  });
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, sample }) =>
      console.error(`policy: ${violatedDirective} ${sample}`),
    );
    // The site's policy forbids reading the clipboard, so record what is written to it.
    const clipboard: string[] = [];
    Object.assign(globalThis, { clipboard });
    // The status line soon shows the next message, so record every message.
    const said: string[] = [];
    Object.assign(globalThis, { said });
    addEventListener("DOMContentLoaded", () => {
      const status = document.getElementById("status");
      const heard = (): void => void said.push(status?.textContent ?? "");
      if (status) new MutationObserver(heard).observe(status, { childList: true, characterData: true, subtree: true });
    });
    const write = navigator.clipboard?.writeText.bind(navigator.clipboard);
    if (write) navigator.clipboard.writeText = (text) => write(text).then(() => void clipboard.push(text));
  });
  return async () => {
    const cookies = (await context.cookies()).map(({ name }) => `cookie ${name}`);
    return [...troubles.splice(0), ...cookies];
  };
}

/** Opens further contexts, each watched, and closed at the end of the test. */
export type Visitor = (
  options?: Parameters<import("@playwright/test").Browser["newContext"]>[0],
) => Promise<Playground>;

/** The page that a test opens by default, with the hooks of web/src/hooks.ts. */
const home = "/?test=1";

/** The hooks of the page for tests. */
interface Hooks {
  evalgroundTest?: { open(fragment: string): Promise<void>; reset(): Promise<void> };
  clipboard: string[];
  said: string[];
}

/** Runs in the page: resets it to a first visit. */
async function reset(): Promise<void> {
  const { evalgroundTest, clipboard, said } = globalThis as unknown as Hooks;
  clipboard.length = 0;
  said.length = 0;
  await evalgroundTest!.reset();
}

/** Runs in the page: waits up to a second until it is settled. Returns what is still pending, or "". */
async function unsettled(): Promise<string> {
  const results = document.getElementById("results")!;
  const state = (): string => {
    const { freshness = "", typed, evaluated } = results.dataset;
    const { engine } = document.documentElement.dataset;
    const isEditable = document.querySelector("#expression .editor-host") !== null;
    const isSettled =
      engine === "ready" && isEditable && /^(fresh|error)$/.test(freshness) && Number(evaluated) >= Number(typed);
    return isSettled
      ? ""
      : `engine ${engine}, ${isEditable ? "" : "no "}editors, typed ${typed}, evaluated ${evaluated}, ${freshness}`;
  };
  for (const end = performance.now() + 1000; state() !== "" && performance.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 10));
  return state();
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export class Playground {
  readonly source: Locator;
  readonly resources: Locator;
  readonly inputs: Locator;
  readonly results: Locator;
  readonly problems: Locator;
  /** The element that says how current the results are, even if their pane is hidden. */
  readonly resultsState: Locator;
  readonly editor: Locator;
  readonly expression: Locator;
  readonly files: Locator;
  readonly tree: Locator;
  readonly ledger: Locator;
  readonly status: Locator;
  /** Whether the fixture has opened the page as on a first visit and nothing was done since. */
  isUntouched = false;

  constructor(readonly page: Page) {
    const region = (name: string): Locator => page.getByRole("region", { name, exact: true });
    this.source = region("Source");
    this.resources = region("Resources");
    this.inputs = region("Inputs");
    this.results = region("Results");
    // The pane is hidden while it is empty, but still has its text.
    this.problems = page.locator("#problems");
    this.resultsState = page.locator("#results");
    this.editor = page.getByRole("textbox", { name: /^Editor, .*YAML/ });
    this.expression = page.getByRole("textbox", { name: "Expression", exact: true });
    this.files = page.getByRole("tablist", { name: "Files" });
    this.tree = page.locator("#resources").getByRole("tree");
    this.ledger = page.getByRole("treegrid", { name: "Result keys" });
    this.status = page.getByRole("status", { name: "Status" });
  }

  /** Opens the page as on a first visit, unless the fixture has just done that. */
  async visit(path = home): Promise<void> {
    const isThere = path === home && this.isUntouched && this.page.url().endsWith(home);
    this.isUntouched = false;
    if (!isThere) await this.page.goto(path);
    await this.settle();
  }

  /** Opens a workspace by its link. */
  async open(
    workspace: Omit<Workspace, "dialect"> & Partial<Pick<Workspace, "dialect">>,
    { view, path = home, settle = true }: { view?: LinkView; path?: string; settle?: boolean } = {},
  ): Promise<void> {
    const title = workspace.title ?? "Under test";
    const link = encodeLink(
      { dialect: "unfurl", ...workspace, title },
      { includeSecrets: true, ...(view && { view }) },
    );
    await this.openLink(`#${link}`, path);
    await expect(this.draft(title)).toBeVisible();
    if (settle) await this.settle();
  }

  /** Opens a link as a new draft: in the page if it is loaded, else by loading it. */
  async openLink(link: string, path = home): Promise<void> {
    this.isUntouched = false;
    const fragment = link.slice(link.indexOf("#") + 1);
    const isThere = path === home && (await this.page.evaluate(() => "evalgroundTest" in globalThis));
    if (!isThere) await this.page.goto(`${path}#${fragment}`);
    else await this.page.evaluate((given) => (globalThis as unknown as Hooks).evalgroundTest!.open(given), fragment);
  }

  /** Waits until the editors are loaded and the results are up to date. */
  async settle(): Promise<void> {
    await expect(async () => expect(await this.page.evaluate(unsettled), "parts that are not settled").toBe("")).toPass(
      {
        intervals: [0],
        timeout: 20_000,
      },
    );
  }

  /** The button with the draft's title, which opens its menu. */
  draft(title: string | RegExp): Locator {
    return this.page.getByRole("button", { name: typeof title === "string" ? `Draft: ${title}` : title });
  }

  /** Selects an entry of the draft's menu. */
  async chooseInDraftMenu(entry: string): Promise<void> {
    await this.draft(/^Draft: /).click();
    await this.page.getByRole("menuitem", { name: entry, exact: true }).click();
  }

  /** Opens an example in the draft's language from the list. */
  async openExample(title: string): Promise<void> {
    await this.page.getByRole("button", { name: "Examples" }).click();
    const dialog = this.page.getByRole("dialog", { name: "Examples" });
    await dialog
      .getByRole("button")
      .filter({ has: this.page.getByText(title, { exact: true }) })
      .click();
    await expect(this.draft(title)).toBeVisible();
    await this.settle();
  }

  /** The tab of a file. */
  file(path: string): Locator {
    return this.files.getByRole("tab", { name: path, exact: true });
  }

  /** Types a new text into the open file, and waits for the result unless `settle` is false. */
  async write(text: string, { settle = true } = {}): Promise<void> {
    await this.replace(this.editor, text);
    if (settle) await this.settle();
  }

  /** Types a new expression, and waits for the result unless `settle` is false. */
  async evaluate(expression: string, { settle = true } = {}): Promise<void> {
    await this.replace(this.expression, expression);
    if (settle) await this.settle();
  }

  private async replace(field: Locator, text: string): Promise<void> {
    await field.focus();
    await this.page.keyboard.press("ControlOrMeta+a");
    if (text === "") await this.page.keyboard.press("Delete");
    else await this.page.keyboard.insertText(text);
  }

  /** Opens the list of problems and returns it. */
  async openProblems(): Promise<Locator> {
    const toggle = this.problems.getByRole("button", { name: "Show or hide the list of problems" });
    await expect(toggle).toBeVisible();
    if ((await toggle.getAttribute("aria-expanded")) !== "true") await toggle.click();
    return this.problems.getByRole("list", { name: "Problems" });
  }

  /** Waits until the status line has shown these words. The next run may have replaced them since. */
  async said(words: string): Promise<void> {
    await expect
      .poll(() => this.page.evaluate(() => (globalThis as unknown as Hooks).said.join("\n")), {
        message: "what was said",
      })
      .toContain(words);
  }

  /** The number of finished runs. */
  async run(): Promise<number> {
    return Number(await this.resultsState.getAttribute("data-run"));
  }

  /** The row of the ledger for a path such as `instances.db.port`; `result` is the whole result. */
  row(path: string): Locator {
    return this.ledger.getByRole("row", { name: new RegExp(`^${escaped(path)}: `) });
  }

  /** A node of the tree, by the start of its name. */
  node(name: string): Locator {
    return this.tree.getByRole("treeitem", { name: new RegExp(`^${escaped(name)}(?![\\w.-])`) });
  }

  /** Selects a view of the results. */
  async view(name: "Keys" | "YAML" | "JSON" | "Text" | "Table" | "Matches"): Promise<void> {
    await this.results.getByRole("tablist", { name: "Result view" }).getByRole("tab", { name, exact: true }).click();
  }

  /** The whole text of the YAML, JSON or Text view. */
  async text(): Promise<string> {
    return (await this.results.locator("[data-result-text]").textContent()) ?? "";
  }

  /** Where words of the shown text begin, in the window. */
  async placeOfText(words: string): Promise<{ x: number; y: number }> {
    const at = await this.results.locator("[data-result-text]").evaluate((shown, wanted) => {
      const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const offset = (node as Text).data.indexOf(wanted);
        if (offset < 0) continue;
        const range = new Range();
        range.setStart(node, offset);
        range.setEnd(node, offset + 1);
        const { left, top, height } = range.getBoundingClientRect();
        return { x: left + 2, y: top + height / 2 };
      }
      return null;
    }, words);
    expect(at).not.toBeNull();
    return at!;
  }

  /** Clicks where words of the shown text begin. */
  async clickLine(words: string): Promise<void> {
    const { x, y } = await this.placeOfText(words);
    await this.page.mouse.click(x, y);
  }

  /** The rendered lines of the open file. */
  async lines(): Promise<string[]> {
    return this.editor.locator(".cm-line").allInnerTexts();
  }

  /** Matches the position of the caret in the rail. */
  caret(line: number, column?: number): Locator {
    const place = column === undefined ? new RegExp(`^Ln ${line}, Col `) : `Ln ${line}, Col ${column}`;
    return this.page.locator("#rail").getByText(place, { exact: true });
  }

  /** The text that the page copied last, or "". */
  copied(): Promise<string> {
    return this.page.evaluate(() => (globalThis as unknown as { clipboard: string[] }).clipboard.at(-1) ?? "");
  }

  /** Selects an entry of a row's menu. */
  async chooseInRowMenu(path: string, entry: string): Promise<void> {
    await this.row(path).getByRole("button", { name: "Actions for" }).click();
    await this.page.getByRole("menuitem", { name: new RegExp(`^${escaped(entry)}`) }).click();
  }

  /** Copies the value of a row in one of its forms, from its menu. */
  async copyRow(path: string, form: "Copy as YAML" | "Copy as JSON" | "Copy as text" | "Copy path"): Promise<string> {
    const copies = (): Promise<number> =>
      this.page.evaluate(() => (globalThis as unknown as { clipboard: string[] }).clipboard.length);
    const before = await copies();
    await this.chooseInRowMenu(path, form);
    await expect(this.status).toContainText("Copied");
    await expect.poll(copies).toBeGreaterThan(before); // the status may still show the previous copy
    return this.copied();
  }

  /** Opens the share dialog and waits for its link. */
  async share(): Promise<{ dialog: Locator; link: string }> {
    await this.page.getByRole("button", { name: "Share", exact: true }).click();
    const dialog = this.page.getByRole("dialog", { name: "Share" });
    const field = dialog.getByRole("textbox", { name: "Link", exact: true });
    return { dialog, link: await field.inputValue() };
  }

  /** Opens the settings, which are in the help menu on a small screen. */
  async openSettings(): Promise<void> {
    const button = this.page.getByRole("button", { name: "Settings" });
    if (await button.isVisible()) await button.click();
    else {
      await this.page.getByRole("button", { name: "Help" }).click();
      await this.page.getByRole("menuitem", { name: "Settings" }).click();
    }
    await expect(this.page.getByRole("dialog", { name: "Settings" })).toBeVisible();
  }

  /** Opens the settings, sets the given limits, and closes them. */
  async setLimits(
    limits: Partial<Record<"Time, seconds" | "Steps" | "Memory, MiB" | "Output, MiB", number>>,
  ): Promise<void> {
    await this.openSettings();
    const dialog = this.page.getByRole("dialog", { name: "Settings" });
    for (const [name, value] of Object.entries(limits)) {
      const field = dialog.getByRole("textbox", { name, exact: true });
      await field.fill(String(value));
      await field.press("Tab");
    }
    await dialog.getByRole("button", { name: "Close" }).click();
  }
}

/** A page that a worker opens once and that its tests use in turn. */
class SharedPage {
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly troubles: () => Promise<string[]>,
    private readonly address: string,
  ) {}

  static async open(
    browser: Browser,
    { baseURL = "", permissions = [] }: TestInfo["project"]["use"],
  ): Promise<SharedPage> {
    // A new context takes over what the current test uses, which may be a touch screen.
    const own = { viewport: usualViewport, hasTouch: false, isMobile: false };
    const context = await browser.newContext({ baseURL, permissions, ...own });
    const troubles = await watch(context, baseURL);
    return new SharedPage(context, await context.newPage(), troubles, baseURL);
  }

  /** Resets the page to a first visit. Loads it again only if a test has left it. */
  async reset(): Promise<void> {
    const { page } = this;
    await page.mouse.move(0, 0);
    await page.setViewportSize(usualViewport);
    await page.emulateMedia({ media: null, colorScheme: "light", reducedMotion: null, forcedColors: null });
    // A test may have ended while the page was loading.
    const isThere = await page.evaluate(() => "evalgroundTest" in globalThis).catch(() => false);
    if (isThere) return page.evaluate(reset);
    await page.goto("about:blank"); // an open database cannot be deleted
    const session = await this.context.newCDPSession(page);
    await session.send("Storage.clearDataForOrigin", { origin: new URL(this.address).origin, storageTypes: "all" });
    await session.detach();
    await page.goto(home);
    await expect.poll(() => page.evaluate(() => "evalgroundTest" in globalThis)).toBe(true);
  }

  /** Cleans up after a test. */
  async tidy(): Promise<void> {
    const { context, page } = this;
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const event of ["request", "response", "console", "load", "worker"]) page.removeAllListeners(event as "load");
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
}

const usualViewport = { width: 1280, height: 720 };

interface Fixtures {
  /** The playground as on a first visit: reset, or in a context of its own for tests with the tag @fresh. */
  playground: Playground;
  /** Creates further visitors with their own profiles. */
  visitor: Visitor;
}

interface WorkerFixtures {
  shared: SharedPage;
}

const noTroubles = "violations of the policy, cookies, requests elsewhere and errors";

/** Whether a test has a browser context of its own: by its tag, or because it emulates a touch screen. */
const isFresh = ({ tags }: TestInfo, hasTouch: boolean | undefined): boolean =>
  tags.includes("@fresh") || hasTouch === true;

export const test = base.extend<Fixtures, WorkerFixtures>({
  shared: [
    async ({ browser }, use, { project }) => {
      const shared = await SharedPage.open(browser, project.use);
      await use(shared);
      await shared.context.close();
    },
    { scope: "worker" },
  ],
  context: async ({ browser, baseURL, hasTouch, shared }, use, info) => {
    if (!isFresh(info, hasTouch)) {
      await use(shared.context);
      expect(await shared.troubles(), noTroubles).toEqual([]);
      return await shared.tidy();
    }
    const context = await browser.newContext();
    const troubles = await watch(context, baseURL!);
    await use(context);
    expect(await troubles(), noTroubles).toEqual([]);
    await context.close();
  },
  page: async ({ context, shared }, use) => {
    const isShared = context === shared.context;
    if (isShared) await shared.reset();
    await use(isShared ? shared.page : await context.newPage());
  },
  playground: async ({ page, shared }, use) => {
    const playground = new Playground(page);
    playground.isUntouched = page === shared.page;
    await use(playground);
  },
  visitor: async ({ browser, baseURL }, use) => {
    const open: { context: BrowserContext; troubles: () => Promise<string[]> }[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }), ...options });
      open.push({ context, troubles: await watch(context, baseURL!) });
      return new Playground(await context.newPage());
    });
    for (const { context, troubles } of open) {
      expect(await troubles(), noTroubles).toEqual([]);
      await context.close();
    }
  },
});

/**
 * The tags for a test of a series. Tests that only repeat others at another width, in another theme or with another
 * document run only in `npm run test:all`.
 */
export const repeats = (isRepetition: boolean, ...tags: string[]): { tag: string[] } => ({
  tag: isRepetition ? ["@all", ...tags] : tags,
});

/** Reports a measurement among the results of the suite. */
export function report(measured: string): void {
  test.info().annotations.push({ type: "measured", description: measured });
  console.log(`      measured: ${measured}`);
}

/**
 * A time limit in milliseconds, adjusted to the machine: doubled, because no test machine is idle, and scaled by how
 * much longer a fixed piece of work takes now than on the machine of docs/performance.md.
 */
export async function paced(page: Page, limit: number): Promise<number> {
  const usual = 15; // milliseconds
  const times = await page.evaluate(() =>
    Array.from({ length: 5 }, () => {
      const began = performance.now();
      const rows = Array.from({ length: 10_000 }, (_, at) => ({ name: `row ${(at * 7919) % 10_007}`, at }));
      rows.sort((one, other) => (one.name < other.name ? -1 : 1));
      JSON.parse(JSON.stringify(rows));
      return performance.now() - began;
    }),
  );
  return 2 * limit * Math.max(1, times.sort((one, other) => one - other)[2]! / usual);
}

/**
 * Expects something to take at most a limit, in milliseconds, as adjusted by `paced`. The measurement is repeated until
 * it passes, because other programs also use the processor. Tests that use this need the tag `timed`, so that they run
 * alone.
 */
export async function within(
  page: Page,
  { what, limit }: { what: string; limit: number },
  measure: () => Promise<number>,
  rounds = 8,
): Promise<void> {
  const most = await paced(page, limit);
  let least = Infinity;
  for (let round = 0; round < rounds && least > most; round += 1) least = Math.min(least, await measure());
  report(`${what}: ${Math.round(least)} ms of ${Math.round(most)}`);
  expect(least, what).toBeLessThanOrEqual(most);
}
