// The page as its user meets it: every spec opens it through this fixture, reads it by the names of its roles, and
// fails on whatever no journey may ever do (see `watch`).
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
 * Notes what must never happen: an error of the page, a violation of its policy, a cookie, a request to anywhere else.
 * Gives the function that says what was noted since it was last called.
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
    // The site's policy forbids everybody to read the clipboard, so what is written to it is remembered.
    const clipboard: string[] = [];
    Object.assign(globalThis, { clipboard });
    // The status line soon shows the next message, so every message is recorded.
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

/** Opens contexts beside the test's own, each watched and closed at the test's end. */
export type Visitor = (
  options?: Parameters<import("@playwright/test").Browser["newContext"]>[0],
) => Promise<Playground>;

/** The page that a test opens unless it says otherwise: with the hooks of web/src/hooks.ts. */
const home = "/?test=1";

/** What the page offers to tests. */
interface Hooks {
  evalgroundTest?: { open(fragment: string): Promise<void>; reset(): Promise<void> };
  clipboard: string[];
  said: string[];
}

/** Runs in the page: makes it that of a first visit. */
async function reset(): Promise<void> {
  const { evalgroundTest, clipboard, said } = globalThis as unknown as Hooks;
  clipboard.length = 0;
  said.length = 0;
  await evalgroundTest!.reset();
}

