// A language server in a process of its own, as an editor starts it.
import { spawn } from "node:child_process";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";

export class Server {
  heard = Buffer.alloc(0);
  waiting = new Map();
  nextId = 1;
  /** Starts COMMAND lsp on a folder. `ask` fails if the server ends, or after `patience` milliseconds. */
  constructor(command, folder, patience) {
    this.patience = patience;
    this.child = spawn(command, ["lsp"], { stdio: ["pipe", "pipe", "ignore"] });
    this.child.stdout.on("data", (data) => this.hear(data));
    this.child.stdin.on("error", () => {});
    this.child.on("exit", (code, signal) => this.fail(`crash (${signal ?? code})`));
    const uri = pathToFileURL(folder).href;
    this.started = this.ask("initialize", {
      capabilities: { textDocument: { diagnostic: {} } },
      workspaceFolders: [{ uri, name: basename(folder) }],
    }).then(() => this.tell("initialized", {}));
  }
  hear(data) {
    this.heard = Buffer.concat([this.heard, data]);
    for (;;) {
      const end = this.heard.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.heard.subarray(0, end).toString())[1]);
      if (this.heard.length < end + 4 + length) return;
      const message = JSON.parse(this.heard.subarray(end + 4, end + 4 + length).toString());
      this.heard = this.heard.subarray(end + 4 + length);
      if (message.method !== undefined) continue;
      this.waiting.get(message.id)?.done(message.result);
      this.waiting.delete(message.id);
    }
  }
  fail(why) {
    this.failed = why;
    for (const { fail } of this.waiting.values()) fail(new Error(why));
    this.waiting.clear();
  }
  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.child.stdin.write(body);
  }
  tell(method, params) {
    this.send({ method, params });
  }
  ask(method, params) {
    const id = this.nextId++;
    return new Promise((done, fail) => {
      if (this.failed) return fail(new Error(this.failed));
      const late = setTimeout(() => {
        this.fail("timeout");
        this.child.kill("SIGKILL");
      }, this.patience);
      const settled = (settle) => (value) => {
        clearTimeout(late);
        settle(value);
      };
      this.waiting.set(id, { done: settled(done), fail: settled(fail) });
      this.send({ id, method, params });
    });
  }
  end() {
    this.failed = "ended";
    this.child.kill();
  }
}
