// The two dialogs, in one script.

import "./repro.css";

export { openMinimal } from "./minimal.ts";
export { openOriginal } from "./original.ts";
