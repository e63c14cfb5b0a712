// The resources of a template with their resolved properties.

import { text } from "../../ui/text.ts";
import { rowsView } from "./rows.ts";

export const resources = rowsView({
  id: "resources",
  label: text("view.resources"),
  applies: ({ result }) => result.resourcesJson !== undefined,
  rows: (answer) => answer.resources(),
  value: (answer) => answer.resourcesRoot(),
  hasOrigins: true,
});
