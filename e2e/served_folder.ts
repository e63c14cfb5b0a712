// A folder served by `evalground serve`, with the built page. EVG_COMMAND names another command.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const command = process.env.EVG_COMMAND ?? fileURLToPath(new URL("../build/native/evalground", import.meta.url));
const site = fileURLToPath(new URL("../web/dist", import.meta.url));

export class ServedFolder {
  /** The address of the page, with the token of this run of the server, ending with a slash. */
  url = "";

  private constructor(
    readonly root: string,
    private server: ChildProcess | null = null,
  ) {}

  /** Creates a folder with these files and serves it. */
  static async start(files: Record<string, string>): Promise<ServedFolder> {
    const folder = new ServedFolder(join(mkdtempSync(join(tmpdir(), "evalground-serve-")), "web"));
    for (const [path, text] of Object.entries(files)) folder.write(path, text);
    await folder.serve();
    return folder;
  }

  /** Serves the folder, at any free port or at a given one. */
  async serve(port = "0"): Promise<void> {
    const server = spawn(command, ["serve", this.root, "--port", port, "--site", site]);
    this.server = server;
    let said = "";
    this.url = await new Promise<string>((resolve, reject) => {
      const hear = (words: Buffer): void => {
        said += words;
        const [found] = /http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\//.exec(said) ?? [];
        if (found) resolve(found);
      };
      server.stdout.on("data", hear);
      server.stderr.on("data", hear);
      server.on("error", reject);
      server.on("exit", (code) => reject(new Error(`serve ended with ${code}: ${said}`)));
    });
  }

  get port(): string {
    return new URL(this.url).port;
  }

  write(path: string, text: string): void {
    const place = join(this.root, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }

  /** The text of a file; undefined if it does not exist. */
  read(path: string): string | undefined {
    const place = join(this.root, path);
    return existsSync(place) ? readFileSync(place, "utf8") : undefined;
  }

  remove(path: string): void {
    rmSync(join(this.root, path));
  }

  /** Ends the server like Ctrl-C, and returns its exit code. */
  stop(): Promise<number | null> {
    const { server } = this;
    this.server = null;
    if (!server || server.exitCode !== null) return Promise.resolve(server?.exitCode ?? null);
    return new Promise((resolve) => {
      server.on("exit", (code) => resolve(code));
      server.kill("SIGINT");
    });
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(dirname(this.root), { recursive: true });
  }
}
