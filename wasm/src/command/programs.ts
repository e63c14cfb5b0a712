// Child processes, and standard input when reading must not block. Both need an event loop, but that of this thread
// stands still while the command runs. So a second thread (outside.ts) handles them. This thread sends a request and
// sleeps until the answer arrives.

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";

/** A request to the second thread. */
export type Question =
  | { do: "start"; command: string[]; variables: Record<string, string> | null; folder: string; memory: number }
  | { do: "read" | "wait" | "complaints" | "end"; program: number; milliseconds: number }
  | { do: "write"; program: number; milliseconds: number; bytes: Uint8Array }
  | { do: "openInput" }
  | { do: "readInput" };

/** Output of a program, an exit code, or the reason why there is neither. */
export type Answer = Uint8Array | number | "end" | "late" | "failed";

/** Indices in the shared memory: whether there is an answer, and whether standard input has data or has ended. */
export const answered = 0;
export const inputIsThere = 1;

/** Time limit for the thread to start, and to answer requests that need no waiting. */
const timeoutMs = 60_000;

const late = -1;
const failed = -2;
const decoder = new TextDecoder();
const texts = (bytes: Uint8Array): string[] => decoder.decode(bytes).split("\0").slice(0, -1);

/** Bytes that were received but not consumed yet. */
class Waiting {
  private bytes: Uint8Array = new Uint8Array();

  put(bytes: Uint8Array): void {
    this.bytes = bytes;
  }
  get isEmpty(): boolean {
    return this.bytes.length === 0;
  }
  take(room: Uint8Array): number {
    const part = this.bytes.subarray(0, room.length);
    room.set(part);
    this.bytes = this.bytes.subarray(part.length);
    return part.length;
  }
}

export class Programs {
  hasInput = false;
  private inputHasEnded = false;
  private readonly shared = new Int32Array(new SharedArrayBuffer(8));
  private thread: { worker: Worker; port: MessagePort } | undefined;
  private readonly given = new Map<number, Waiting>();
  private readonly input = new Waiting();

  constructor(private readonly script: string) {}

  start(command: Uint8Array, variables: Uint8Array | null, memory: number): number {
    const pairs =
      variables && texts(variables).map((text) => [text.split("=", 1)[0], text.slice(text.indexOf("=") + 1)]);
    const program = this.ask({
      do: "start",
      command: texts(command),
      variables: pairs && Object.fromEntries(pairs),
      folder: process.cwd(),
      memory,
    }) as number;
    this.given.set(program, new Waiting());
    return program;
  }

  read(program: number, room: Uint8Array, milliseconds: number): number {
    const given = this.given.get(program) ?? new Waiting();
    if (given.isEmpty) {
      const answer = this.ask({ do: "read", program, milliseconds });
      if (!(answer instanceof Uint8Array)) return answer === "end" ? 0 : answer === "late" ? late : failed;
      given.put(answer);
    }
    return given.take(room);
  }

  write(program: number, bytes: Uint8Array, milliseconds: number): number {
    const answer = this.ask({ do: "write", program, milliseconds, bytes });
    return answer === "late" ? late : answer === "failed" ? failed : 0;
  }

  wait(program: number): number {
    return this.ask({ do: "wait", program, milliseconds: -1 }) as number;
  }

  complaints(program: number, room: Uint8Array): number {
    const bytes = this.ask({ do: "complaints", program, milliseconds: 200 }) as Uint8Array;
    room.set(bytes.subarray(0, room.length));
    return Math.min(bytes.length, room.length);
  }

  end(program: number): void {
    this.given.delete(program);
    this.ask({ do: "end", program, milliseconds: 1000 });
  }

  inputWaits(): boolean {
    if (!this.hasInput) {
      this.hasInput = true;
      this.ask({ do: "openInput" });
    }
    return !this.input.isEmpty || Atomics.load(this.shared, inputIsThere) !== 0;
  }

  readInput(room: Uint8Array): number {
    if (this.input.isEmpty) {
      // During a run this is called repeatedly to see whether the editor has cancelled it.
      if (this.inputHasEnded) return 0;
      const answer = this.ask({ do: "readInput" });
      if (!(answer instanceof Uint8Array)) {
        this.inputHasEnded = true;
        return 0;
      }
      this.input.put(answer);
    }
    return this.input.take(room);
  }

  /** Ends all programs and the thread. */
  close(): void {
    for (const program of [...this.given.keys()]) this.end(program);
    void this.thread?.worker.terminate();
  }

  private ask(question: Question): Answer {
    this.thread ??= this.startThread();
    const { port } = this.thread;
    port.postMessage(question);
    const isAtOnce = ["start", "end", "openInput"].includes(question.do);
    for (;;) {
      const outcome = Atomics.wait(this.shared, answered, 0, isAtOnce ? timeoutMs : Number.POSITIVE_INFINITY);
      if (outcome === "timed-out") throw new Error("the thread for other programs does not answer");
      Atomics.store(this.shared, answered, 0);
      const received = receiveMessageOnPort(port) as { message: Answer } | undefined;
      if (received) return received.message;
    }
  }

  private startThread(): { worker: Worker; port: MessagePort } {
    const { port1, port2 } = new MessageChannel();
    const workerData = { port: port2, shared: this.shared };
    const worker = new Worker(this.script, { workerData, transferList: [port2] });
    worker.unref();
    return { worker, port: port1 };
  }
}