/** Runs in the page: waits up to a second until it is settled; says what it still waits for, or nothing. */
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
  /** What says how fresh the results are, also while their pane is out of sight. */
  readonly worth: Locator;
  readonly editor: Locator;
  readonly expression: Locator;
  readonly files: Locator;
  readonly tree: Locator;
  readonly ledger: Locator;
  readonly status: Locator;
  /** The fixture has opened the page as on a first visit, and nothing was done with it yet. */
  isUntouched = false;

  constructor(readonly page: Page) {
    const region = (name: string): Locator => page.getByRole("region", { name, exact: true });
    this.source = region("Source");
    this.resources = region("Resources");
    this.inputs = region("Inputs");
    this.results = region("Results");
    // The pane is out of sight while there is nothing in it, and yet says so.
    this.problems = page.locator("#problems");
    this.worth = page.locator("#results");
    this.editor = page.getByRole("textbox", { name: /^Editor, .*YAML/ });
    this.expression = page.getByRole("textbox", { name: "Expression", exact: true });
    this.files = page.getByRole("tablist", { name: "Files" });
    this.tree = page.locator("#resources").getByRole("tree");
    this.ledger = page.getByRole("treegrid", { name: "Result keys" });
    this.status = page.getByRole("status", { name: "Status" });
  }

  /** Opens the page as on a first visit, unless the fixture has just done so. */
  async visit(path = home): Promise<void> {
    const isThere = path === home && this.isUntouched && this.page.url().endsWith(home);
    this.isUntouched = false;
    if (!isThere) await this.page.goto(path);
    await this.settle();
  }

  /** Opens a workspace by its link. */
  async open(
    workspace: Omit<Workspace, "dialect">,
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

  /** Follows a link, which opens as a draft of its own: in the page where it is there, else in a page that it loads. */
  async openLink(link: string, path = home): Promise<void> {
    this.isUntouched = false;
    const fragment = link.slice(link.indexOf("#") + 1);
    const isThere = path === home && (await this.page.evaluate(() => "evalgroundTest" in globalThis));
    if (!isThere) await this.page.goto(`${path}#${fragment}`);
    else await this.page.evaluate((given) => (globalThis as unknown as Hooks).evalgroundTest!.open(given), fragment);
  }

  /** Waits until the editors are there and the results are those of what was typed last. */
  async settle(): Promise<void> {
    await expect(async () => expect(await this.page.evaluate(unsettled), "what is not settled").toBe("")).toPass({
      intervals: [0],
      timeout: 20_000,
    });
  }

  /** The button with the draft's title, which opens its menu. */
  draft(title: string | RegExp): Locator {
    return this.page.getByRole("button", { name: typeof title === "string" ? `Draft: ${title}` : title });
  }

  /** Opens the draft's menu and chooses an entry. */
  async chooseInDraftMenu(entry: string): Promise<void> {
    await this.draft(/^Draft: /).click();
    await this.page.getByRole("menuitem", { name: entry, exact: true }).click();
  }

  /** Opens an example of the draft's language from the list of them. */
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

  /** Replaces the text of the open file as typing would, and waits for its result unless told not to. */
  async write(text: string, { settle = true } = {}): Promise<void> {
    await this.replace(this.editor, text);
    if (settle) await this.settle();
  }

  /** Replaces the expression and waits for its result unless told not to. */
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

  /** Opens the list of problems, and gives it. */
  async openProblems(): Promise<Locator> {
    const toggle = this.problems.getByRole("button", { name: "Show or hide the list of problems" });
    await expect(toggle).toBeVisible();
    if ((await toggle.getAttribute("aria-expanded")) !== "true") await toggle.click();
    return this.problems.getByRole("list", { name: "Problems" });
  }

  /** Waits until the status line has said these words, which the next run may have replaced since. */
  async said(words: string): Promise<void> {
    await expect
      .poll(() => this.page.evaluate(() => (globalThis as unknown as Hooks).said.join("\n")), {
        message: "what was said",
      })
      .toContain(words);
  }

  /** The number of finished runs. */
  async run(): Promise<number> {
    return Number(await this.worth.getAttribute("data-run"));
  }

  /** The row of the ledger for a path, as `instances.db.port`; the whole result is `result`. */
  row(path: string): Locator {
    return this.ledger.getByRole("row", { name: new RegExp(`^${escaped(path)}: `) });
  }

  /** A node of the tree, by the name that it begins with. */
  node(name: string): Locator {
    return this.tree.getByRole("treeitem", { name: new RegExp(`^${escaped(name)}(?![\\w.-])`) });
  }

  /** Chooses a view of the results. */
  async view(name: "Keys" | "YAML" | "JSON" | "Text" | "Table" | "Matches"): Promise<void> {
    await this.results.getByRole("tablist", { name: "Result view" }).getByRole("tab", { name, exact: true }).click();
  }

  /** The whole text of the YAML, JSON or Text view. */
  async text(): Promise<string> {
    return (await this.results.locator("[data-result-text]").textContent()) ?? "";
  }

  /** The lines of the open file, as far as they are drawn. */
  async lines(): Promise<string[]> {
    return this.editor.locator(".cm-line").allInnerTexts();
  }

  /** Where the caret stands, as the rail says it. */
  caret(line: number, column?: number): Locator {
    const place = column === undefined ? new RegExp(`^Ln ${line}, Col `) : `Ln ${line}, Col ${column}`;
    return this.page.locator("#rail").getByText(place, { exact: true });
  }

  /** What the page copied last; empty when it copied nothing. */
  copied(): Promise<string> {
    return this.page.evaluate(() => (globalThis as unknown as { clipboard: string[] }).clipboard.at(-1) ?? "");
  }

  /** Chooses an entry of a row's menu. */
  async chooseInRowMenu(path: string, entry: string): Promise<void> {
    await this.row(path).getByRole("button", { name: "Actions for" }).click();
    await this.page.getByRole("menuitem", { name: new RegExp(`^${escaped(entry)}`) }).click();
  }

  /** Copies the value of a row in one of its forms, by its menu. */
  async copyRow(path: string, form: "Copy as YAML" | "Copy as JSON" | "Copy as text" | "Copy path"): Promise<string> {
    const copies = (): Promise<number> =>
      this.page.evaluate(() => (globalThis as unknown as { clipboard: string[] }).clipboard.length);
    const before = await copies();
    await this.chooseInRowMenu(path, form);
    await expect(this.status).toContainText("Copied");
    await expect.poll(copies).toBeGreaterThan(before); // the status may still speak of the copy before
    return this.copied();
  }

  /** Opens the share dialog; its link is made by then. */
  async share(): Promise<{ dialog: Locator; link: string }> {
    await this.page.getByRole("button", { name: "Share", exact: true }).click();
    const dialog = this.page.getByRole("dialog", { name: "Share" });
    const field = dialog.getByRole("textbox", { name: "Link", exact: true });
    return { dialog, link: await field.inputValue() };
  }

  /** Opens the settings, which a small screen has in the help menu. */
  async openSettings(): Promise<void> {
    const button = this.page.getByRole("button", { name: "Settings" });
    if (await button.isVisible()) await button.click();
    else {
      await this.page.getByRole("button", { name: "Help" }).click();
      await this.page.getByRole("menuitem", { name: "Settings" }).click();
    }
    await expect(this.page.getByRole("dialog", { name: "Settings" })).toBeVisible();
  }

  /** Opens the settings, sets the limits that are named, and closes them. */
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

/** A page that a worker opens once, and that its tests have one after the other. */
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
    const context = await browser.newContext({ baseURL, permissions, viewport: usualViewport });
    const troubles = await watch(context, baseURL);
    return new SharedPage(context, await context.newPage(), troubles, baseURL);
  }

  /** Makes it the page of a first visit; loads it again only where a test has left it. */
  async reset(): Promise<void> {
    const { page } = this;
    await page.mouse.move(0, 0);
    await page.setViewportSize(usualViewport);
    await page.emulateMedia({ media: null, colorScheme: "light", reducedMotion: null, forcedColors: null });
    // A test may have left while the page was being loaded.
    const isThere = await page.evaluate(() => "evalgroundTest" in globalThis).catch(() => false);
    if (isThere) return page.evaluate(reset);
    await page.goto("about:blank"); // what is open cannot be removed
    const session = await this.context.newCDPSession(page);
    await session.send("Storage.clearDataForOrigin", { origin: new URL(this.address).origin, storageTypes: "all" });
    await session.detach();
    await page.goto(home);
    await expect.poll(() => page.evaluate(() => "evalgroundTest" in globalThis)).toBe(true);
  }

  /** Ends what a test has begun. */
  async tidy(): Promise<void> {
    const { context, page } = this;
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const event of ["request", "response", "console", "load", "worker"]) page.removeAllListeners(event as "load");
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
}

