// The built page for the measurements of this folder: its server, and a browser that has seen nothing yet.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createSecureServer } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../../scripts/server.mjs", import.meta.url));

/** The built page on the server that sends its headers. */
export async function serve() {
  const child = spawn(process.execPath, [program, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const text of child.stdout) {
    const [address] = /http:\S+(?=\/)/.exec(String(text)) ?? [];
    if (address) return { address, stop: () => child.kill() };
  }
  throw new Error("scripts/server.mjs does not say where it is: is the page built (scripts/build web)?");
}

/** The same over HTTP/2, as hosts of sites serve it: with HTTP/1.1 a page of many small files waits for its turns. */
export async function serveAsHosts(origin) {
  const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name));
  const words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
  execFileSync("openssl", [...words, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) });
  rmSync(folder, { recursive: true });
  server.on("stream", (stream, { ":path": path, ":method": method, "accept-encoding": encoding = "" }) => {
    const asked = request(origin + path, { method, headers: { "accept-encoding": encoding } }, (answer) => {
      const { connection, "keep-alive": _, "transfer-encoding": __, ...headers } = answer.headers;
      if (stream.destroyed) return;
      stream.respond({ ":status": answer.statusCode, ...headers });
      answer.pipe(stream);
    });
    stream.on("error", () => asked.destroy()); // the browser no longer wants it
    asked.on("error", () => stream.destroy());
    asked.end();
  });
  const sessions = new Set();
  server.on("session", (session) => sessions.add(session));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    for (const session of sessions) session.destroy();
    server.close();
  };
  return { address: `https://127.0.0.1:${server.address().port}`, stop };
}

/** A browser of its own, so that nothing is left of the visit before. */
export async function startBrowser() {
  const profile = mkdtempSync(join(tmpdir(), "lighthouse-"));
  // No sandbox: root in a container has none.
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
  flags.push("--ignore-certificate-errors"); // of this program's own server
  const words = [...flags, "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"];
  const child = spawn(process.env.EVG_CHROMIUM ?? "chromium", words, {
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  const ended = once(child, "close");
  const stop = async () => {
    process.kill(-child.pid); // with its helpers, which the first process does not end
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  const port = await new Promise((resolve, reject) => {
    let text = "";
    child.stderr.on("data", (part) => {
      text += part;
      const [, number] = /^DevTools listening on ws:\/\/[^:]+:(\d+)/m.exec(text) ?? [];
      if (number) resolve(Number(number));
    });
    child.once("error", reject);
    child.once("close", () => reject(new Error(`Chromium does not start: ${text}`)));
  });
  return { port, id: child.pid, stop };
}
