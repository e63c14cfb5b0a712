// The data that `$` stands for.

import { wholePanel } from "./whole.ts";

export const dataPanel = wholePanel("data");
