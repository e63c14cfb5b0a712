// The content of a share: the workspace without the parts that were left out and without withheld secrets. Also finds
// entries that look like secrets although they are not declared as such.

import type { Workspace } from "evalground";
import { changedEach, entriesOf, filesOf, mapOf } from "../ui/entries.ts";
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

/** An entry whose name or value looks like a secret. */
export interface Suspect {
  key: "env" | "vars" | "inputs";
  name: string;
}

const suspectName = /pass|secret|token|key|cred/i;
const suspectValues = [
  /-----BEGIN [A-Z ]*(?:PRIVATE KEY|CERTIFICATE)/, // PEM
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/, // an access key of AWS
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/, // a JSON web token
  /\bgh[pousr]_\w{30,}/, // a token of GitHub
  /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[A-Za-z0-9+/_-]{40,}={0,2}$/, // any other long random text
];

/** Entries that the user should check before sharing. Empty entries do not count. */
export function suspects(workspace: Workspace): Suspect[] {
  const found: Suspect[] = [];
  changedEach(workspace, (key, entries) => {
    for (const [name, value] of entries) {
      const isKnown = found.some((each) => each.key === key && each.name === name);
      if (isKnown || value === "" || value === null || value === undefined || value === placeholderFor(name)) continue;
      if (
        (suspectName.test(name) && typeof value !== "boolean") ||
        (typeof value === "string" && suspectValues.some((shape) => shape.test(value)))
      )
        found.push({ key, name });
    }
    return entries;
  });
  return found;
}

/** The placeholder for a replaced value. */
function placeholderFor(name: string): string {
  return `<${name}>`;
}

/** The user's decisions about a share. */
interface ShareChoices {
  /** Ids of the parts that are left out. */
  left: ReadonlySet<string>;
  /** Entries whose values are replaced by a placeholder, as `key/name`. */
  replaced: ReadonlySet<string>;
  includeSecrets: boolean;
  /** Names of inputs that are secret. */
  secretInputs: readonly string[];
}

/** The workspace as it is shared. */
export function shared(
  workspace: Workspace,
  { left, replaced, includeSecrets, secretInputs }: ShareChoices,
): Workspace {
  // Inputs cannot be marked as withheld, so a secret input is left out. The recipient is asked for it.
  const given: Record<string, unknown> = {
    ...changedEach(withoutInputs(workspace, includeSecrets ? [] : secretInputs), (key, entries) =>
      entries.map(([name, value]) => [name, replaced.has(`${key}/${name}`) ? placeholderFor(name) : value]),
    ),
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
