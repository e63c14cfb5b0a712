// Transfers values and texts of prepared workspaces to and from the module's memory. The address of the buffer is
// requested again only if values need more room.

import type { Glue } from "../../build/wasm/evalground.mjs";

const encoder = new TextEncoder();
/** ignoreBOM keeps a byte order mark at the start of a text. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const leastRoom = 4096;

export class Exchange {
  private bytes = new Uint8Array(0);
  private address = 0;
  private room = 0;

  constructor(
    private readonly glue: Glue,
    private readonly memory: WebAssembly.Memory,
  ) {}

  /** Writes values to the buffer for them. Returns their size in bytes. */
  write(values: Uint8Array | string): number {
    const isText = typeof values === "string";
    const most = isText ? values.length * 3 : values.length; // UTF-8 takes at most three bytes per UTF-16 unit
    if (most > this.room || this.room === 0) {
      this.room = Math.max(2 * most, leastRoom);
      this.address = this.glue.roomForValues(this.room);
    }
    if (isText) return encoder.encodeInto(values, this.view().subarray(this.address, this.address + this.room)).written;
    this.view().set(values, this.address);
    return values.length;
  }

  /** Reads an answer of this size. It overwrote the values if there was room. */
  read(size: number): string {
    const begin = size <= this.room ? this.address : this.glue.answerAddress();
    return decoder.decode(this.view().subarray(begin, begin + size));
  }

  /** A view of the memory. The buffer is replaced when the memory grows. */
  private view(): Uint8Array {
    if (this.bytes.buffer !== this.memory.buffer) this.bytes = new Uint8Array(this.memory.buffer);
    return this.bytes;
  }
}
