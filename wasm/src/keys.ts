// The keys of a workspace as the engine reads them; test/keys.test.ts holds them against its list.

import type { JsonKind } from "./reader.js";

/** The keys of a workspace, in the order of a link, and the kind of each; undefined: any. */
export const workspaceKinds: Readonly<Record<string, JsonKind | undefined>> = {
  dialect: "string",
  operation: "string",
  main: "string",
  files: "map",
  expression: undefined,
  resource: "string",
  data: undefined,
  local: undefined,
  vars: "map",
  inputs: "map",
  attributes: "map",
  classes: "list",
  env: "map",
  secrets: "map",
  clock: "string",
  seed: "integer",
  limits: "map",
  changes: "list",
  options: "map",
  title: "string",
  description: "string",
  expect: "map",
};
