// The journeys in Firefox, driven by puppeteer-core over WebDriver BiDi, so no other program is needed. EVG_FIREFOX
// names the browser; scripts/env finds Debian's firefox-esr.
import { execFileSync } from "node:child_process";
import puppeteer from "puppeteer-core";
import { journeys } from "./journeys.mjs";
import { Page } from "./page.mjs";

class Driver {
  constructor(context, tab) {
    this.context = context;
    this.tab = tab;
  }
  async go(address) {
    await this.tab.goto(address);
  }
  ask(expression) {
    return this.tab.evaluate(expression);
  }
  async pressWithControl(key) {
    await this.tab.keyboard.down("Control");
    await this.tab.keyboard.press(key);
    await this.tab.keyboard.up("Control");
  }
  type(text) {
    return this.tab.keyboard.type(text);
  }
  async click(expression) {
    await (await this.tab.evaluateHandle(expression)).click();
  }
  close() {
    return this.context.close();
  }
}

/** The oldest version with which these journeys pass: that of Debian 12 without updates. */
const oldest = 140;

/** Firefox 140 reports this for any script that a driver injects before the page's own, even in about:blank. */
const ofDriver = 'Error: Permission denied to access property "length"';

const executablePath = process.env.EVG_FIREFOX;
function whyNot() {
  if (!executablePath) return "no firefox-esr is installed, and EVG_FIREFOX names no other Firefox";
  const version = execFileSync(executablePath, ["--version"], { encoding: "utf8" }).trim();
  return Number(/\d+/.exec(version)) < oldest && `${version} is older than ${oldest}`;
}

journeys("Firefox", whyNot(), async () => {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    timeout: 60_000,
    // Set the window size instead of a viewport, because Firefox 140 does not support the command for that.
    args: ["--width=1280", "--height=900"],
    defaultViewport: null,
  });
  return {
    async visit() {
      const context = await browser.createBrowserContext();
      const tab = await context.newPage();
      tab.setDefaultTimeout(60_000);
      const page = new Page(new Driver(context, tab));
      tab.on("pageerror", ({ message }) => {
        if (message !== ofDriver) page.blame(message);
      });
      tab.on("console", (message) => {
        if (/^policy:/.test(message.text())) page.blame(message.text());
      });
      await tab.evaluateOnNewDocument(() => {
        addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
          console.error(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
        );
      });
      return page;
    },
    stop: () => browser.close(),
  };
});
