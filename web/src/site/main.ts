// What brings the prerendered pages to life. Each kind of page fetches its own part; all can be read without it.

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

// A page that is left meanwhile goes on without.
void import("../ui/offline.ts").then(
  ({ startOffline }) => startOffline(() => {}),
  () => {},
);

const part = own(parts, document.body.dataset["page"] ?? "");
if (part) void part().then(({ begin }) => begin());
