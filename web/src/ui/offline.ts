// The page's side of the service worker: installs it, reports a waiting newer version, and asks it to store the whole
// site.

import type { OfflineProgress, OfflineRequest } from "./offline_manifest.ts";
import { siteRoot } from "./site_root.ts";
import { serviceWorkerUrl, trustedScriptUrl } from "./trusted.ts";

/** Set in a session that erased everything, so that it does not store anything again. */
const erasedKey = "evalground.erased";

/** The address of a site served by `evalground serve`. It differs for each run, so stored files would never be used. */
const ofOneRun = /^http:\/\/(?:127\.0\.0\.1|localhost):\d+\/[\w-]{22}\/$/;

const registered = (): Promise<ServiceWorkerRegistration | undefined> =>
  "serviceWorker" in navigator ? navigator.serviceWorker.getRegistration(siteRoot) : Promise.resolve(undefined);

function say(worker: ServiceWorker | null | undefined, request: OfflineRequest, ports: MessagePort[] = []): void {
  worker?.postMessage(request, ports);
}

/** Calls back when a newer version is waiting, now or later. */
function watchForUpdate(registration: ServiceWorkerRegistration, told: () => void): void {
  const isUpdate = (): boolean => registration.waiting !== null && navigator.serviceWorker.controller !== null;
  if (isUpdate()) return told();
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (isUpdate()) told();
    });
  });
}

/** Modules that this page loaded before the worker was active. */
function fetchedModules(): string[] {
  return performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((address) => address.startsWith(siteRoot) && address.endsWith(".wasm"));
}

/** Whether the connection may be metered, so that large downloads are asked for. */
function isMetered(connection: { saveData?: boolean; type?: string } | undefined): boolean {
  return connection?.saveData === true || connection?.type === "cellular";
}

/** The page is idle: no run and no other download should wait for the languages. */
const idleAfter = 10_000;

/** Stores the languages while the page is idle, one file after the other. */
function fillWhenIdle(worker: ServiceWorker | null): void {
  const fill = (): void => say(worker, { type: "fill", all: true, calmly: true });
  setTimeout(() => ("requestIdleCallback" in globalThis ? requestIdleCallback(fill) : fill()), idleAfter);
}

/**
 * Installs the worker. `updated` is called when a newer version is available. `ask` is called if the languages should
 * be stored but the connection may be metered; without it, only the pages are stored. Without a secure origin, in
 * browsers that refuse workers, and on a site served by `evalground serve`, the page works without it.
 */
export async function startOffline(updated: (reload: () => void) => void, ask?: () => void): Promise<void> {
  try {
    if (!("serviceWorker" in navigator) || ofOneRun.test(siteRoot)) return;
    if (sessionStorage.getItem(erasedKey) !== null) return;
    const registration = await navigator.serviceWorker.register(trustedScriptUrl(serviceWorkerUrl), {
      scope: siteRoot,
    });
    watchForUpdate(registration, () =>
      updated(() => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        say(registration.waiting, { type: "activate" });
      }),
    );
    const { active } = await navigator.serviceWorker.ready;
    say(active, { type: "keep", addresses: fetchedModules() });
    if (isMetered((navigator as { connection?: { saveData?: boolean; type?: string } }).connection)) return ask?.();
    say(active, { type: "fill", all: false });
    if (ask) fillWhenIdle(active);
  } catch {
    // The page works without it, as above.
  }
}

/** Stores the whole site. `onProgress` receives the progress. False if there is no worker. */
export async function keepEverything(onProgress: (progress: OfflineProgress) => void): Promise<boolean> {
  const active = (await registered())?.active;
  if (!active) return false;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<OfflineProgress>) => {
      onProgress(data);
      if (data.ended) resolve(data.ended === "complete");
    };
    say(active, { type: "fill", all: true }, [port2]);
  });
}

/** Removes the worker and everything it stored. */
export async function forgetOffline(): Promise<void> {
  try {
    sessionStorage.setItem(erasedKey, "1");
  } catch {
    // Without storage nothing was stored.
  }
  await (await registered())?.unregister();
  if ("caches" in globalThis)
    for (const name of await caches.keys()) if (name.startsWith("evalground")) await caches.delete(name);
}
