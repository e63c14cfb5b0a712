// Files that are a repository, as their language describes it: an inventory of hosts, say, with variables of each. It
// has operations of its own, and one of its subjects, a host, is the one whose view is shown.

import type { OutlineNode, RepositoryDescription, Workspace } from "evalground";
import type { Store } from "../store.ts";
import { choiceOf, dialectFacts } from "./dialects.ts";
import { entriesOf, mapOf, pathsOf } from "./entries.ts";

/** Whether a pattern of a description is in a text. */
export function fits(pattern: string, text: string): boolean {
  return new RegExp(pattern, "mu").test(text);
}

/** The repository that a workspace's files are, or null: its options or the paths of its files say so. */
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

/** The operations that a workspace can be evaluated by. */
export function operationsOf(workspace: Workspace): NonNullable<Workspace["operation"]>[] {
  return [...dialectFacts(workspace.dialect).operations, ...(repositoryOf(workspace)?.operations ?? [])];
}

/** The subject that the workspace names; undefined: none, or it is no repository. */
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

/** Shows the view of another subject, by another operation when one is given. */
export function chooseSubject(store: Store, subject: string, operation?: Workspace["operation"]): void {
  const { workspace } = store.state;
  const repository = repositoryOf(workspace);
  if (!repository || (subject === subjectOf(workspace) && !operation)) return;
  const { options } = withSubject(workspace, subject, repository);
  store.edit({ options, ...(operation && { operation }) });
}

/** The subjects below each group of the outline that holds some, groups in its order. */
export function subjectsByGroup(outline: readonly OutlineNode[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  const ahead = [...outline].reverse();
  for (let node = ahead.pop(); node; node = ahead.pop()) {
    const { name, children = [] } = node;
    const own = children.filter(({ selectable }) => selectable).map((child) => child.path ?? child.name);
    // A group that stands below two others is one.
    if (own.length > 0 && !groups.has(name)) groups.set(name, own);
    ahead.push(...[...children].reverse());
  }
  return groups;
}
