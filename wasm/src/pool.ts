// One worker that evaluates and a spare beside it, both with the same compiled module. WebAssembly cannot be
// interrupted, so aborting a run means ending its worker. The spare then takes over, and a new spare is started when
// the pool is idle. Short requests go to the spare, so that they never wait behind a run.

import type { Port, StartPort } from "./ports.js";
import type { Call, FromWorker, ModuleSource, Progress, PythonSource } from "./protocol.js";
import type { Rest } from "./rest.js";

export type EngineErrorKind =
  /** The module or the worker's script could not be loaded, or WebAssembly is not available. */
  | "load"
  /** The worker ended unexpectedly, or the module trapped. */
  | "crashed"
  /** The watchdog ended a call that exceeded its time. */
  | "late"
  /** `close` was called. */
  | "closed";

/** Why a call has no answer, if the reason is not in the workspace. */
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

interface CallOptions {
  /** Aborts the call at once, even while it runs. The promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds after which the worker is ended if the call still runs; absent: never. */
  watchMs?: number | undefined;
  /** Receives the loading progress of Python in percent, and null when the call continues. */
  onLoading?: ((percent: number | null) => void) | undefined;
  /** Receives the progress of a call that makes a workspace smaller. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** How long the pool must be idle before a spare is started. */
const idleMs = 100;

/** The configuration of each worker. `rest` is absent if the module has a single part. */
interface WorkerConfig {
  module: ModuleSource;
  rest?: Rest | undefined;
  python?: PythonSource | undefined;
}

/**
 * Receives the loading progress of Python in percent; undefined while the module's second part is loading; null when
 * the call continues. Or it receives the progress of the call itself.
 */
type OnProgress = (percent: number | null | undefined, progress?: Progress) => void;

/** A slot for one call at a time: a worker, and the call that it runs. */
class Slot {
  /** The engine's version, once the module is loaded. */
  readonly ready: Promise<string>;
  /** Why this worker answers no more; undefined while it works. */
  error: EngineError | undefined;
  private readonly port: Port;
  private isReady = false;
  private setReady!: (version: string) => void;
  private setFailed!: (error: EngineError) => void;
  private lastId = 0;
  private waiting:
    | { resolve(answer: unknown): void; reject(error: EngineError): void; onProgress: OnProgress }
    | undefined;
  private unwatchRest: (() => void) | undefined;

  constructor(start: StartPort, { module, rest, python }: WorkerConfig) {
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
        if (!this.error) this.unwatchRest = rest?.watch((news) => this.port.post(news));
      },
      () => {},
    );
  }

  call(call: Call, onProgress: OnProgress): Promise<unknown> {
    if (this.error) return Promise.reject(this.error);
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject, onProgress };
      this.port.hold(true);
      this.lastId += 1;
      this.port.post({ type: "call", id: this.lastId, call });
    });
  }

  /** Drops a call that is waiting. The worker continues loading and takes the next call. */
  drop(): void {
    this.waiting = undefined;
    this.port.post({ type: "drop", id: this.lastId });
  }

  /** Allows the process to exit while this worker is idle. */
  unref(): void {
    this.port.hold(false);
  }

  end(error: EngineError): void {
    if (this.error) return;
    this.error = error;
    this.unwatchRest?.();
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
        return message.id === this.lastId ? this.waiting?.onProgress(message.percent) : undefined;
      case "loaded":
        return message.id === this.lastId ? this.waiting?.onProgress(null) : undefined;
      case "progress":
        return message.id === this.lastId ? this.waiting?.onProgress(null, message.progress) : undefined;
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
  onProgress: OnProgress;
  answer(answer: unknown): void;
  fail(reason: unknown): void;
}

/** A queue of calls for one worker, which answers one at a time. */
class Queue {
  slot: Slot | undefined;
  private readonly jobs: Job[] = [];
  private running: Job | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  /** Whether the running call waits for something that is being loaded. */
  private isLoading = false;

  constructor(
    private readonly takeSlot: () => Slot,
    private readonly idle: () => void,
  ) {}

  get isIdle(): boolean {
    return this.running === undefined;
  }

  add(job: Job): void {
    this.jobs.push(job);
    this.advance();
  }

