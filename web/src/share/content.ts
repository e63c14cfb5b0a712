// The content of a share: the workspace without the parts that were left out and without withheld secrets.

import type { Workspace } from "evalground";
import { entriesOf, filesOf, mapOf } from "../ui/entries.ts";
import { withoutInputs } from "../ui/outline.ts";

/** A part of the workspace that can be left out of a share. */
export interface Part {
  /** "file:main.yaml", or a key of the workspace such as "env". */
  id: string;
  /** The file's path, or null for a key of the workspace. */
  file: string | null;
  /** Characters for files, else names of entries. */
  size: number;
}

/** Keys that determine what is evaluated. Every share includes them. */
const essential = new Set(["dialect", "operation", "main", "files", "expression", "resource", "title", "description"]);

/** Number of entries of a value; 1 if it is not a map or list. */
function extent(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? entriesOf(value).length : 1;
}

/** The parts that can be left out: each file, and each other non-empty key. */
export function partsOf(workspace: Workspace): Part[] {
  const files = [...filesOf(workspace)].map(([path, content]) => ({
    id: `file:${path}`,
    file: path,
    size:
      typeof content === "string"
        ? new TextEncoder().encode(content).length
        : Math.floor((content.base64.length * 3) / 4),
  }));
  const others = Object.entries(workspace)
    .filter(
      ([key, value]) =>
        !essential.has(key) &&
        value !== undefined &&
        value !== null &&
        !(typeof value === "object" && extent(value) === 0),
    )
    .map(([key, value]) => ({ id: key, file: null, size: extent(value) }));
  return [...files, ...others];
}

/** The user's decisions about a share. */
interface ShareChoices {
  /** Ids of the parts that are left out. */
  left: ReadonlySet<string>;
  includeSecrets: boolean;
  /** Names of inputs that are secret. */
  secretInputs: readonly string[];
}

/** The workspace as it is shared. */
export function shared(workspace: Workspace, { left, includeSecrets, secretInputs }: ShareChoices): Workspace {
  // Inputs cannot be marked as withheld, so a secret input is left out. The recipient is asked for it.
  const given: Record<string, unknown> = {
    ...withoutInputs(workspace, includeSecrets ? [] : secretInputs),
  };
  for (const id of left) if (!id.startsWith("file:")) delete given[id];
  if (workspace.files) given.files = mapOf([...filesOf(workspace)].filter(([path]) => !left.has(`file:${path}`)));
  const secrets = given.secrets as Workspace["secrets"];
  if (secrets && !includeSecrets) given.secrets = mapOf(entriesOf(secrets).map(([name]) => [name, null]));
  return given as unknown as Workspace;
}

/** Names of secrets whose values are known. */
export function secretNames(workspace: Workspace): string[] {
  return entriesOf(workspace.secrets).flatMap(([name, value]) => (value === null || value === "" ? [] : [name]));
}
