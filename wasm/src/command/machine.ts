// The system calls of wasm/command/machine.cpp, implemented with Node's synchronous functions. On failure they return
// -1, and `failure` is the error's name.

import fs from "node:fs";
import type { Programs } from "./programs.js";
import { Terminal } from "./terminal.js";

/** Flags of open() on Linux and in Emscripten. Those of the host system may differ. */
const flagsOfOpen = {
  O_WRONLY: 0o1,
  O_RDWR: 0o2,
  O_CREAT: 0o100,
  O_EXCL: 0o200,
  O_TRUNC: 0o1000,
  O_APPEND: 0o2000,
  O_NONBLOCK: 0o4000,
  O_DIRECTORY: 0o200000,
  O_NOFOLLOW: 0o400000,
} as const;

/**
 * Types of directory entries, as in <dirent.h>. An unknown type is 256, because 0 means the end; its low byte is
 * DT_UNKNOWN.
 */
const folderEntry = 4;
const fileEntry = 8;
const linkEntry = 10;
const unknownEntry = 256;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** A path for Node: a string, or the bytes if they are not UTF-8. */
function pathOf(bytes: Uint8Array): string | Buffer {
  try {
    return decoder.decode(bytes);
  } catch {
    return Buffer.from(bytes);
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));
const sleep = (milliseconds: number): void => void Atomics.wait(pause, 0, 0, milliseconds);

/** Copies as much of a text as there is room for. Returns its full size. */
function give(text: string | Uint8Array, room: Uint8Array): number {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  room.set(bytes.subarray(0, room.length));
  return bytes.length;
}

interface Folder {
  entries: { name: string | Buffer; type: number }[];
  at: number;
}

/** The entries of a folder with their types. Names that are not UTF-8 are bytes; for these Bun returns no types. */
function entriesOf(path: string | Buffer): Folder["entries"] {
  const entries = fs.readdirSync(path, { withFileTypes: true });
  if (entries.some(({ name }) => name.includes("\uFFFD")))
    return fs.readdirSync(path, { encoding: "buffer" }).map((name) => ({ name, type: unknownEntry }));
  return entries.map((entry) => {
    if (entry.isFile()) return { name: entry.name, type: fileEntry };
    if (entry.isDirectory()) return { name: entry.name, type: folderEntry };
    return { name: entry.name, type: entry.isSymbolicLink() ? linkEntry : unknownEntry };
  });
}

export class Machine {
  failure = "";
  readonly terminal = new Terminal();
  /** Open folders by file descriptor. */
  private readonly folders = new Map<number, Folder>();
  private readonly paths = new Map<number, string | Buffer>();

  constructor(private readonly programs: Programs) {}

  open(path: Uint8Array, flags: number, mode: number): number {
    return this.attempt(() => {
      const known = Object.entries(flagsOfOpen).filter(([, bit]) => (flags & bit) === bit);
      const wanted = known.reduce((bits, [name]) => bits | (fs.constants[name as keyof typeof flagsOfOpen] ?? 0), 0);
      const file = fs.openSync(pathOf(path), wanted, mode);
      if ((flags & flagsOfOpen.O_DIRECTORY) !== 0) this.paths.set(file, pathOf(path));
      return file;
    });
  }

  close(file: number): number {
    return this.attempt(() => {
      this.folders.delete(file);
      this.paths.delete(file);
      // Standard streams are closed at the end of the process, because Node writes to them as well.
      if (file > 2) fs.closeSync(file);
      return 0;
    });
  }

  read(file: number, bytes: Uint8Array): number {
    return this.attempt(() => {
      if (file === 0 && this.programs.hasInput) return this.programs.readInput(bytes);
      if (file === 0 && this.terminal.isOpen) return this.terminal.read(bytes);
      for (;;) {
        try {
          return fs.readSync(file, bytes);
        } catch (error) {
          // Another program may have left the input in non-blocking mode.
          if (codeOf(error) !== "EAGAIN") throw error;
          sleep(5);
        }
      }
    });
  }

