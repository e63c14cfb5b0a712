// Texts of prepared workspaces, into the module's memory and out of it. Their address is asked for again only when a
// text needs more room.

import type { Glue } from "../../build/wasm/evalground.mjs";

const encoder = new TextEncoder();
/** A text keeps the byte order mark that it begins with. */
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

  /** Writes a text where the module reads values; gives its size in bytes. */
  write(text: string): number {
    const most = text.length * 3; // UTF-8 takes at most three bytes for a UTF-16 unit
    if (most > this.room || this.room === 0) {
      this.room = Math.max(2 * most, leastRoom);
      this.address = this.glue.roomForValues(this.room);
    }
    return encoder.encodeInto(text, this.view().subarray(this.address, this.address + this.room)).written;
  }

  /** The answer of so many bytes, which is where the values were if there was room. */
  read(size: number): string {
    const begin = size <= this.room ? this.address : this.glue.answerAddress();
    return decoder.decode(this.view().subarray(begin, begin + size));
  }

  /** The memory, which is another buffer once it has grown. */
  private view(): Uint8Array {
    if (this.bytes.buffer !== this.memory.buffer) this.bytes = new Uint8Array(this.memory.buffer);
    return this.bytes;
  }
}
