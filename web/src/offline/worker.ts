// The service worker: stores the site in this browser, by versions. A new version is fetched beside the current one. It
// waits until no tab uses the current one, or until the user asks for it. Files of the previous version are kept, so
// that a tab that is still open can load its remaining parts.
//
// While a site is being deployed it may serve files of two versions. So files are compared with the hashes in the
// manifest, and an install with a wrong file fails. The browser tries again at the next visit.

import { isHashed, type OfflineManifest, type OfflineProgress, type OfflineRequest } from "../ui/offline_manifest.ts";

declare const manifest: OfflineManifest;
/** The part of the worker's scope that is used here. */
interface WorkerEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface MessageFromPage extends WorkerEvent {
  data: OfflineRequest;
  ports: readonly MessagePort[];
}
interface Scope {
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", hear: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", hear: (event: FetchEvent) => void): void;
  addEventListener(type: "message", hear: (event: MessageFromPage) => void): void;
}
const scope = globalThis as unknown as Scope;

/** The folder of the site, which contains this script. */
const site = new URL("./", location.href);
// Other sites on the same origin have caches of their own.
const prefix = site.pathname === "/" ? "evalground-" : `evalground at ${site.pathname} `;
const cacheName = prefix + manifest.version;
/** Absolute addresses of files. */
const addresses = (relative: readonly string[]): string[] => relative.map((each) => new URL(each, site).href);
const [shell, pages, modules, others] = [manifest.shell, manifest.pages, manifest.modules, manifest.others].map(
  addresses,
) as [string[], string[], string[], string[]];
const known = new Set([...shell, ...pages, ...modules, ...others]);
/** Whether the name of a file contains a hash of its content. */
const isAsset = (address: string): boolean => isHashed(address, site.href);
const hashes = new Map([...known].filter((each) => !isAsset(each)).map((each, at) => [each, manifest.hashes[at]]));
/** Number of parallel downloads. */
const lanes = 6;

/** Whether a response is the file of this version. Consumes its body. */
async function isOwn(address: string, answer: Response): Promise<boolean> {
  if (!hashes.has(address)) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer()));
  return btoa(String.fromCharCode(...digest.subarray(0, 12))) === hashes.get(address);
}

/** Stores a file in the cache of this version. Throws if it cannot be fetched. */
async function take(cache: Cache, address: string): Promise<void> {
  if (await cache.match(address)) return;
  const older = isAsset(address) ? await caches.match(address) : undefined;
  const answer = older ?? (await fetch(address, { cache: isAsset(address) ? "default" : "no-cache" }));
  if (!answer.ok || answer.redirected) throw new Error(`${address}: ${answer.status}`);
  if (!(await isOwn(address, answer.clone()))) throw new Error(`${address}: it is of another version`);
  await cache.put(address, answer);
}

async function takeAll(all: readonly string[], tell: (done: number) => void = () => {}, count = lanes): Promise<void> {
  const cache = await caches.open(cacheName);
  const ahead = [...all];
  let done = 0;
  const lane = async (): Promise<void> => {
    for (let address = ahead.pop(); address !== undefined; address = ahead.pop()) {
      await take(cache, address);
      done += 1;
      tell(done);
    }
  };
  await Promise.all(Array.from({ length: count }, lane));
}

/** Deletes what neither this version nor the previous one needs. */
async function dropOld(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  for (const name of older.slice(0, -1)) await caches.delete(name);
}

const withoutQuery = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};

/** The cache key for a request; null if the worker does not handle the request. */
function keptAddress({ method, url, mode }: Request): string | null {
  const address = withoutQuery(url);
  if (method !== "GET") return null;
  if (known.has(address) || isAsset(address)) return address;
  return mode === "navigate" && known.has(`${address}/`) ? `${address}/` : null;
}

async function answer(request: Request, address: string): Promise<Response> {
  if (request.mode === "navigate" && withoutQuery(request.url) !== address) return Response.redirect(address, 301);
  const cache = await caches.open(cacheName);
  const found = (await cache.match(address)) ?? (isAsset(address) ? await caches.match(address) : undefined);
  if (found) return found;
  const fetched = await fetch(request);
  if (fetched.ok && known.has(address) && !fetched.redirected) {
    // If the browser has no room, continue without storing. A file of a newer version is served but not stored.
    const copy = fetched.clone();
    if (await isOwn(address, copy.clone())) await cache.put(address, copy).catch(() => {});
  }
  return fetched;
}

async function fill(all: boolean, calmly: boolean, port: MessagePort | undefined): Promise<void> {
  const wanted = [...shell, ...pages, ...(all ? modules : [])];
  const count = wanted.length;
  const tell = (progress: OfflineProgress): void => port?.postMessage(progress);
  try {
    await takeAll(wanted, (done) => tell({ done, count }), calmly ? 1 : lanes);
    tell({ done: count, count, ended: "complete" });
  } catch {
    tell({ done: 0, count, ended: "failed" });
  }
}

scope.addEventListener("install", (event) => event.waitUntil(takeAll(shell)));
scope.addEventListener("activate", (event) => event.waitUntil(dropOld()));
scope.addEventListener("fetch", (event) => {
  const address = keptAddress(event.request);
  if (address !== null) event.respondWith(answer(event.request, address));
});
scope.addEventListener("message", (event) => {
  const { data } = event;
  if (data.type === "activate") event.waitUntil(scope.skipWaiting());
  else if (data.type === "fill") event.waitUntil(fill(data.all, data.calmly ?? false, event.ports[0]));
  else event.waitUntil(takeAll(data.addresses.filter((address) => known.has(address))).catch(() => {}));
});
