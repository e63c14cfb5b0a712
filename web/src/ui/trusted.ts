// The page's only Trusted Types policy. It allows the scripts that the page starts as workers, and nothing else.

import { siteUrl } from "./site_root.ts";

/** The service worker. Its name never changes. */
export const serviceWorkerUrl = siteUrl("sw.js");

/** The addresses of those scripts. Code that starts a script adds its address, which is a build-time constant. */
export const ownScripts = new Set<string>([serviceWorkerUrl]);

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

let policy: ScriptUrlPolicy | undefined;

/** The address of one of the page's own scripts as a TrustedScriptURL. */
export function trustedScriptUrl(url: string): string {
  const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): ScriptUrlPolicy } })
    .trustedTypes;
  if (!factory) return url;
  policy ??= factory.createPolicy("evalground", {
    createScriptURL: (asked: string) => {
      if (!ownScripts.has(asked)) throw new TypeError("not a script of this page");
      return asked;
    },
  });
  return policy.createScriptURL(url);
}
