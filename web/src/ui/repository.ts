// Files that form a repository, as described by their language; for example an inventory with variables for each host.
// A repository has operations of its own, and the result is the view of one subject, such as a host.

import type { OutlineNode, RepositoryDescription, Workspace } from "evalground";
import type { Store } from "../store.ts";
import { choiceOf, dialectFacts } from "./dialects.ts";
import { entriesOf, filesOf, mapOf, pathsOf } from "./entries.ts";

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

/** The documents that can be evaluated for a subject, by the folder that they belong to: their paths and names. */
export function documentsByFolder(workspace: Workspace): Map<string, { path: string; name: string }[]> {
  const folders = new Map<string, { path: string; name: string }[]>();
  const { documents } = repositoryOf(workspace) ?? {};
  if (documents === undefined) return folders;
  const pattern = new RegExp(documents, "u");
  for (const path of pathsOf(workspace).sort()) {
    const [whole, folder = "", name = whole ?? ""] = pattern.exec(path) ?? [];
    if (whole !== undefined) folders.set(folder, [...(folders.get(folder) ?? []), { path, name }]);
  }
  return folders;
}

/** The document that is evaluated for a subject or for all; "": their variables are. Null: something else is. */
export function documentOf(workspace: Workspace): string | null {
  const { main = "", operation = "evaluate" } = workspace;
  const { documents } = repositoryOf(workspace) ?? {};
  const isDocument = documents !== undefined && fits(documents, main) && filesOf(workspace).has(main);
  if (operation === "host") return "";
  if (operation === "matrix") return isDocument ? main : "";
  return operation === "evaluate" && isDocument ? main : null;
}

/** Evaluates a document for the subject, or for all of them if they are compared; "" evaluates their variables. */
export function chooseDocument(store: Store, path: string): void {
  const { workspace } = store.state;
  const [first] = repositoryOf(workspace)?.operations ?? [];
  const comparesAll = workspace.operation === "matrix";
  store.edit({
    main: path === "" ? undefined : path,
    operation: comparesAll ? "matrix" : path === "" ? first : undefined,
  });
  if (path !== "") store.openFile(path);
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
