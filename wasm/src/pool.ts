// One worker that evaluates and a spare beside it, both from the same compiled module. Ending a run means ending its
// worker: the spare takes over, and another spare is started when nothing else is to be done. Short questions go to
// the spare, so that they never wait behind a run.

import type { Port, StartPort } from "./ports.js";
import type { Call, FromWorker, ModuleSource, Progress, PythonSource } from "./protocol.js";
import type { Rest } from "./rest.js";

export type EngineErrorKind =
  /** The module or the worker's script did not load, or WebAssembly is not available. */
  | "load"
  /** The worker ended by itself, or the module trapped. */
  | "crashed"
  /** The watchdog ended a call that did not end by itself. */
  | "late"
  /** `close` was called. */
  | "closed";

/** Why a call has no answer, when the reason is not in the workspace. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  constructor(
    readonly kind: EngineErrorKind,
    message: string,
  ) {
    super(message);
  }
}

const closed = (): EngineError => new EngineError("closed", "the engine was closed");
const late = (): EngineError => new EngineError("late", "the engine did not answer in time");

export interface CallOptions {
  /** Ends the call: at once, even when it is running. The promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds after which the worker is ended although the call still runs; absent: never. */
  watchMs?: number | undefined;
  /** Hears how much of Python is loaded, in percent, and null when it is there and the call goes on. */
  onLoading?: ((percent: number | null) => void) | undefined;
  /** Hears how far a call has come that makes a workspace smaller. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** How long nothing must happen before the spare is started. */
const idleMs = 100;

/** What a pool gives each of its workers. `rest` is absent where the module is whole. */
export interface Equipment {
  module: ModuleSource;
  rest?: Rest | undefined;
  python?: PythonSource | undefined;
}

/**
 * Hears how much of Python is loaded, in percent; undefined while the module's second part is; null when the call goes
 * on. Or how far the call has come.
 */
type Tell = (percent: number | null | undefined, progress?: Progress) => void;

/** A worker, which answers one call at a time. */
class Station {
  /** The engine's version, once the module is loaded. */
  readonly ready: Promise<string>;
  /** Why it answers no more; undefined while it does. */
  error: EngineError | undefined;
  private readonly port: Port;
  private isReady = false;
  private setReady!: (version: string) => void;
  private setFailed!: (error: EngineError) => void;
  private lastId = 0;
  private waiting: { resolve(answer: unknown): void; reject(error: EngineError): void; tell: Tell } | undefined;
  private leaveRest: (() => void) | undefined;

  constructor(start: StartPort, { module, rest, python }: Equipment) {
    this.ready = new Promise((resolve, reject) => {
      this.setReady = resolve;
      this.setFailed = reject;
    });
    this.port = start(
      (message) => this.receive(message),
      (message) => this.fail(message),
    );
    this.port.post({ type: "load", module, hasRest: rest !== undefined, python });
    void this.ready.then(
      () => {
        if (!this.error) this.leaveRest = rest?.watch((news) => this.port.post(news));
      },
      () => {},
    );
  }

  call(call: Call, tell: Tell): Promise<unknown> {
    if (this.error) return Promise.reject(this.error);
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject, tell };
      this.port.hold(true);
      this.lastId += 1;
      this.port.post({ type: "call", id: this.lastId, call });
    });
  }

  /** Forgets the call, which waits: the worker goes on loading and takes the next call. */
  drop(): void {
    this.waiting = undefined;
    this.port.post({ type: "drop", id: this.lastId });
  }

  /** Lets a process end although this worker waits for calls. */
  rest(): void {
    this.port.hold(false);
  }

  end(error: EngineError): void {
    if (this.error) return;
    this.error = error;
    this.leaveRest?.();
    this.port.end();
    this.setFailed(error);
    this.waiting?.reject(error);
  }

  private receive(message: FromWorker): void {
    switch (message.type) {
      case "ready":
        this.isReady = true;
        return this.setReady(message.version);
      case "failed":
        return this.fail(message.message);
      case "answer":
        return message.id === this.lastId ? this.waiting?.resolve(message.answer) : undefined;
      case "loading":
        return message.id === this.lastId ? this.waiting?.tell(message.percent) : undefined;
      case "loaded":
        return message.id === this.lastId ? this.waiting?.tell(null) : undefined;
      case "progress":
        return message.id === this.lastId ? this.waiting?.tell(null, message.progress) : undefined;
      case "crashed":
        if (message.id === this.lastId) this.waiting?.reject(new EngineError("crashed", message.message));
    }
  }

  private fail(message: string): void {
    this.end(new EngineError(this.isReady ? "crashed" : "load", message));
  }
}

interface Job {
  call: Call;
  watchMs: number | undefined;
  tell: Tell;
  answer(answer: unknown): void;
  fail(reason: unknown): void;
}

/** Calls that one worker answers, one after the other. */
class Line {
  station: Station | undefined;
  private readonly jobs: Job[] = [];
  private running: Job | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  /** The running call waits for something that is being loaded. */
  private isLoading = false;

  constructor(
    private readonly takeStation: () => Station,
    private readonly idle: () => void,
  ) {}

