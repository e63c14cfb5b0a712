// Modules that the build plugins generate: examples.ts, prerender.ts and pyodide.ts.

declare module "virtual:pyodide-folder" {
  /** The address of Pyodide's files, ending with a slash. */
  const folder: string;
  export default folder;
}

declare module "virtual:originals" {
  /** What is known of the original of a dialect, or of a flavor. */
  export interface OriginalFacts {
    name: string;
    /** Whether a browser can run it. Otherwise only the command can. */
    runsHere: boolean;
    /** The address of its archive; null if this site was built without it. */
    path: string | null;
  }
  /** By the ids of choices; those that nobody asks are not there. */
  const originals: Readonly<Record<string, OriginalFacts>>;
  export default originals;
}

/** The notations of dialects that need more than appending a path to an expression, by dialect id. */
declare module "virtual:notations" {
  const notations: Record<string, NonNullable<import("evalground").DialectDescription["notation"]>>;
  export default notations;
}

/** The marks by which a text is recognized, by the ids of choices. */
declare module "virtual:marks" {
  const marks: Record<string, NonNullable<import("evalground").DialectDescription["marks"]>>;
  export default marks;
}

declare module "virtual:dialects" {
  import type { DialectDescription } from "evalground";
  /** Ids of the engine's dialects in the order of the menu, with the addresses of the two parts of each module. */
  const modules: Record<string, { first: string; rest?: string }>;
  export default modules;
  /** The descriptions of the dialects. */
  export const descriptions: DialectDescription[];
}

declare module "virtual:examples" {
  import type { Case } from "evalground";
  export interface ExampleEntry {
    id: string;
    dialect: string;
    /** The entry of the language switch that it belongs to: a dialect or a flavor. */
    choice: string;
    /** The gallery that contains it. A gallery is loaded as a whole. */
    folder: string;
    title: string;
    /** The first sentence of its description. */
    note: string;
    level: "beginner" | "intermediate" | "advanced";
    tags: string[];
  }
  /** All examples, in the order of the menu. */
  export const examples: ExampleEntry[];
  /** Loads the gallery that contains an example. */
  export function loadExample(entry: ExampleEntry): Promise<Case>;
}

declare module "virtual:functions" {
  import type { CatalogueEntry, Workspace } from "evalground";
  export interface FunctionEntry extends Pick<CatalogueEntry, "name" | "kind" | "signatures" | "summary" | "details"> {
    /** The entry of the language switch that it belongs to: the dialect, or the only flavor that has it. */
    choice: string;
    /** The anchor of its section in the dialect's reference page. */
    anchor: string;
    examples: Workspace[];
    /** The result of the first example as text; absent if it fails. */
    gives?: string;
  }
  /** Loads the catalogue of a dialect's functions. */
  export function functionsOf(dialect: string): Promise<FunctionEntry[]>;
}

declare module "virtual:default-outcome" {
  import type { RunResult } from "evalground";
  /** The result of the default example, evaluated at build time. */
  const result: RunResult;
  export default result;
}

declare module "virtual:default-example" {
  import type { Case } from "evalground";
  const example: Case;
  export default example;
}
