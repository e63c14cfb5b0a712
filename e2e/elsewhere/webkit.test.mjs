// The journeys in WebKit: WebKitGTK's MiniBrowser, driven by WebKitWebDriver with the W3C's WebDriver protocol. On
// Debian it needs webkit2gtk-driver and xvfb, because this browser has no headless mode.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { journeys } from "./journeys.mjs";
import { Page } from "./page.mjs";

const elementKey = "element-6066-11e4-a52e-4f735466cecf"; // WebDriver's key for element references
const control = "\uE009";

/** Starts a program. Returns it with a function that ends it. */
function start(program, words, environment = {}) {
  const env = { ...process.env, ...environment };
  const child = spawn(program, words, { stdio: ["ignore", "ignore", "ignore", "pipe"], env });
  const failed = new Promise((_, reject) => {
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`${program} ended with code ${code}`)));
  });
  failed.catch(() => {}); // only relevant while waiting for the program's output
  const ended = new Promise((resolve) => child.once("close", resolve));
  const stop = () => {
    child.kill();
    return ended;
  };
  return { child, failed, stop };
}

/** Starts a virtual screen. */
async function startScreen() {
  const { child, failed, stop } = start("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x900x24"]);
  const [number] = await Promise.race([once(child.stdio[3], "data"), failed]);
  return { name: `:${String(number).trim()}`, stop };
}

/** A port that was just free, because WebKitWebDriver does not choose one. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Starts a driver. Returns its address and a function that ends it. */
async function startDriver(environment) {
  const port = await freePort();
  const { child, stop } = start("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], environment);
  const address = `http://127.0.0.1:${port}`;
  for (;;) {
    const isReady = await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { address, stop };
    if (child.exitCode !== null) throw new Error(`WebKitWebDriver ended with code ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

class Driver {
  constructor(address, stop) {
    this.address = address;
    this.stop = stop;
  }
  async send(method, path, body) {
    const answer = await fetch(this.address + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  }
  go(url) {
    return this.send("POST", "/url", { url });
  }
  /** The page's policy forbids eval, but scripts of the driver are exempt. */
  async ask(expression) {
    const script = `const done = arguments[0];
      Promise.resolve(${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await this.send("POST", "/execute/async", { script, args: [] });
    if (error) throw new Error(error);
    return value;
  }
  async pressWithControl(key) {
    await this.keys([down(control), down(key), up(key), up(control)]);
  }
  async type(text) {
    await this.keys([...text].flatMap((key) => [down(key), up(key)]));
  }
  keys(actions) {
    return this.send("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }
  async click(expression) {
    const element = await this.send("POST", "/execute/sync", { script: `return ${expression}`, args: [] });
    await this.send("POST", `/element/${element[elementKey]}/click`, {});
  }
  async close() {
    await this.send("DELETE", "").finally(this.stop);
  }
}
const down = (value) => ({ type: "keyDown", value });
const up = (value) => ({ type: "keyUp", value });

/** The MiniBrowser is beside its library, in a folder named by its version. */
function findBrowser() {
  const library = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`;
  const names = existsSync(library) ? readdirSync(library) : [];
  return names
    .map((name) => `${library}/${name}/MiniBrowser`)
    .find((path) => path.includes("/webkit") && existsSync(path));
}

const binary = process.env.EVG_WEBKIT || findBrowser();
const isThere = (program) => process.env.PATH.split(":").some((folder) => existsSync(`${folder}/${program}`));
const lacking = ["WebKitWebDriver", "Xvfb"].filter((program) => !isThere(program));
if (!binary) lacking.push("MiniBrowser");
const missing = lacking.length > 0 && `no ${lacking.join(", no ")} (on Debian: webkit2gtk-driver, xvfb)`;

journeys("WebKit", missing, async () => {
  const screen = await startScreen();
  const environment = {
    DISPLAY: screen.name,
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", // as for the other browsers: root in a container has no sandbox
  };
  const options = { "webkitgtk:browserOptions": { binary, args: ["--automation"] } };
  return {
    /** A driver supports one session at a time, so each page has its own driver. Each session has its own profile. */
    async visit() {
      const { address, stop } = await startDriver(environment);
      try {
        const session = new Driver(address, stop);
        const { sessionId } = await session.send("POST", "/session", { capabilities: { alwaysMatch: options } });
        return new Page(new Driver(`${address}/session/${sessionId}`, stop));
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop: screen.stop,
  };
});
