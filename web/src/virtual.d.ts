// Modules that plugins make: examples.ts, prerender.ts and pyodide.ts.

declare module "virtual:pyodide-folder" {
  /** Where the page has Pyodide's files: a path with a slash at its end. */
  const folder: string;
  export default folder;
}

declare module "virtual:originals" {
  /** What is known of the original of a dialect. */
  export interface OriginalFacts {
    name: string;
    /** A browser can run it; else only the command asks it. */
    runsHere: boolean;
    /** Where its archive is, or null where this site was built without it. */
    path: string | null;
  }
  /** By dialect; those that nobody asks are not there. */
  const originals: Readonly<Record<string, OriginalFacts>>;
  export default originals;
}

/** How the dialects write ways that take more than to be put behind an expression, by the ids of these. */
declare module "virtual:notations" {
  const notations: Record<string, NonNullable<import("evalground").DialectDescription["notation"]>>;
  export default notations;
}

declare module "virtual:dialects" {
  import type { DialectDescription } from "evalground";
  /**
   * Ids of the dialects that the engine has, in the order of the menu, and the addresses of the two parts of the module
   * of each.
   */
  const modules: Record<string, { first: string; rest?: string }>;
  export default modules;
  /** What each of them says of itself. */
  export const descriptions: DialectDescription[];
}

declare module "virtual:examples" {
  import type { Case } from "evalground";
  export interface ExampleEntry {
    id: string;
    dialect: string;
    /** The entry of the switch that it belongs to: its dialect, or a flavor of it. */
    choice: string;
    /** The gallery that has it, which is fetched as a whole. */
    folder: string;
    title: string;
    /** The first sentence of its description. */
    note: string;
    level: "beginner" | "intermediate" | "advanced";
    tags: string[];
  }
  /** Every example, in the order of the menu. */
  export const examples: ExampleEntry[];
  /** Fetches the gallery that has it. */
  export function loadExample(entry: ExampleEntry): Promise<Case>;
}

declare module "virtual:functions" {
  import type { CatalogueEntry, Workspace } from "evalground";
  export interface FunctionEntry extends Pick<CatalogueEntry, "name" | "kind" | "signatures" | "summary" | "details"> {
    /** The entry of the switch that it belongs to: the dialect, or the flavor that alone has it. */
    choice: string;
    /** Of its part of the reference page of the dialect. */
    anchor: string;
    examples: Workspace[];
    /** What the first example gives, as text; absent when it fails. */
    gives?: string;
  }
  /** Fetches what the catalogue says of the functions of a dialect. */
  export function functionsOf(dialect: string): Promise<FunctionEntry[]>;
}

declare module "virtual:default-outcome" {
  import type { RunResult } from "evalground";
  /** What the engine of the build makes of the default example. */
  const result: RunResult;
  export default result;
}

declare module "virtual:default-example" {
  import type { Case } from "evalground";
  const example: Case;
  export default example;
}
