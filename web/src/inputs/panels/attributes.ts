// Attributes that resources would have once they exist: a map of attributes for each.

import { mapPanel } from "./map.ts";

export const attributesPanel = mapPanel({ key: "attributes", fresh: {} });
