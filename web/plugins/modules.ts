// The engine's modules of single dialects. Passes the addresses of their first parts to public/early.js, and leaves out
// the module of all dialects, which the package references for other users.

import type { Plugin } from "vite";

/** `usual`: the dialect of a first visit. */
export function modules(usual: string): Plugin {
  return {
    name: "modules",
    apply: "build",
    generateBundle(_, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === "asset" && file.names.includes("evalground.wasm")) delete bundle[name];
      }
    },
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle = {}, path }) => {
        if (path !== "/index.html") return [];
        const addresses: Record<string, string> = { [usual]: "" };
        for (const file of Object.values(bundle)) {
          const name = file.type === "asset" ? /^([^.]*)\.wasm$/.exec(file.names[0] ?? "")?.[1] : undefined;
          if (name && name !== "evalground") addresses[name] = `./${file.fileName}`;
        }
        return [
          { tag: "meta", attrs: { name: "engine", content: JSON.stringify(addresses) }, injectTo: "head-prepend" },
        ];
      },
    },
  };
}
