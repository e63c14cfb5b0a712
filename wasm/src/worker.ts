// The engine's worker. It is bundled into one classic script without imports, so that it also starts from a blob: URL.
// In Node it is the script of a worker thread.

import type { FromWorker, ToWorker } from "./protocol.js";
import { Service } from "./service.js";

/** The side that started this worker. */
interface Outside {
  postMessage(message: FromWorker): void;
  listen(receive: (message: ToWorker) => void): void;
}

function outside(): Outside {
  const port = globalThis.process?.getBuiltinModule?.("node:worker_threads").parentPort;
  if (port) {
    return {
      postMessage: (message) => port.postMessage(message),
      listen: (receive) => void port.on("message", receive),
    };
  }
  return {
    postMessage: (message) => (globalThis as unknown as Outside).postMessage(message),
    listen: (receive) => globalThis.addEventListener("message", (event: MessageEvent<ToWorker>) => receive(event.data)),
  };
}

const pool = outside();
let service: Promise<Service> | undefined;

pool.listen(async (message) => {
  if (message.type === "load") {
    service = Service.start({ ...message, python: message.python && { ...message.python, fence: true } });
    service
      .then((started) => started.version())
      .then(
        (version) => pool.postMessage({ type: "ready", version }),
        (error: unknown) => pool.postMessage({ type: "failed", message: String(error) }),
      );
    return;
  }
  const started = await service?.catch(() => undefined);
  if (message.type === "rest") return started?.complete(message.module);
  if (message.type === "no rest") return started?.setRestProblem(message.message);
  if (message.type === "drop") return started?.drop(message.id);
  const answer = await started?.answer(message.id, message.call, (news) => pool.postMessage(news));
  if (answer) pool.postMessage(answer);
});
