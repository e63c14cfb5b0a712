// Heat environments: parameters and registries for a template. The template beside an environment uses it, however the
// two arrive. An environment without a template gets a placeholder, which the next template replaces.

import { type FileContent, type JsonNode, toFaithful, type Workspace } from "evalground";
import type { Store } from "../../store.ts";
import { choiceOf } from "../../ui/dialects.ts";
import { entriesOf, filesOf, mapOf, pathsOf } from "../../ui/entries.ts";
import { guessed } from "../../ui/guess.ts";
import { text } from "../../ui/text.ts";
import { offerUndo } from "../../ui/toast.ts";
import { valueToYaml } from "../../ui/yaml.ts";
import { freePath } from "../paths.ts";
import { environmentForm as form, environmentKeys, filesKey } from "../../ui/environment_keys.ts";
import { type Form, type Given, type Read, readYaml } from "./form.ts";

type Inputs = NonNullable<Workspace["inputs"]>;

function isEnvironment(root: JsonNode | null): root is JsonNode {
  return root?.kind === "map" && root.children.every(({ key }) => environmentKeys.includes(String(key)));
}

/** The pattern of texts that may be environments of a workspace's language; undefined if it has none. */
function patternFor(workspace: Workspace): RegExp | undefined {
  const intake = choiceOf(workspace).intakes.find((each) => each.form === form);
  return intake && new RegExp(intake.pattern, "mu");
}

/** The parameters that an environment sets. */
function parametersIn(root: JsonNode): Map<string, unknown> {
  const inputs = new Map<string, unknown>();
  for (const key of ["parameter_defaults", "parameters"])
    for (const each of root.get(key)?.children ?? []) inputs.set(String(each.key), toFaithful(each));
  return inputs;
}

/** The environment files that a workspace names. */
function usedFiles(workspace: Workspace): unknown[] {
  return entriesOf(workspace.inputs)
    .filter(([name]) => name === filesKey)
    .flatMap(([, each]) => (each instanceof Map || each === null ? [] : each));
}

/** The inputs of a workspace with the environment files that it names replaced. */
function inputsWith(workspace: Workspace, paths: readonly unknown[]): Inputs {
  const others = entriesOf(workspace.inputs).filter(([name]) => name !== filesKey);
  return mapOf([...others, [filesKey, paths.length === 1 ? paths[0] : paths]]) as Inputs;
}

/**
 * The files of a workspace that are environments of its template and that it does not name yet. Environments that set
 * the same parameter are alternatives, such as one for each stage. Then the first of them is used.
 */
async function environmentsBeside(workspace: Workspace, among: readonly string[], read: Read): Promise<string[]> {
  const pattern = patternFor(workspace);
  const files = filesOf(workspace);
  const main = workspace.main ?? pathsOf(workspace)[0];
  const known = usedFiles(workspace);
  if (!pattern || main === undefined) return [];
  const found: string[] = [];
  const set = new Set<string>();
  for (const path of among) {
    const content = files.get(path);
    if (path === main || known.includes(path) || typeof content !== "string" || !pattern.test(content)) continue;
    if (!/\.(?:ya?ml|json|env)$/i.test(path)) continue;
    const root = await read(content);
    if (!isEnvironment(root)) continue;
    const names = [...parametersIn(root).keys()];
    if (names.some((name) => set.has(name))) continue;
    for (const name of names) set.add(name);
    found.push(path);
  }
  return found;
}

/** A new workspace with the environments among its files given to its template, and a sentence about them or null. */
export async function withEnvironments(
  workspace: Workspace,
  read: Read = readYaml,
): Promise<{ workspace: Workspace; said: string | null }> {
  const found = await environmentsBeside(workspace, pathsOf(workspace), read);
  if (found.length === 0) return { workspace, said: null };
  return { workspace: { ...workspace, inputs: inputsWith(workspace, found) }, said: saidOf(found, workspace) };
}

function saidOf(paths: readonly string[], workspace: Workspace): string {
  const template = workspace.main ?? pathsOf(workspace)[0] ?? "";
  return text("paste.environmentUsed", { path: paths.join(", "), template });
}

