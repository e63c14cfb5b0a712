// Values for the inputs that the document declares: each with what the declaration says of it, and hidden where that
// says that it is secret. Documents of some dialects call them parameters.

import { secretInputs } from "../../ui/outline.ts";
import { mapPanel } from "./map.ts";

export const inputsPanel = mapPanel({
  key: "inputs",
  isDeclared: true,
  hidden: ({ workspace, outline }) => secretInputs(workspace, outline),
});
