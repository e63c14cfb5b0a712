// Variables that expressions read.

import { mapPanel } from "./map.ts";

export const varsPanel = mapPanel({ key: "vars" });
