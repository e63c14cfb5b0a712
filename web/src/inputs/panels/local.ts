// The local data that `$$` stands for.

import { wholePanel } from "./whole.ts";

export const localPanel = wholePanel("local");
