// The sites for the journeys: the built playground as published, and a page of another site.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../scripts/server.mjs", import.meta.url));

/** The built page with the headers of netlify.toml: `{address, stop}`. `port` 0 selects a free one. */
export async function servePlayground(port = 0) {
  const child = spawn(process.execPath, [program, "--port", String(port)], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const stop = () => {
    child.kill();
    return ended;
  };
  for await (const text of child.stdout) {
    const [address] = /http:\S+/.exec(String(text)) ?? [];
    if (address) return { address, stop };
  }
  throw new Error("scripts/server.mjs does not say where it is: is the page built (scripts/build web)?");
}

/** A site with a single page of the given body. */
export async function serveHost(body) {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang="en"><head><title>A page</title></head><body>${body}</body></html>`);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, stop };
}
