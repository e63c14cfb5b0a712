// Serves the folder that netlify.toml publishes, or another folder, with the headers of that file, on 127.0.0.1 only.
// Usage: node scripts/server.mjs [--port N] [--folder DIR]     (default port 8080; used by scripts/serve and the tests)
import { createServer } from "node:http";
import { readFileSync, statSync } from "node:fs";
import { dirname, extname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readSettings } from "./headers.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".xml": "application/xml",
  ".yaml": "text/yaml; charset=utf-8",
  ".zip": "application/zip",
};

/** The headers of a path. Two rules that set the same header are an error, because hosts handle that differently. */
function headersOf(rules, path) {
  const headers = {};
  for (const { fits, values } of rules) {
    if (!fits.test(path)) continue;
    for (const [written, value] of Object.entries(values)) {
      const name = written.toLowerCase();
      if (name in headers) throw new Error(`netlify.toml: two rules set ${name} for ${path}`);
      headers[name] = value;
    }
  }
  return headers;
}

const options = { port: "8080" };
try {
  Object.assign(options, parseArgs({ options: { port: { type: "string" }, folder: { type: "string" } } }).values);
  if (!/^\d{1,5}$/.test(options.port)) throw new Error(`'${options.port}' is not a port`);
} catch (error) {
  console.error(`${error.message}\nUsage: node scripts/server.mjs [--port N] [--folder DIR]`);
  process.exit(2);
}
const { publish, rules } = readSettings(readFileSync(join(root, "netlify.toml"), "utf8"));
const chosen = options.folder ?? publish;
const folder = isAbsolute(chosen) ? chosen : join(root, chosen);
/** The Brotli version that the build created for a file; undefined if it is missing or older than the file. */
function packed(file, { mtimeMs }) {
  const form = `${file}.br`;
  const found = statSync(form, { throwIfNoEntry: false });
  return found && found.mtimeMs >= mtimeMs ? readFileSync(form) : undefined;
}

/** The file for a path: `{file, status}`, or the path to redirect to. */
function resolve(path) {
  const place = join(folder, path); // `path` starts with a slash and is normalised: it cannot leave the folder
  const found = statSync(place, { throwIfNoEntry: false });
  if (found?.isFile() && !path.endsWith("/")) return { file: place, status: 200 };
  if (found?.isDirectory() && statSync(join(place, "index.html"), { throwIfNoEntry: false })) {
    return path.endsWith("/") ? { file: join(place, "index.html"), status: 200 } : { location: `${path}/` };
  }
  return { file: join(folder, "404.html"), status: 404 };
}

function answer(request, response) {
  if (!["GET", "HEAD"].includes(request.method)) {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  let path;
  try {
    path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    if (path.includes("\0") || path.split("/").includes("..")) throw new Error("no such path");
  } catch {
    response.writeHead(400).end();
    return;
  }
  const { file, status, location } = resolve(path);
  if (location) {
    response.writeHead(301, { location }).end();
    return;
  }
  const found = statSync(file, { throwIfNoEntry: false });
  const tag = found && `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`;
  const headers = {
    "cache-control": "public, max-age=0, must-revalidate", // Netlify's default if no rule sets it
    "content-type": types[extname(file)] ?? "application/octet-stream",
    ...headersOf(rules, path),
    ...(tag && { etag: tag }),
    vary: "accept-encoding",
  };
  if (status === 200 && request.headers["if-none-match"] === tag) {
    response.writeHead(304, headers).end();
    return;
  }
  const takesBrotli = /\bbr\b/.test(request.headers["accept-encoding"] ?? "");
  const form = found && takesBrotli ? packed(file, found) : undefined;
  if (form) headers["content-encoding"] = "br";
  const content = form ?? (found ? readFileSync(file) : "not found\n");
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(content) });
  response.end(request.method === "HEAD" ? undefined : content);
}

const server = createServer((request, response) => {
  try {
    answer(request, response);
  } catch (error) {
    console.error(String(error));
    response.writeHead(500).end();
  }
});
server.on("error", (error) => {
  console.error(
    error.code === "EADDRINUSE" ? `port ${options.port} is taken: choose another with --port` : String(error),
  );
  process.exit(1);
});
server.listen(Number(options.port), "127.0.0.1", () => {
  console.log(`Evalground is at http://127.0.0.1:${server.address().port}/`);
});
