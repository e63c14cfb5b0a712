// Everything that explains the page. Loaded when it is first needed.

import "./guide.css";

export { showAbout } from "./about.ts";
export { openExamples } from "./examples.ts";
export { openHelp } from "./help.ts";
export { openPalette } from "./palette.ts";
export { openReference } from "./reference.ts";