  write(file: number, bytes: Uint8Array): number {
    return this.attempt(() => {
      for (let at = 0; at < bytes.length; ) {
        try {
          at += fs.writeSync(file, bytes, at);
        } catch (error) {
          if (codeOf(error) !== "EAGAIN") throw error;
          sleep(5);
        }
      }
      return 0;
    });
  }

  stat(file: Uint8Array | number, follow: boolean, numbers: Float64Array): number {
    return this.attempt(() => {
      const stat =
        typeof file === "number"
          ? fs.fstatSync(file)
          : (follow ? fs.statSync : fs.lstatSync)(pathOf(file), { throwIfNoEntry: true });
      const { dev, ino, mode, nlink, uid, gid, size, mtimeMs, ctimeMs } = stat;
      numbers.set([dev, ino, mode, nlink, uid, gid, size, mtimeMs, ctimeMs]);
      return 0;
    });
  }

  entry(file: number, name: Uint8Array): number {
    return this.attempt(() => {
      let folder = this.folders.get(file);
      if (!folder) {
        folder = { entries: entriesOf(this.paths.get(file)!), at: 0 };
        this.folders.set(file, folder);
      }
      const entry = folder.entries[folder.at];
      if (!entry) return 0;
      folder.at += 1;
      name[give(entry.name, name.subarray(0, -1))] = 0;
      return entry.type;
    });
  }

  change(operation: string, path: Uint8Array, mode: number): number {
    return this.attempt(() => {
      const name = pathOf(path);
      switch (operation) {
        case "access":
          fs.accessSync(name, mode);
          break;
        case "mkdir":
          fs.mkdirSync(name, mode);
          break;
        case "rmdir":
          fs.rmdirSync(name);
          break;
        case "unlink":
          if (fs.lstatSync(name).isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
          fs.unlinkSync(name);
          break;
        case "chmod":
          fs.chmodSync(name, mode);
          break;
        case "chdir":
          process.chdir(name.toString());
          break;
      }
      return 0;
    });
  }

  /** Operations on an open file. */
  changeFile(operation: string, file: number, first: number, second: number): number {
    return this.attempt(() => {
      if (operation === "sync") fs.fsyncSync(file);
      else if (operation === "chmod") fs.fchmodSync(file, first);
      else fs.fchownSync(file, first, second);
      return 0;
    });
  }

  rename(from: Uint8Array, to: Uint8Array): number {
    return this.attempt(() => {
      fs.renameSync(pathOf(from), pathOf(to));
      return 0;
    });
  }

  symlink(target: Uint8Array, path: Uint8Array): number {
    return this.attempt(() => {
      fs.symlinkSync(pathOf(target), pathOf(path));
      return 0;
    });
  }

  link(path: Uint8Array, target: Uint8Array): number {
    return this.attempt(() => give(fs.readlinkSync(pathOf(path), { encoding: "buffer" }), target));
  }

  folder(path: Uint8Array): number {
    return this.attempt(() => give(process.cwd(), path));
  }

  environment(variables: Uint8Array): number {
    const all = Object.entries(process.env).map(([name, value]) => `${name}=${value}\0`);
    return give(all.join(""), variables);
  }

  isTerminal(file: number): boolean {
    // Avoid loading Node's modules for terminals and networks if possible, which takes 4 ms.
    const isDevice = this.attempt(() => (fs.fstatSync(file).isCharacterDevice() ? 1 : 0)) === 1;
    return isDevice && process.getBuiltinModule("node:tty").isatty(file);
  }

  /** The addresses of all network interfaces, a line each. */
  addresses(text: Uint8Array): number {
    return this.attempt(() => {
      const interfaces = Object.values(process.getBuiltinModule("node:os").networkInterfaces());
      return give(interfaces.flatMap((each) => each?.map(({ address }) => `${address}\n`) ?? []).join(""), text);
    });
  }

  /** Whether standard input has data, without waiting. From now on another thread reads it. */
  inputWaits(): boolean {
    return this.programs.inputWaits();
  }

  private attempt(call: () => number): number {
    try {
      return call();
    } catch (error) {
      this.failure = codeOf(error);
      return -1;
    }
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "EIO";
}
