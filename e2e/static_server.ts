// Serves the built site like any static server: at a path, with only the given headers.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../web/dist", import.meta.url));
const types: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

interface Settings {
  /** The folder with the files; by default the built site. */
  folder?: string;
  /** The path of the site, with a slash at both ends. */
  below: string;
  headers?: Record<string, string>;
  /** Pages outside the site, by path. */
  pages?: Record<string, string>;
  /** Files of the site that are missing on this server. */
  without?: RegExp;
}

export class StaticServer {
  /** Paths that were requested but do not exist. */
  readonly missing: string[] = [];

  private constructor(
    private readonly server: Server,
    private readonly settings: Settings,
  ) {}

  static async start(settings: Settings): Promise<StaticServer> {
    const server = createServer(({ url = "/" }, response) => made.answer(new URL(url, "http://x").pathname, response));
    const made = new StaticServer(server, settings);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return made;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The address of the site. */
  get site(): string {
    return this.origin + this.settings.below;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private answer(path: string, response: ServerResponse): void {
    const { below, folder = dist, headers, pages, without } = this.settings;
    const page = pages?.[path];
    if (page !== undefined) return void response.writeHead(200, { "content-type": "text/html" }).end(page);
    const asked = path.startsWith(below) ? normalize(path.slice(below.length)) : null;
    const file = asked === null ? "" : join(folder, asked, path.endsWith("/") ? "index.html" : "");
    if (asked === null || without?.test(asked) || !existsSync(file) || !statSync(file).isFile()) {
      this.missing.push(path);
      return void response.writeHead(404, headers).end();
    }
    const type = types[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, ...headers }).end(readFileSync(file));
  }
}
