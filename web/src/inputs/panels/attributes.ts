// Attributes that resources will have once they exist: a map of attributes for each resource.

import { mapPanel } from "./map.ts";

export const attributesPanel = mapPanel({ key: "attributes", fresh: {} });
