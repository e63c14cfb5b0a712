// Values for the inputs that the document declares. Each shows its declaration, and is hidden if it is declared secret.
// Some dialects call them parameters.

import { isEnvironmentKey } from "../../ui/environment_keys.ts";
import { secretInputs } from "../../ui/outline.ts";
import { mapPanel } from "./map.ts";

export const inputsPanel = mapPanel({
  key: "inputs",
  isDeclared: true,
  isSetting: isEnvironmentKey,
  hidden: ({ workspace, outline }) => secretInputs(workspace, outline),
});
