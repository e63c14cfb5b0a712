// The frame of every prerendered page: its head, its navigation and its footer.

import type { TextKey } from "../../src/ui/text.ts";
import { h, type Markup, type Part } from "./markup.ts";
import { siteWords } from "./words.ts";

/** Files of the build that every page references. */
export interface PageAssets {
  styles: readonly string[];
  script: string;
  /** The style sheet of pages with embeds. */
  reserve: string;
}

export interface Page {
  /** Its address, ending with a slash. */
  path: string;
  title: string;
  description: string;
  /** Which script the page loads; absent: only the common one. */
  kind?: "reference" | "gallery" | "lesson" | "phrases" | "about";
  /** Whether its examples are embeds. */
  embeds?: boolean;
  content: Part;
}

/** The sections of the site, in the order of the menu. */
export const sections: readonly (readonly [path: string, words: TextKey])[] = [
  ["/", "site.playground"],
  ["/learn/", "site.learn"],
  ["/gallery/", "site.gallery"],
  ["/phrases/", "site.phrases"],
  ["/reference/", "site.reference"],
  ["/about/", "site.about"],
];

/** The breadcrumbs of a page; the last one has no link. */
export function trail(...steps: readonly (readonly [words: string, path?: string])[]): Markup {
  return h(
    "nav",
    { class: "trail", "aria-label": siteWords("site.trail") },
    h(
      "ol",
      {},
      steps.map(([words, path]) =>
        h("li", {}, path === undefined ? h("span", { "aria-current": "page" }, words) : h("a", { href: path }, words)),
      ),
    ),
  );
}

/** Makes the site's absolute addresses relative, so that the site works below any path. */
export function relocated(html: string, path: string): string {
  const up = "../".repeat(path.split("/").length - 2) || "./";
  return html.replace(/ (href|src|data-index)="\/(?!\/)/g, ` $1="${up}`);
}

/** The complete HTML document of a page. */
export function document({ path, title, description, kind, embeds, content }: Page, assets: PageAssets): string {
  const head = h(
    "head",
    {},
    h("meta", { charset: "utf-8" }),
    h("title", {}, `${title} – Evalground`),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("meta", { name: "description", content: description }),
    h("meta", { name: "color-scheme", content: "light dark" }),
    h("link", { rel: "icon", href: "/icon.svg", type: "image/svg+xml" }),
    h("link", { rel: "manifest", href: "/manifest.webmanifest" }),
    h("script", { src: "/early.js" }),
    [...assets.styles, ...(embeds ? [assets.reserve] : [])].map((href) => h("link", { rel: "stylesheet", href })),
    h("script", { type: "module", src: assets.script }),
    embeds && h("script", { type: "module", src: "/embed.js", "data-enhance": "none" }),
  );
  const body = h(
    "body",
    { "data-page": kind ?? "plain" },
    h("a", { class: "skip", href: "#content" }, siteWords("site.skip")),
    h(
      "header",
      { class: "site-head" },
      h("a", { class: "brand", href: "/about/" }, "Evalground"),
      h(
        "nav",
        { "aria-label": siteWords("site.sections") },
        h(
          "ul",
          {},
          sections.map(([href, words]) =>
            h(
              "li",
              {},
              h(
                "a",
                { href, "aria-current": href === path ? "page" : href !== "/" && path.startsWith(href) && "true" },
                siteWords(words),
              ),
            ),
          ),
        ),
      ),
    ),
    h("main", { id: "content", tabindex: -1 }, content),
    h("footer", { class: "site-foot" }, h("p", {}, siteWords("site.privacy")), h("p", { id: "offline", hidden: true })),
  );
  return `<!doctype html>\n${relocated(h("html", { lang: "en" }, head, body).html, path)}\n`;
}

/** Other addresses of pages, by which people look for them: their names in the menu. */
export const otherAddresses: readonly (readonly [path: string, to: string, words: TextKey])[] = [
  ["/cookbook/", "/phrases/", "site.phrases"],
];

/** The page at another address. It leads to the real one on every host, without a rule of the server. */
export function forwarding([path, to, words]: (typeof otherAddresses)[number]): string {
  const address = to.replace(/^\//, "../");
  const head = h(
    "head",
    {},
    h("meta", { charset: "utf-8" }),
    h("title", {}, siteWords(words)),
    h("meta", { name: "robots", content: "noindex" }),
    h("link", { rel: "canonical", href: to }),
    h("meta", { "http-equiv": "refresh", content: `0; url=${address}` }),
  );
  const body = h("body", {}, h("p", {}, h("a", { href: to }, siteWords(words))));
  return `<!doctype html>\n${relocated(h("html", { lang: "en" }, head, body).html, path)}\n`;
}
