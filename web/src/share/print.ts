// The printed form of a draft: the files, the expression, the result and the link, and never a secret. It is created
// when the browser starts printing and removed afterwards. The browser does not wait then, so a draft that stands still
// is searched for secrets ahead.

import type { RunResult, Workspace } from "evalground";
import { readJson } from "evalground";
import type { Store } from "../store.ts";
import { type Child, element } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { placeText } from "../ui/places.ts";
import { siteRoot } from "../ui/site_root.ts";
import { text } from "../ui/text.ts";
import { toYaml, valueToYaml } from "../ui/yaml.ts";
import { Search } from "../run/secrets.ts";
import { Share } from "./share.ts";

/** How long a draft stands still before it is searched, in milliseconds. */
const stillMs = 2000;

function block(title: string, words: string): HTMLElement {
  return element("section", {}, element("h2", {}, title), element("pre", { dir: "auto" }, words));
}

/** The result as text. The engine has redacted its sensitive parts. */
function resultText({ json, text: rendered, diagnostics }: RunResult): string {
  if (rendered !== undefined) return rendered;
  if (json !== undefined) return toYaml(readJson(json));
  return diagnostics.map(({ message, span }) => (span ? `${placeText(span)}  ${message}` : message)).join("\n");
}

/** The graph, if it is what the reader looks at. */
function shownGraph(): Child {
  const drawing = document.querySelector<SVGSVGElement>("#result-view .graph-drawing");
  if (!drawing) return null;
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  // The stylesheet fits it to the paper.
  copy.removeAttribute("width");
  copy.removeAttribute("height");
  return element("section", {}, element("h2", {}, text("view.graph")), copy);
}

/** The draft in printed form. */
function printed(store: Store, site: string, search: Search): HTMLElement {
  const { state } = store;
  const share = new Share(state, site, search);
  const { given, offeredLink, result } = share;
  const { expression } = given;
  const parts: Child[] = [...filesOf(given)].map(([path, content]) =>
    block(path, typeof content === "string" ? content : text("print.binary")),
  );
  if (given.data !== undefined) parts.push(block(text("inputs.data"), valueToYaml(given.data)));
  if (expression !== undefined)
    parts.push(block(text("expression.label"), typeof expression === "string" ? expression : valueToYaml(expression)));
  if (result) parts.push(block(text("pane.results"), resultText(result)));
  return element(
    "div",
    { id: "print" },
    element("h1", {}, state.title || text("app.title")),
    search.files === null && element("p", {}, text("share.notSearched")),
    ...parts,
    shownGraph(),
    offeredLink !== null && element("p", { class: "print-link" }, offeredLink),
  );
}

/** Prints the draft instead of the page. */
export function mountPrint(store: Store): void {
  let ahead: { workspace: Workspace; search: Search } | null = null;
  let timer = 0;
  store.watch(["workspace", "result"], () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const { workspace, result, resultRevision, revision } = store.state;
      if (ahead?.workspace === workspace || document.hidden) return;
      void Search.of(workspace, { result: resultRevision === revision ? result : null }).then(
        (search) => (ahead = { workspace, search }),
        () => {}, // the engine was closed for that of another language, whose result is searched next
      );
    }, stillMs);
  });
  addEventListener("beforeprint", () => {
    document.getElementById("print")?.remove();
    const { workspace } = store.state;
    const search = ahead?.workspace === workspace ? ahead.search : new Search(workspace, null);
    document.body.append(printed(store, siteRoot, search));
  });
  addEventListener("afterprint", () => document.getElementById("print")?.remove());
}
