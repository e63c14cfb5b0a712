// Pages of other sites, on different ports, with embeds of the tested site.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { test as base, expect, type FrameLocator, type Page } from "@playwright/test";

export { expect } from "@playwright/test";

/** Markup of an embed of YAQL, of its data, and of a main file. */
export const yaql = (id: string, expression: string, more = "", children = ""): string =>
  `<evalground-embed id="${id}" dialect="yaql" expression="${expression}" ${more}>${children}</evalground-embed>`;
export const data = (json: string): string => `<script type="application/json" data-key="data">${json}</script>`;
export const main = (text: string, attributes = ""): string =>
  `<script type="text/yaml" data-file="main.yaml" data-main ${attributes}>\n${text}</script>`;

interface HostPage {
  body: string;
  head?: string;
  headers?: Record<string, string>;
}

/** A site with a single page. */
export class Host {
  private page: HostPage = { body: "" };
  private constructor(private readonly server: Server) {}

  static async start(): Promise<Host> {
    const server = createServer((_, response) => host.answer(response));
    const host = new Host(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return host;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Replaces its page. */
  serve(page: HostPage): string {
    this.page = page;
    return `${this.origin}/`;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private answer(response: import("node:http").ServerResponse): void {
    const { body, head = "", headers = {} } = this.page;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers });
    response.end(`<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body>${body}</body></html>`);
  }
}

/** Events of an element under test, as recorded by the page. */
export interface Said {
  type: string;
  id: string;
  detail: {
    workspace?: { expression?: string };
    ok?: boolean;
    value?: unknown;
    text?: string;
    message?: string;
    url?: string;
    version?: string;
    asExpected?: boolean;
  };
}

export class Embeds {
  constructor(readonly page: Page) {}

  /** Opens a page and records its embeds' events, layout shifts and policy violations. */
  async open(address: string): Promise<void> {
    await this.page.addInitScript(() => {
      if (globalThis.self !== globalThis.top) return;
      const notes = { said: [] as unknown[], shift: 0, violations: [] as string[] };
      Object.assign(globalThis, { notes });
      for (const type of ["ready", "change", "result", "error", "open"]) {
        addEventListener(`evalground-${type}`, (event) =>
          notes.said.push({ type, id: (event.target as Element).id, detail: (event as CustomEvent).detail }),
        );
      }
      addEventListener("securitypolicyviolation", (event) =>
        notes.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
      );
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
          if (!entry.hadRecentInput) notes.shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await this.page.goto(address);
  }

  async said(type: string, id?: string): Promise<Said[]> {
    const all = await this.page.evaluate(() => (globalThis as unknown as { notes: { said: Said[] } }).notes.said);
    return all.filter((each) => each.type === type && (id === undefined || each.id === id));
  }

  shift(): Promise<number> {
    return this.page.evaluate(() => (globalThis as unknown as { notes: { shift: number } }).notes.shift);
  }

  violations(): Promise<string[]> {
    return this.page.evaluate(() => (globalThis as unknown as { notes: { violations: string[] } }).notes.violations);
  }

  /** The values of an embed's results so far, the latest last. */
  async values(id: string): Promise<unknown[]> {
    return (await this.said("result", id)).map(({ detail }) => detail.value ?? detail.text);
  }

  /** The contents of an embed's frame. */
  inside(id: string): FrameLocator {
    return this.page.locator(`#${id}`).frameLocator("iframe");
  }

  height(id: string): Promise<number> {
    return this.page.locator(`#${id}`).evaluate((element) => element.getBoundingClientRect().height);
  }

  /** Waits until an embed shows a result. */
  async settle(id: string): Promise<void> {
    await expect.poll(() => this.values(id).then((values) => values.length)).toBeGreaterThan(0);
    await expect(this.page.locator(`#${id}`)).toHaveAttribute("data-live", "");
  }
}

interface Fixtures {
  host: Host;
  otherHost: Host;
  embeds: Embeds;
  /** The addresses of the tested site and its script. */
  site: string;
  script: string;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads
  host: async ({}, use) => {
    const host = await Host.start();
    await use(host);
    await host.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads
  otherHost: async ({}, use) => {
    const host = await Host.start();
    await use(host);
    await host.close();
  },
  site: async ({ baseURL }, use) => use(new URL(baseURL!).origin),
  script: async ({ site }, use) => use(`<script type="module" src="${site}/embed.js"></script>`),
  embeds: async ({ page }, use) => {
    const troubles: string[] = [];
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("console", (message) => {
      if (/content security policy|trusted ?type/i.test(message.text())) troubles.push(message.text());
    });
    await use(new Embeds(page));
    expect(troubles, "errors and violations of a policy").toEqual([]);
  },
});
