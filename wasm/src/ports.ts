// The three places where a worker can run: a browser worker, a thread of Node, and the caller's own thread.

import { builtinModule } from "./node.js";
import type { Call, FromWorker, Load, ModuleSource, ToWorker } from "./protocol.js";

/** The connection to one worker. */
export interface Port {
  post(message: ToWorker): void;
  /** Ends the worker at once, whatever it is doing. No message arrives afterwards. */
  end(): void;
  /** Whether this worker must keep the process alive. */
  hold(needed: boolean): void;
}

/** Starts a worker. `fail` is called if it ends unexpectedly. */
export type StartPort = (receive: (message: FromWorker) => void, fail: (message: string) => void) => Port;

/** A browser worker, which `create` makes from the worker's script. */
export function browserPort(script: URL, create: (script: URL) => Worker): StartPort {
  return (receive, fail) => {
    const worker = create(script);
    worker.onmessage = (event: MessageEvent<FromWorker>) => receive(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      fail(event.message || "the worker's script could not be loaded");
    };
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate(), hold: () => {} };
  };
}

/** A worker thread of Node. */
export function nodePort(script: URL): StartPort {
  return (receive, fail) => {
    const { Worker: Thread } = builtinModule!("node:worker_threads");
    const thread = new Thread(script);
    let ended = false;
    thread.on("message", (message: FromWorker) => {
      if (!ended) receive(message);
    });
    thread.on("error", (error: Error) => {
      if (!ended) fail(error.message);
    });
    thread.on("exit", (code) => {
      if (!ended) fail(`the worker has exited with code ${code}`);
    });
    return {
      post: (message) => thread.postMessage(message),
      end: () => {
        ended = true;
        void thread.terminate();
      },
      hold: (needed) => (needed ? thread.ref() : thread.unref()),
    };
  };
}

/**
 * Starts a worker in advance, so that its script loads at the same time as the module. The first caller of `start` gets
 * it. `discard` ends it if nobody has.
 */
export function startAhead(start: StartPort): { start: StartPort; discard: () => void } {
  let taker: { receive: (message: FromWorker) => void; fail: (message: string) => void } | undefined;
  let failure: string | undefined;
  const port = start(
    (message) => taker?.receive(message),
    (message) => {
      failure = message;
      taker?.fail(message);
    },
  );
  return {
    start(receive, fail) {
      if (taker || failure !== undefined) return start(receive, fail);
      taker = { receive, fail };
      return port;
    },
    discard: () => port.end(),
  };
}

/**
 * The part of service.ts that is used here. Declared separately to keep its types out of the published declarations.
 */
interface OwnService {
  version(): Promise<string>;
  complete(source: ModuleSource): Promise<void>;
  setRestProblem(problem: string | undefined): void;
  drop(id: number): void;
  answer(id: number, call: Call, notify: (message: FromWorker) => void): Promise<FromWorker | undefined>;
}

/**
 * The caller's own thread, which runs block. Only the engine's own limits can stop a run. `start` creates the service.
 */
export function ownThreadPort(start: (load: Load) => Promise<OwnService>): StartPort {
  return (receive) => {
    let service: Promise<OwnService> | undefined;
    let ended = false;
    const deliver = (message: FromWorker): void => {
      if (!ended) receive(message);
    };
    const post = async (message: ToWorker): Promise<void> => {
      if (message.type === "rest") return (await service!).complete(message.module);
      if (message.type === "no rest") return (await service!).setRestProblem(message.message);
      if (message.type === "drop") return (await service!).drop(message.id);
      if (message.type === "call") {
        const answer = await (await service!).answer(message.id, message.call, deliver);
        return answer && deliver(answer);
      }
      service = start(message);
      try {
        deliver({ type: "ready", version: await (await service).version() });
      } catch (error) {
        deliver({ type: "failed", message: String(error) });
      }
    };
    return {
      post: (message) => void post(message),
      end: () => {
        ended = true;
      },
      hold: () => {},
    };
  };
}
