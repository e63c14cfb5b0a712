// The views that show how a value was computed, loaded when they are first opened.

import "./trace.css";

export { showExplanation } from "./explain.ts";
export { showTrace } from "./trace.ts";