const usualViewport = { width: 1280, height: 720 };

interface Fixtures {
  /** The playground as on a first visit: reset, or in a context of the test's own where it has the tag @fresh. */
  playground: Playground;
  /** Makes further visitors with profiles of their own. */
  visitor: Visitor;
}

interface WorkerFixtures {
  shared: SharedPage;
}

const noTroubles = "violations of the policy, cookies, requests elsewhere and errors";

/** Whether a test has a browser context of its own: by its tag, or as one of a device with a touch screen. */
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
 * The tags of a test of a series: one that shows nothing that the others do not, but at another width, in another theme
 * or of another document, runs in `npm run test:all` only.
 */
export const repeats = (isRepetition: boolean, ...tags: string[]): { tag: string[] } => ({
  tag: isRepetition ? ["@all", ...tags] : tags,
});

/** Says what a test has measured, among the results of the suite. */
export function report(measured: string): void {
  test.info().annotations.push({ type: "measured", description: measured });
  console.log(`      measured: ${measured}`);
}

/**
 * A limit of some milliseconds as a test has it: twice as long, since no machine that tests is idle, and longer by as
 * much as a fixed piece of work takes the page longer just now than it takes on the machine of docs/performance.md.
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
 * Expects something to take no more than a limit, in milliseconds, as `paced` has it. It is measured until it does:
 * what other programs take from the processor is not the page's. A test that uses this has the tag `timed`, for it to
 * run alone.
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
