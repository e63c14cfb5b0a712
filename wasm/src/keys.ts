// The keys of a workspace as the engine reads them. test/keys.test.ts compares them with the engine's list.

import type { JsonKind, JsonNode } from "./reader.js";

/** The keys of a workspace in the order in which links store them, with the kind of each; undefined: any. */
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

/** The kind of a member by its key, which may be a name that every object inherits. */
export function ownKind(
  kinds: Readonly<Record<string, JsonKind | undefined>>,
  { key }: JsonNode,
): JsonKind | undefined {
  return Object.hasOwn(kinds, key as string) ? kinds[key as string] : undefined;
}
