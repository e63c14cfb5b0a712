// The documents of a repository that are evaluated for a host, such as the templates of its roles.

import type { Workspace } from "evalground";
import type { Store } from "../store.ts";
import { filesOf, pathsOf } from "../ui/entries.ts";
import { fits, repositoryOf } from "../ui/repository.ts";

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
