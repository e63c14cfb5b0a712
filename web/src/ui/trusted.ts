// The page's only Trusted Types policy: it lets the scripts of the worker and of the service worker through, and nothing
// else.

import workerUrl from "evalground/worker?url";

/** The service worker, whose name never changes. */
export const serviceWorkerUrl = "/sw.js";

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

let policy: ScriptUrlPolicy | undefined;

/** The address of one of the page's own scripts, as browsers with Trusted Types want it. */
export function trustedScriptUrl(url: typeof workerUrl | typeof serviceWorkerUrl): string {
  const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): ScriptUrlPolicy } })
    .trustedTypes;
  if (!factory) return url;
  policy ??= factory.createPolicy("evalground", {
    createScriptURL: (asked: string) => {
      if (asked !== workerUrl && asked !== serviceWorkerUrl) throw new TypeError("not a script of this page");
      return asked;
    },
  });
  return policy.createScriptURL(url);
}
