// /embed.js: defines <evalground-embed> on any page and turns its marked blocks into embeds. A classic script and a
// module in one file, so it has neither imports nor exports.
//
//   data-enhance="…"          another selector of blocks; "none": no blocks
//   data-enhance-languages    blocks of a dialect's language, marked or not
//   data-global               makes the functions known as window.evalground

import { defineEmbed, enhance } from "evalground/embed";

/** The element that this script came by; a module does not know its own. */
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
