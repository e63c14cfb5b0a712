// Everything that explains the page, fetched when it is first asked for.

import "./guide.css";

export { showAbout } from "./about.ts";
export { openExamples } from "./examples.ts";
export { openHelp } from "./help.ts";
export { openPalette } from "./palette.ts";
export { openReference } from "./reference.ts";