  get isIdle(): boolean {
    return this.running === undefined;
  }

  add(job: Job): void {
    this.jobs.push(job);
    this.advance();
  }

  /** Ends a call, and the worker with it if the call is running and does not only wait. */
  drop(job: Job, reason: unknown): void {
    if (job === this.running) {
      if (this.isLoading) this.station?.drop();
      else this.station?.end(closed());
      this.finish(job, () => job.fail(reason));
    } else {
      this.jobs.splice(this.jobs.indexOf(job), 1);
      job.fail(reason);
    }
  }

  close(): void {
    for (const job of this.jobs.splice(0)) job.fail(closed());
    this.isLoading = false;
    if (this.running) this.drop(this.running, closed());
    this.station?.end(closed());
  }

  private advance(): void {
    if (this.running) return;
    const job = this.jobs.shift();
    if (!job) return this.idle();
    this.running = job;
    if (!this.station || this.station.error) this.station = this.takeStation();
    const station = this.station;
    // Neither loading the module, or its second part, nor loading Python is the call's time.
    const watch = (): void => {
      clearTimeout(this.watchdog);
      if (this.running === job && job.watchMs !== undefined)
        this.watchdog = setTimeout(() => this.drop(job, late()), job.watchMs);
    };
    const tell: Tell = (percent, progress) => {
      if (this.running !== job) return;
      if (progress) return job.tell(null, progress);
      this.isLoading = percent !== null;
      if (this.isLoading) clearTimeout(this.watchdog);
      else watch();
      job.tell(percent);
    };
    station.call(job.call, tell).then(
      (answer) => this.finish(job, () => job.answer(answer)),
      (error: unknown) => this.finish(job, () => job.fail(error)),
    );
    station.ready.then(
      () => {
        if (!this.isLoading) watch();
      },
      () => {},
    );
  }

  private finish(job: Job, tell: () => void): void {
    if (this.running !== job) return;
    clearTimeout(this.watchdog);
    this.isLoading = false;
    this.running = undefined;
    this.station?.rest();
    tell();
    this.advance();
  }
}

export class Pool {
  private readonly runs: Line;
  private readonly questions: Line;
  private idleTimer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  /** `hasSpare` is false where all workers would share one thread anyway. */
  constructor(
    private readonly start: StartPort,
    private readonly equipment: Equipment,
    private readonly hasSpare: boolean,
  ) {
    this.runs = new Line(
      () => this.takeSpare() ?? this.newStation(),
      () => this.prepareSpare(),
    );
    this.questions = new Line(
      () => this.newStation(),
      () => this.prepareSpare(),
    );
  }

  /** Starts the first worker; gives the engine's version, or rejects with an EngineError of kind "load". */
  async ready(): Promise<string> {
    if (!this.runs.station || this.runs.station.error) this.runs.station = this.newStation();
    const station = this.runs.station;
    const version = await station.ready;
    if (this.runs.isIdle) station.rest();
    this.prepareSpare();
    return version;
  }

  /** Answers in the order of the calls. */
  run(call: Call, options: CallOptions = {}): Promise<unknown> {
    return this.add(this.runs, call, options);
  }

  /** As `run`, but beside a run and not behind it. */
  ask(call: Call, options: CallOptions = {}): Promise<unknown> {
    return this.add(this.hasSpare ? this.questions : this.runs, call, options);
  }

  /** Ends all workers; calls that are not answered yet reject with an EngineError of kind "closed". */
  close(): void {
    this.closed = true;
    this.equipment.rest?.close();
    clearTimeout(this.idleTimer);
    this.runs.close();
    this.questions.close();
  }

  private add(line: Line, call: Call, { signal, watchMs, onLoading, onProgress }: CallOptions): Promise<unknown> {
    if (this.closed) return Promise.reject(closed());
    if (signal?.aborted) return Promise.reject(signal.reason);
    clearTimeout(this.idleTimer);
    return new Promise((resolve, reject) => {
      const abort = (): void => line.drop(job, signal!.reason);
      const job: Job = {
        call,
        watchMs,
        tell: (percent, progress) => {
          if (progress) onProgress?.(progress);
          else if (percent !== undefined) onLoading?.(percent);
        },
        answer: (answer) => {
          signal?.removeEventListener("abort", abort);
          resolve(answer);
        },
        fail: (reason) => {
          signal?.removeEventListener("abort", abort);
          reject(reason);
        },
      };
      signal?.addEventListener("abort", abort);
      line.add(job);
    });
  }

  private newStation(): Station {
    return new Station(this.start, this.equipment);
  }

  private takeSpare(): Station | undefined {
    if (!this.questions.isIdle) return undefined;
    const spare = this.questions.station;
    this.questions.station = undefined;
    return spare?.error ? undefined : spare;
  }

  private prepareSpare(): void {
    if (!this.hasSpare || this.closed) return;
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => {
      if (this.runs.isIdle && !this.questions.station) this.questions.station = this.newSpare();
    }, idleMs);
    (this.idleTimer as { unref?: () => void }).unref?.();
  }

  private newSpare(): Station {
    const spare = this.newStation();
    spare.rest();
    return spare;
  }
}
