// The page's side of the service worker: has it installed, tells when a newer version waits, and asks for all of the
// site to be kept.

import type { OfflineProgress, OfflineRequest } from "./offline_manifest.ts";
import { siteRoot } from "./site_root.ts";
import { serviceWorkerUrl, trustedScriptUrl } from "./trusted.ts";

/** Set in the session that erased everything, so that it does not begin to keep things again at once. */
const erasedKey = "evalground.erased";

/** The address of a site that `evalground serve` serves. Each run has its own, so nothing kept would be found. */
const ofOneRun = /^http:\/\/(?:127\.0\.0\.1|localhost):\d+\/[\w-]{22}\/$/;

const registered = (): Promise<ServiceWorkerRegistration | undefined> =>
  "serviceWorker" in navigator ? navigator.serviceWorker.getRegistration(siteRoot) : Promise.resolve(undefined);

function say(worker: ServiceWorker | null | undefined, request: OfflineRequest, ports: MessagePort[] = []): void {
  worker?.postMessage(request, ports);
}

/** Calls back when a version waits while another is in use: now, or as soon as one does. */
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

/** Modules that this page has fetched by itself, before the worker was there to see it. */
function fetchedModules(): string[] {
  return performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((address) => address.startsWith(siteRoot) && address.endsWith(".wasm"));
}

/**
 * Installs the worker; `updated` is called when a newer version could be used. A browser that refuses workers, or a
 * page without a secure origin, goes on without, and so does a site that `evalground serve` serves.
 */
export async function startOffline(updated: (reload: () => void) => void): Promise<void> {
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
    const { saveData = false } = (navigator as { connection?: { saveData?: boolean } }).connection ?? {};
    if (!saveData) say(active, { type: "fill", all: false });
  } catch {
    // As above.
  }
}

/** Has everything kept; `tell` hears how far it is. False where there is no worker to do it. */
export async function keepEverything(tell: (progress: OfflineProgress) => void): Promise<boolean> {
  const active = (await registered())?.active;
  if (!active) return false;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<OfflineProgress>) => {
      tell(data);
      if (data.ended) resolve(data.ended === "complete");
    };
    say(active, { type: "fill", all: true }, [port2]);
  });
}

/** Ends the worker and drops what it has kept. */
export async function forgetOffline(): Promise<void> {
  try {
    sessionStorage.setItem(erasedKey, "1");
  } catch {
    // Without storage nothing was kept, either.
  }
  await (await registered())?.unregister();
  if ("caches" in globalThis)
    for (const name of await caches.keys()) if (name.startsWith("evalground")) await caches.delete(name);
}
