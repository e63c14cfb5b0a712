// Files that form a repository, as described by their language; for example an inventory with variables for each host.
// A repository has operations of its own, and the result is the view of one subject, such as a host.

import type { OutlineNode, RepositoryDescription, Workspace } from "evalground";
import type { Store } from "../store.ts";
import { choiceOf, dialectFacts } from "./dialects.ts";
import { entriesOf, mapOf, pathsOf } from "./entries.ts";

/** Whether a pattern of a description matches anywhere in a text. */
export function fits(pattern: string, text: string): boolean {
  return new RegExp(pattern, "mu").test(text);
}

/** The repository that a workspace's files form, by its options or the paths of its files; or null. */
export function repositoryOf(workspace: Workspace): RepositoryDescription | null {
  const { repository } = choiceOf(workspace);
  if (!repository) return null;
  const { operation = "evaluate", options } = workspace;
  const names = [
    repository.subject,
    repository.part?.option,
    ...(repository.guesses ?? []).map(({ option }) => option),
  ];
  const isOne =
    repository.operations.includes(operation) ||
    entriesOf(options).some(([name]) => names.includes(name)) ||
    pathsOf(workspace).some((path) => fits(repository.files, path));
  return isOne ? repository : null;
}

/** The operations that a workspace can be evaluated with. */
export function operationsOf(workspace: Workspace): NonNullable<Workspace["operation"]>[] {
  return [...dialectFacts(workspace.dialect).operations, ...(repositoryOf(workspace)?.operations ?? [])];
}

/** The subject that the workspace names; undefined if there is none, or if it is not a repository. */
export function subjectOf(workspace: Workspace): string | undefined {
  const repository = repositoryOf(workspace);
  const [, named] = entriesOf(workspace.options).find(([name]) => name === repository?.subject) ?? [];
  return typeof named === "string" && named !== "" ? named : undefined;
}

/** The workspace with another subject. */
function withSubject(workspace: Workspace, subject: string, repository: RepositoryDescription): Workspace {
  const others = entriesOf(workspace.options).filter(([name]) => name !== repository.subject);
  return { ...workspace, options: mapOf([...others, [repository.subject, subject]]) as Workspace["options"] & object };
}

/** Switches to another subject, and to another operation if one is given. */
export function chooseSubject(store: Store, subject: string, operation?: Workspace["operation"]): void {
  const { workspace } = store.state;
  const repository = repositoryOf(workspace);
  if (!repository || (subject === subjectOf(workspace) && !operation)) return;
  const { options } = withSubject(workspace, subject, repository);
  store.edit({ options, ...(operation && { operation }) });
}

/** The subjects in each group of the outline that has some, in the order of the groups. */
export function subjectsByGroup(outline: readonly OutlineNode[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  const ahead = [...outline].reverse();
  for (let node = ahead.pop(); node; node = ahead.pop()) {
    const { name, children = [] } = node;
    const own = children.filter(({ selectable }) => selectable).map((child) => child.path ?? child.name);
    // A group with several parents is listed once.
    if (own.length > 0 && !groups.has(name)) groups.set(name, own);
    ahead.push(...[...children].reverse());
  }
  return groups;
}