/** Gives those of the added files that are environments to the open template. Can be undone. */
export async function useEnvironments(store: Store, added: readonly string[], read: Read = readYaml): Promise<boolean> {
  const { workspace: asked, draft } = store.state;
  const found = await environmentsBeside(asked, added, read);
  const { workspace } = store.state;
  if (found.length === 0 || store.state.draft !== draft) return false;
  const { inputs } = workspace;
  store.edit({ inputs: inputsWith(workspace, [...usedFiles(workspace), ...found]) });
  offerUndo(saidOf(found, workspace), () => store.edit({ inputs }));
  return true;
}

/** Whether a text is an environment for the template of the open workspace. */
export async function isForOpen(content: string, open: Workspace, read: Read = readYaml): Promise<boolean> {
  return patternFor(open)?.test(content) === true && isEnvironment(await read(content));
}

/** The first line of a placeholder, by which it is recognized. */
const placeholderLine = `# ${text("paste.placeholder")}\n`;

/** A placeholder template for inputs without a template. It declares the parameters and outputs them. */
function standIn(inputs: readonly (readonly [string, unknown])[]): string {
  const parameters = mapOf(inputs.map(([name, value]) => [name, { type: typeOf(value) }] as const));
  const outputs = mapOf(inputs.map(([name]) => [name, { value: { get_param: name } }] as const));
  return placeholderLine + valueToYaml({ heat_template_version: "wallaby", parameters, outputs });
}

/** The open workspace with its placeholder replaced by a template that arrived; null if it has none. */
export function withTemplate(open: Workspace, path: string, content: string): Workspace | null {
  const [main] = open.main === undefined ? pathsOf(open) : [open.main];
  const files = filesOf(open);
  const isPlaceholder = main !== undefined && String(files.get(main)).startsWith(placeholderLine);
  if (!isPlaceholder || guessed(content)?.choice.dialect !== open.dialect) return null;
  const others = [...files].filter(([name]) => name !== main && name !== path);
  return { ...open, main: path, files: mapOf([[path, content] as const, ...others]) };
}

function typeOf(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return "number";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "string" ? "string" : "json";
}

/** A stack with these inputs: that of the open template if it is the user's own, or else of a placeholder. */
export function stackWorkspace(
  inputs: [string, unknown][],
  others: [string, string][],
  { dialect, open, isOwn }: Given,
): Pick<Workspace, "dialect" | "files" | "inputs"> {
  const isStack = isOwn && open.dialect === dialect;
  const files: [string, FileContent][] = isStack ? [...filesOf(open)] : [["main.yaml", standIn(inputs)]];
  const all = new Map([...files, ...others]);
  return { ...(isStack && open), dialect, files: mapOf([...all]), inputs: mapOf(inputs) as Inputs };
}

/** A Heat environment. One that is pasted and has only parameters becomes inputs; any other is kept as a file. */
export const environment: Form = async (pasted, given) => {
  const root = await given.read(pasted);
  if (!isEnvironment(root)) return null;
  const { dialect, open, isOwn } = given;
  const inputs = parametersIn(root);
  const isStack = isOwn && open.dialect === dialect;
  if (!isStack && given.path === undefined && !root.get("resource_registry")) {
    const said = text("paste.environment", { count: inputs.size });
    return { workspace: stackWorkspace([...inputs], [], given), title: text("paste.environmentTitle"), said };
  }
  const path = freePath(given.path ?? "environment.yaml", isStack ? pathsOf(open) : ["main.yaml"]);
  const title = isStack ? given.title : (given.path?.replace(/\.\w+$/, "") ?? text("paste.environmentTitle"));
  const said = text(isStack ? "paste.environmentFile" : "paste.environment", { count: inputs.size, path });
  // The environment's values win over those that were set before.
  const kept = isStack ? entriesOf(open.inputs).filter(([name]) => !inputs.has(name)) : [];
  const base: Workspace = {
    ...(isStack && open),
    dialect,
    files: mapOf([
      ...(isStack ? filesOf(open) : [["main.yaml", standIn([...inputs])] as const]),
      [path, pasted] as const,
    ]),
    inputs: mapOf(kept) as Inputs,
  };
  return { workspace: { ...base, inputs: inputsWith(base, [...usedFiles(base), path]) }, title, said };
};