  /** Drops a call. If it is running and not merely waiting, its worker is ended. */
  drop(job: Job, reason: unknown): void {
    if (job === this.running) {
      if (this.isLoading) this.slot?.drop();
      else this.slot?.end(closed());
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
    this.slot?.end(closed());
  }

  private advance(): void {
    if (this.running) return;
    const job = this.jobs.shift();
    if (!job) return this.idle();
    this.running = job;
    if (!this.slot || this.slot.error) this.slot = this.takeSlot();
    const slot = this.slot;
    // The time for loading the module, its second part or Python does not count.
    const watch = (): void => {
      clearTimeout(this.watchdog);
      if (this.running === job && job.watchMs !== undefined)
        this.watchdog = setTimeout(() => this.drop(job, late()), job.watchMs);
    };
    const onProgress: OnProgress = (percent, progress) => {
      if (this.running !== job) return;
      if (progress) return job.onProgress(null, progress);
      this.isLoading = percent !== null;
      if (this.isLoading) clearTimeout(this.watchdog);
      else watch();
      job.onProgress(percent);
    };
    slot.call(job.call, onProgress).then(
      (answer) => this.finish(job, () => job.answer(answer)),
      (error: unknown) => this.finish(job, () => job.fail(error)),
    );
    slot.ready.then(
      () => {
        if (!this.isLoading) watch();
      },
      () => {},
    );
  }

  private finish(job: Job, settle: () => void): void {
    if (this.running !== job) return;
    clearTimeout(this.watchdog);
    this.isLoading = false;
    this.running = undefined;
    this.slot?.unref();
    settle();
    this.advance();
  }
}

export class Pool {
  private readonly runs: Queue;
  private readonly questions: Queue;
  private idleTimer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  /** `hasSpare` is false if all workers would share one thread anyway. */
  constructor(
    private readonly start: StartPort,
    private readonly config: WorkerConfig,
    private readonly hasSpare: boolean,
  ) {
    this.runs = new Queue(
      () => this.takeSpare() ?? this.newSlot(),
      () => this.prepareSpare(),
    );
    this.questions = new Queue(
      () => this.newSlot(),
      () => this.prepareSpare(),
    );
  }

  /** Starts the first worker. Returns the engine's version, or rejects with an EngineError of kind "load". */
  async ready(): Promise<string> {
    if (!this.runs.slot || this.runs.slot.error) this.runs.slot = this.newSlot();
    const slot = this.runs.slot;
    const version = await slot.ready;
    if (this.runs.isIdle) slot.unref();
    this.prepareSpare();
    return version;
  }

  /** Runs a call. Calls are answered in order. */
  run(call: Call, options: CallOptions = {}): Promise<unknown> {
    return this.add(this.runs, call, options);
  }

  /** Like `run`, but does not wait behind a run. */
  ask(call: Call, options: CallOptions = {}): Promise<unknown> {
    return this.add(this.hasSpare ? this.questions : this.runs, call, options);
  }

  /** Ends all workers. Unanswered calls reject with an EngineError of kind "closed". */
  close(): void {
    this.closed = true;
    this.config.rest?.close();
    clearTimeout(this.idleTimer);
    this.runs.close();
    this.questions.close();
  }

  private add(queue: Queue, call: Call, { signal, watchMs, onLoading, onProgress }: CallOptions): Promise<unknown> {
    if (this.closed) return Promise.reject(closed());
    if (signal?.aborted) return Promise.reject(signal.reason);
    clearTimeout(this.idleTimer);
    return new Promise((resolve, reject) => {
      const abort = (): void => queue.drop(job, signal!.reason);
      const job: Job = {
        call,
        watchMs,
        onProgress: (percent, progress) => {
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
      queue.add(job);
    });
  }

  private newSlot(): Slot {
    return new Slot(this.start, this.config);
  }

  private takeSpare(): Slot | undefined {
    if (!this.questions.isIdle) return undefined;
    const spare = this.questions.slot;
    this.questions.slot = undefined;
    return spare?.error ? undefined : spare;
  }

  private prepareSpare(): void {
    if (!this.hasSpare || this.closed) return;
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => {
      if (this.runs.isIdle && !this.questions.slot) this.questions.slot = this.newSpare();
    }, idleMs);
    (this.idleTimer as { unref?: () => void }).unref?.();
  }

  private newSpare(): Slot {
    const spare = this.newSlot();
    spare.unref();
    return spare;
  }
}
