// The terminal of a line editor (cli/repl): its size, and single key presses. Node has no synchronous call that waits
// for a key with a time limit. Node's terminal stream reopens descriptor 0 in non-blocking mode; for blocking reads the
// terminal is opened a second time by its name.

import fs from "node:fs";
import type { ReadStream, WriteStream } from "node:tty";

const controlC = 3;
/** How often a running evaluation checks for Ctrl-C, in milliseconds. */
const interval = 50;

const pause = new Int32Array(new SharedArrayBuffer(4));
const sleep = (milliseconds: number): void => void Atomics.wait(pause, 0, 0, milliseconds);
const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

export class Terminal {
  private input: ReadStream | undefined;
  private output: WriteStream | undefined;
  /** Descriptor for blocking reads; undefined if the terminal could not be opened. */
  private waiting: number | undefined;
  private keys: Uint8Array = new Uint8Array();
  private isWatched = false;
  private isInterrupted = false;
  private looked = 0;

  /** Whether single keys are read, instead of lines. */
  get isOpen(): boolean {
    return this.input !== undefined;
  }

  setRaw(isRaw: boolean): void {
    this.open().setRawMode(isRaw);
  }

  /** Columns and rows; zeros if they are unknown. */
  size(file: number): [number, number] {
    const { isatty, WriteStream } = process.getBuiltinModule("node:tty");
    if (!isatty(file)) return [0, 0];
    this.output ??= new WriteStream(1);
    return this.output.getWindowSize();
  }

  /** Whether a key is pressed within a time limit. */
  keyWaits(milliseconds: number): boolean {
    this.open();
    const end = performance.now() + (milliseconds < 0 ? Number.POSITIVE_INFINITY : milliseconds);
    for (;;) {
      if (this.keys.length === 0) this.take();
      if (this.keys.length > 0) return true;
      const left = end - performance.now();
      if (left <= 0) return false;
      sleep(Math.min(left, 2));
    }
  }

  /** Waits for keys. */
  read(room: Uint8Array): number {
    if (this.keys.length === 0) this.wait(room.length);
    const part = this.keys.subarray(0, room.length);
    room.set(part);
    this.keys = this.keys.subarray(part.length);
    return part.length;
  }

  /** While it is on, Ctrl-C does not end the process; wasInterrupted() reports it. */
  watchInterrupt(isOn: boolean): void {
    this.isWatched = isOn && this.input !== undefined;
    this.isInterrupted = false;
    this.input?.setRawMode(isOn);
  }

  wasInterrupted(): boolean {
    const now = performance.now();
    if (!this.isWatched || this.isInterrupted || now - this.looked < interval) return this.isInterrupted;
    this.looked = now;
    this.take();
    const at = this.keys.indexOf(controlC);
    if (at < 0) return false;
    this.keys = this.keys.subarray(at + 1);
    this.isInterrupted = true;
    return true;
  }

  private open(): ReadStream {
    if (this.input === undefined) {
      const { ReadStream } = process.getBuiltinModule("node:tty");
      this.input = new ReadStream(0);
      try {
        this.waiting = fs.openSync("/dev/tty", "r");
      } catch {
        this.waiting = undefined;
      }
    }
    return this.input;
  }

  /** Waits for keys or the end of the terminal. */
  private wait(most: number): void {
    if (this.waiting === undefined) {
      this.keyWaits(-1);
      return;
    }
    const room = new Uint8Array(most);
    this.keys = room.subarray(0, fs.readSync(this.waiting, room));
  }

  /** Reads the keys pressed so far, without waiting. */
  private take(): void {
    const room = new Uint8Array(256);
    try {
      const count = fs.readSync(0, room);
      if (count > 0) this.keys = Buffer.concat([this.keys, room.subarray(0, count)]);
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") throw error;
    }
  }
}
