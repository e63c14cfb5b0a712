// The page's only Trusted Types policy: it lets the scripts through that the page starts as workers, and nothing else.

import { siteUrl } from "./site_root.ts";

/** The service worker, whose name never changes. */
export const serviceWorkerUrl = siteUrl("sw.js");

/** The addresses of those scripts; whoever starts one adds its own, which is a constant of the build. */
export const ownScripts = new Set<string>([serviceWorkerUrl]);

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

let policy: ScriptUrlPolicy | undefined;

/** The address of one of the page's own scripts, as browsers with Trusted Types want it. */
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
