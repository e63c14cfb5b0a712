// Adds behaviour to the prerendered pages. Each kind of page loads its own part; all are readable without it.

import { own } from "../ui/own.ts";
import "../ui/tokens.css";
import "../ui/syntax.css";
import "./site.css";
import "./print.css";

const parts: Record<string, () => Promise<{ begin: () => void }>> = {
  reference: () => import("./search.ts"),
  gallery: () => import("./filter.ts"),
  lesson: () => import("./lesson.ts"),
  phrases: () => import("./phrases.ts"),
};

// If the page is left while loading, there is nothing to do.
void import("../ui/offline.ts").then(
  ({ startOffline }) => startOffline(() => {}),
  () => {},
);

const part = own(parts, document.body.dataset["page"] ?? "");
if (part) void part().then(({ begin }) => begin());
