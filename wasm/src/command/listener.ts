// The network of `evalground serve`, on Node's HTTP server. Events are queued until wasm/command/listener.cpp fetches
// them. All decisions are made there: this file knows no path and no rule. Only start() loads Node's HTTP module.

import { Buffer } from "node:buffer";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";

/** Exported functions of wasm/command/listener.cpp. */
interface Handler {
  _listener_listening(port: number): void;
  /** The error's name is in `failure`. */
  _listener_failed(areTaken: number): void;
  /** Returns the milliseconds until the next call, or -1. */
  _listener_step(): number;
}

/** Events of a request: its head arrived, all of it arrived, its client disconnected. */
const head = 1;
const whole = 2;
const gone = 3;

interface Happened {
  event: number;
  id: number;
  head: Uint8Array;
  body: Uint8Array;
}

const nothing = new Uint8Array();
const decoder = new TextDecoder();
const longestRequest = 30_000; // milliseconds until a request must have arrived
const mostConnections = 96;

const headOf = ({ method = "", url = "", rawHeaders }: IncomingMessage): Uint8Array =>
  Buffer.from([method, url, ...rawHeaders].map((text) => `${text}\0`).join(""), "latin1");

export class Listener {
  isServing = false;
  failure = "";
  private handler: Handler | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly happened: Happened[] = [];
  private current: Happened | undefined;
  private readonly asked = new Map<number, { request: IncomingMessage; response: ServerResponse }>();
  private last = 0;

  /** `site`: the folder of the site's files in the package. */
  constructor(private readonly site: URL) {}

  /** Listens on the first free port. From now on the process runs until it is killed. */
  start(ports: readonly number[], handler: Handler): void {
    this.isServing = true;
    this.handler = handler;
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(0));
    const http = process.getBuiltinModule("node:http");
    const server = http.createServer({ requestTimeout: longestRequest, requireHostHeader: false });
    server.maxConnections = mostConnections;
    server.on("request", (request, response) => this.arrived(request, response));
    // The request may be refused before its body is sent.
    server.on("checkContinue", (request, response) => this.arrived(request, response));
    this.listen(server, ports);
  }

  /** Writes the request's id and sizes to `numbers`. Returns the event, or 0 if there is none. */
  next(numbers: Float64Array): number {
    this.current = this.happened.shift();
    if (!this.current) return 0;
    numbers.set([this.current.id, this.current.head.length, this.current.body.length]);
    return this.current.event;
  }

  take(headRoom: Uint8Array, bodyRoom: Uint8Array): void {
    headRoom.set(this.current!.head);
    bodyRoom.set(this.current!.body);
  }

  /** Reads the body of a request whose length has been accepted. */
  receive(id: number): void {
    const { request, response } = this.asked.get(id)!;
    const chunks: Uint8Array[] = [];
    if (request.headers.expect !== undefined) response.writeContinue();
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => {
      if (this.asked.has(id)) this.happen({ event: whole, id, head: headOf(request), body: Buffer.concat(chunks) });
    });
  }

  answer(id: number, status: number, headers: Uint8Array, body: Uint8Array): void {
    const found = this.asked.get(id);
    if (!found) return;
    this.asked.delete(id);
    const { request, response } = found;
    const fields = decoder.decode(headers).split("\0").slice(0, -1);
    // The rest of a refused request is not read, so the connection cannot be reused.
    response.shouldKeepAlive = false;
    response.writeHead(status, [...fields, "Content-Length", String(body.length)]);
    response.end(body);
    response.on("finish", () => request.destroyed || request.socket.destroySoon());
  }

  siteFolder(room: Uint8Array): number {
    const path = Buffer.from(fileURLToPath(this.site));
    room.set(path.subarray(0, room.length));
    return path.length;
  }

  open(program: Uint8Array, address: Uint8Array): void {
    const { spawn } = process.getBuiltinModule("node:child_process");
    const child = spawn(decoder.decode(program), [decoder.decode(address)], { detached: true, stdio: "ignore" });
    child.on("error", () => {}); // ignored: the address is printed anyway
    child.unref();
  }

  private listen(server: Server, ports: readonly number[]): void {
    const left = [...ports];
    const listen = (): void =>
      void server.listen({ port: left.shift(), host: "127.0.0.1", backlog: 128, exclusive: true });
    const failed = (error: NodeJS.ErrnoException): void => {
      const isTaken = error.code === "EADDRINUSE";
      if (isTaken && left.length > 0) {
        listen();
        return;
      }
      this.failure = error.code ?? "EIO";
      this.handler!._listener_failed(isTaken ? 1 : 0);
      process.exit(2);
    };
    server.on("error", failed);
    server.once("listening", () => {
      server.off("error", failed);
      this.handler!._listener_listening((server.address() as { port: number }).port);
    });
    listen();
  }

  private arrived(request: IncomingMessage, response: ServerResponse): void {
    this.last += 1;
    const id = this.last;
    this.asked.set(id, { request, response });
    response.on("close", () => {
      if (this.asked.delete(id)) this.happen({ event: gone, id, head: nothing, body: nothing });
    });
    this.happen({ event: head, id, head: headOf(request), body: nothing });
  }

  private happen(what: Happened): void {
    this.happened.push(what);
    this.step();
  }

  private step(): void {
    clearTimeout(this.timer);
    const wait = this.handler!._listener_step();
    if (wait >= 0) this.timer = setTimeout(() => this.step(), wait);
  }
}
