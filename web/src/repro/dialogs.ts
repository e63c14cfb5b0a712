// Both dialogs, which are loaded as one script.

import "./repro.css";

export { openMinimal } from "./minimal.ts";
export { openOriginal } from "./original.ts";
