// Puts the words of the message file in place of {{key}} in the HTML.

import type { Plugin } from "vite";
import { english } from "../src/ui/text.en.ts";
import { pseudo } from "../src/ui/text.ts";
import { escapeHtml } from "./html.ts";

/** The words as they stand in the pages; `isPseudo` makes them the pseudo-locale's. */
export function texts(isPseudo: boolean): Plugin {
  return {
    name: "texts",
    transformIndexHtml: {
      order: "pre",
      handler: (html) =>
        html.replace(/\{\{([\w.]+)\}\}/g, (_, key: string) => {
          const words = (english as Record<string, string>)[key];
          if (words === undefined) throw new Error(`no text for ${key}`);
          return escapeHtml(isPseudo ? pseudo(words) : words);
        }),
    },
  };
}
