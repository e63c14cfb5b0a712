// Finds the files of a repository that a result needs: those named by its values, its tree and its options. This is not
// trusted blindly: other files are left out only if the result without them is the same.

import type { Origin, OutlineNode, RunResult, Workspace } from "evalground";
import { engineReady } from "../run/ready.ts";
import { entriesOf, filesOf, mapOf } from "../ui/entries.ts";
import { repositoryOf } from "../ui/repository.ts";

/** The files that a result names as origins of its values and its tree, and those that the options name. */
export function filesRead(workspace: Workspace, { origins = {}, textMap, outline = [] }: RunResult): Set<string> {
  const found = new Set<string>();
  const add = (all: readonly Origin[]): void => {
    for (const { span } of all) if (span) found.add(span.file);
  };
  for (const list of Object.values(origins)) add(list);
  for (const list of textMap?.origins ?? []) add(list);
  const ahead: OutlineNode[] = [...outline];
  for (let node = ahead.pop(); node; node = ahead.pop()) {
    if (node.span) found.add(node.span.file);
    if (node.children) ahead.push(...node.children);
  }
  if (workspace.main !== undefined) found.add(workspace.main);
  const named = entriesOf(workspace.options).flatMap(([, value]) => (Array.isArray(value) ? value : [value]));
  const paths = named.filter((value) => typeof value === "string").map((value) => value.split("#")[0] ?? "");
  const config = (repositoryOf(workspace)?.guesses ?? []).flatMap(({ unless }) => unless ?? []);
  for (const path of filesOf(workspace).keys()) {
    const isNamed = paths.some((each) => path === each || path.startsWith(`${each}/`));
    if (isNamed || config.some((pattern) => new RegExp(pattern, "mu").test(path))) found.add(path);
  }
  return new Set([...filesOf(workspace).keys()].filter((path) => found.has(path)));
}

/** The files that are sufficient for the result; null if it also needs files that it does not name. */
export async function enoughFor(workspace: Workspace, result: RunResult): Promise<ReadonlySet<string> | null> {
  const read = filesRead(workspace, result);
  const files = mapOf([...filesOf(workspace)].filter(([path]) => read.has(path)));
  const { clock, seed } = result.stats;
  const engine = await engineReady();
  const again = await engine.evaluate({ ...workspace, files, clock, seed }, { timeMs: 10_000, maskVaults: true });
  const isSame = again.ok === result.ok && again.json === result.json && again.text === result.text;
  return isSame ? read : null;
}
