// The service worker: keeps the site in this browser, by versions. A new version is fetched beside the one in use,
// waits until no tab uses that, or until somebody asks for it, and leaves the files of the one before where they are:
// a tab that is still open can load the rest of itself.

import type { OfflineManifest, OfflineProgress, OfflineRequest } from "../ui/offline_manifest.ts";

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

const prefix = "evalground-";
const cacheName = prefix + manifest.version;
const known = new Set([...manifest.shell, ...manifest.pages, ...manifest.modules, ...manifest.others]);
/** Files fetched side by side. */
const lanes = 6;

/** Names of assets carry a hash of their content, so that one of an older version is the same. */
const isHashed = (path: string): boolean => path.startsWith("/assets/");

/** Puts a file into the cache of this version; throws when it cannot be had. */
async function take(cache: Cache, path: string): Promise<void> {
  if (await cache.match(path)) return;
  const older = isHashed(path) ? await caches.match(path) : undefined;
  const answer = older ?? (await fetch(path, { cache: isHashed(path) ? "default" : "no-cache" }));
  if (!answer.ok || answer.redirected) throw new Error(`${path}: ${answer.status}`);
  await cache.put(path, answer);
}

async function takeAll(paths: readonly string[], tell: (done: number) => void = () => {}): Promise<void> {
  const cache = await caches.open(cacheName);
  const ahead = [...paths];
  let done = 0;
  const lane = async (): Promise<void> => {
    for (let path = ahead.pop(); path !== undefined; path = ahead.pop()) {
      await take(cache, path);
      done += 1;
      tell(done);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Drops what neither this version nor the one before it needs. */
async function dropOld(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  for (const name of older.slice(0, -1)) await caches.delete(name);
}

/** The path by which a request's answer is kept, or null for what is none of the worker's business. */
function keptPath({ method, url, mode }: Request): string | null {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return null;
  if (known.has(pathname) || isHashed(pathname)) return pathname;
  return mode === "navigate" && known.has(`${pathname}/`) ? `${pathname}/` : null;
}

async function answer(request: Request, path: string): Promise<Response> {
  if (request.mode === "navigate" && new URL(request.url).pathname !== path) return Response.redirect(path, 301);
  const cache = await caches.open(cacheName);
  const found = (await cache.match(path)) ?? (isHashed(path) ? await caches.match(path) : undefined);
  if (found) return found;
  const fetched = await fetch(request);
  if (fetched.ok && known.has(path) && !fetched.redirected) {
    // A browser that has no room goes on without.
    await cache.put(path, fetched.clone()).catch(() => {});
  }
  return fetched;
}

async function fill(all: boolean, port: MessagePort | undefined): Promise<void> {
  const paths = [...manifest.shell, ...manifest.pages, ...(all ? manifest.modules : [])];
  const count = paths.length;
  const tell = (progress: OfflineProgress): void => port?.postMessage(progress);
  try {
    await takeAll(paths, (done) => tell({ done, count }));
    tell({ done: count, count, ended: "complete" });
  } catch {
    tell({ done: 0, count, ended: "failed" });
  }
}

scope.addEventListener("install", (event) => event.waitUntil(takeAll(manifest.shell)));
scope.addEventListener("activate", (event) => event.waitUntil(dropOld()));
scope.addEventListener("fetch", (event) => {
  const path = keptPath(event.request);
  if (path !== null) event.respondWith(answer(event.request, path));
});
scope.addEventListener("message", (event) => {
  const { data } = event;
  if (data.type === "activate") event.waitUntil(scope.skipWaiting());
  else if (data.type === "fill") event.waitUntil(fill(data.all, event.ports[0]));
  else event.waitUntil(takeAll(data.paths.filter((path) => known.has(path))).catch(() => {}));
});
