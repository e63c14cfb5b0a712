// What shows how a value came about, fetched when it is first opened.

import "./trace.css";

export { showExplanation } from "./explain.ts";
export { showTrace } from "./trace.ts";
