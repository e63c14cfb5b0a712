// Environment variables, which are text.

import { mapPanel } from "./map.ts";

export const envPanel = mapPanel({ key: "env", isText: true });
