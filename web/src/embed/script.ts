// /embed.js: defines <evalground-embed> on any page and turns marked blocks into embeds. The file works both as a
// classic script and as a module, so it has no imports or exports.
//
//   data-enhance="…"          another selector of blocks; "none": no blocks
//   data-enhance-languages    blocks in a dialect's language, marked or not
//   data-global               exposes the functions as window.evalground

import { defineEmbed, enhance } from "evalground/embed";

/** The script element that loaded this file. A module has no document.currentScript. */
function ownScript(): HTMLScriptElement | null {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement) return currentScript;
  return [...document.scripts].find(({ src }) => /\/embed\.js(?:[?#]|$)/.test(src)) ?? null;
}

const script = ownScript();
if (script) {
  const { enhance: selector, enhanceLanguages, global } = script.dataset;
  defineEmbed({
    site: script.src,
    ...(selector !== undefined && selector !== "" && { enhance: selector === "none" ? null : selector }),
    enhanceLanguages: enhanceLanguages !== undefined,
  });
  if (global !== undefined) Object.assign(globalThis, { evalground: { enhance } });
} else {
  console.warn("evalground: embed.js does not find the element that loads it");
}
