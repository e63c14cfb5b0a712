// The second thread of the command, which has an event loop. It runs programs and reads standard input while the first
// thread is blocked (programs.ts).

import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import tty from "node:tty";
import { type MessagePort, workerData } from "node:worker_threads";
import { type Answer, answered, inputIsThere, type Question } from "./programs.js";

const { port, shared } = workerData as { port: MessagePort; shared: Int32Array };

/** Maximum size of a program's standard error: as much as the command shows. */
const mostComplaints = 4096;
const notFound = 127; // exit code of shells if a program cannot be started

/** Runs "$@" with at most $0 KiB of address space, or without a limit if the system refuses it. */
const withMemory = '(ulimit -v "$0") 2>/dev/null && ulimit -v "$0"; exec "$@"';

/** Chunks of a stream. The stream is paused while too many are waiting. */
class Chunks {
  private readonly waiting: Uint8Array[] = [];
  private wake: (() => void) | undefined;
  private hasEnded = false;

  constructor(
    private readonly stream: NodeJS.ReadableStream,
    private readonly hasMore: (more: boolean) => void = () => {},
  ) {
    stream.on("data", (chunk: Uint8Array) => {
      this.waiting.push(chunk);
      if (this.waiting.length > 4) stream.pause();
      this.changed();
    });
    const end = (): void => {
      this.hasEnded = true;
      this.changed();
    };
    stream.on("end", end);
    stream.on("close", end);
    stream.on("error", end);
  }

  async next(milliseconds: number): Promise<Answer> {
    if (this.waiting.length === 0 && !this.hasEnded) {
      const isThere = await within(new Promise<void>((resolve) => (this.wake = resolve)), milliseconds);
      if (!isThere) return "late";
    }
    const chunks = this.waiting.splice(0);
    this.hasMore(this.hasEnded);
    if (chunks.length === 0) return "end";
    this.stream.resume();
    return new Uint8Array(Buffer.concat(chunks));
  }

  private changed(): void {
    this.hasMore(true);
    this.wake?.();
  }
}

/** Whether something happens within a time; -1: no limit. */
async function within(event: Promise<unknown>, milliseconds: number): Promise<boolean> {
  if (milliseconds < 0) return event.then(() => true);
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const isThere = await Promise.race([event.then(() => true), isLate]);
  clearTimeout(timer);
  return isThere;
}

class Program {
  private readonly child: ChildProcess;
  private readonly output: Chunks;
  private readonly ended: Promise<number>;
  private isWaitedFor = false;
  private complaints = Buffer.alloc(0);
  private readonly hasComplained: Promise<void>;

  constructor({ command, variables, folder, memory }: Extract<Question, { do: "start" }>) {
    const limited = memory > 0 ? ["/bin/sh", "-c", withMemory, String(Math.ceil(memory / 1024)), ...command] : command;
    const [program = "", ...rest] = limited;
    // Detached, so that it leads a process group and its children are killed with it.
    this.child = spawn(program, rest, { cwd: folder, env: variables ?? process.env, detached: true });
    const { stdin, stdout, stderr } = this.child;
    this.output = new Chunks(stdout!);
    stdin!.on("error", () => {}); // reported to the writer
    this.ended = new Promise((resolve) => {
      this.child.once("exit", (code) => resolve(code ?? -1));
      this.child.once("error", () => resolve(notFound));
    });
    this.hasComplained = new Promise((resolve) => {
      stderr!.on("data", (chunk: Uint8Array) => {
        if (this.complaints.length >= mostComplaints) return;
        this.complaints = Buffer.concat([this.complaints, chunk]).subarray(0, mostComplaints);
      });
      stderr!.once("close", resolve);
    });
  }

  read(milliseconds: number): Promise<Answer> {
    return this.output.next(milliseconds);
  }

  async write(bytes: Uint8Array, milliseconds: number): Promise<Answer> {
    let hasFailed = false;
    const written = new Promise<void>((resolve) => {
      this.child.stdin!.write(bytes, (error) => {
        hasFailed = Boolean(error);
        resolve();
      });
    });
    if (!(await within(written, milliseconds))) return "late";
    return hasFailed ? "failed" : 0;
  }

  wait(): Promise<number> {
    this.isWaitedFor = true;
    return this.ended;
  }

  /** The standard error of a program that has ended. Its children may keep the stream open. */
  async said(milliseconds: number): Promise<Answer> {
    await within(this.hasComplained, milliseconds);
    const said = new Uint8Array(this.complaints);
    this.complaints = Buffer.alloc(0);
    return said;
  }

  async end(milliseconds: number): Promise<Answer> {
    if (!this.isWaitedFor && this.child.pid !== undefined) {
      try {
        process.kill(-this.child.pid, "SIGKILL"); // also the programs that it started
      } catch {
        // The whole group has ended already.
      }
      await within(this.ended, milliseconds);
    }
    for (const stream of [this.child.stdin, this.child.stdout, this.child.stderr]) stream?.destroy();
    return 0;
  }
}

const programs = new Map<number, Program>();
let lastProgram = 0;
let input: Chunks | undefined;

/**
 * Standard input. process.stdin of this thread would depend on the first thread, which is blocked. In Node a file
 * stream reads in a thread that cannot be interrupted, and exiting would wait for it. Bun has no such problem, but its
 * socket stream misses the end of a pipe.
 */
function streamOfInput(): NodeJS.ReadableStream {
  const stat = fs.fstatSync(0);
  if (process.versions.bun === undefined) {
    if (tty.isatty(0)) return new tty.ReadStream(0);
    if (stat.isFIFO() || stat.isSocket()) return new net.Socket({ fd: 0, readable: true, writable: false });
  }
  return fs.createReadStream("", { fd: 0, autoClose: false });
}

function openInput(): Chunks {
  return new Chunks(streamOfInput(), (more) => Atomics.store(shared, inputIsThere, more ? 1 : 0));
}

async function answer(question: Question): Promise<Answer> {
  if (question.do === "start") {
    lastProgram += 1;
    programs.set(lastProgram, new Program(question));
    return lastProgram;
  }
  if (question.do === "openInput") {
    input ??= openInput();
    return 0;
  }
  if (question.do === "readInput") return input!.next(-1);
  const program = programs.get(question.program)!;
  switch (question.do) {
    case "read":
      return program.read(question.milliseconds);
    case "write":
      return program.write(question.bytes, question.milliseconds);
    case "wait":
      return program.wait();
    case "complaints":
      return program.said(question.milliseconds);
    case "end":
      programs.delete(question.program);
      return program.end(question.milliseconds);
  }
}

port.on("message", async (question: Question) => {
  let result: Answer;
  try {
    result = await answer(question);
  } catch {
    result = "failed";
  }
  port.postMessage(result);
  Atomics.store(shared, answered, 1);
  Atomics.notify(shared, answered);
});
