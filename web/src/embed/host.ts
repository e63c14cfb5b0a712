// Communication with the surrounding page. The frame reports its height; once the page has sent a port, both use it.

import {
  boundedHeight,
  messageNamespace,
  messageVersion,
  type FromFrame,
  type ToFrame,
  type WindowMessage,
} from "evalground/embed";

export interface Host {
  /** Sends a message to the page as soon as it listens. */
  post(message: FromFrame): void;
  /** Reports the height of the content if it has changed. */
  measure(): void;
}

/** Starts listening. `receive` is called with the page's messages and the port that came with each. */
export function startHost(id: string, receive: (message: ToFrame, port: MessagePort | undefined) => void): Host {
  let port: MessagePort | null = null;
  let last = 0;
  const early: FromFrame[] = [];

  function post(message: FromFrame): void {
    if (port) port.postMessage(message);
    else if (id !== "" && early.length < 100) early.push(message);
  }

  function measure(): void {
    const height = boundedHeight(document.body.getBoundingClientRect().height);
    if (height === null || height === last || globalThis.parent === globalThis.window) return;
    last = height;
    if (port) return port.postMessage({ type: "height", height } satisfies FromFrame);
    const message: WindowMessage = { ns: messageNamespace, v: messageVersion, type: "height", id, height };
    // Any origin may receive this, because it contains nothing but a number.
    globalThis.parent.postMessage(message, "*");
  }

  addEventListener("message", ({ source, data, ports }: MessageEvent<Partial<WindowMessage> | null>) => {
    const isHello = data?.ns === messageNamespace && data.v === messageVersion && data.type === "connect";
    const [given] = ports;
    if (!isHello || source !== globalThis.parent || port || !given) return;
    port = given;
    given.onmessage = (event: MessageEvent<ToFrame>) => receive(event.data, event.ports[0]);
    for (const message of early.splice(0)) post(message);
  });
  new ResizeObserver(measure).observe(document.body);
  // While a frame is in view, the page may keep it higher than this. Out of view it takes the height.
  new IntersectionObserver((entries) => {
    if (entries.at(-1)?.isIntersecting) return;
    last = 0;
    measure();
  }).observe(document.body);
  return { post, measure };
}
