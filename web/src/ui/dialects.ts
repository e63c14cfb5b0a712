// How each dialect of the engine is presented: its sign, its words, and which inputs its documents can read.

/** A tab of the inputs pane: a key of the workspace, or the two groups of small settings. */
export type InputTab = "vars" | "inputs" | "env" | "secrets" | "chance" | "limits";

export interface DialectFacts {
  id: string;
  name: string;
  monogram: string;
  /** One line that tells a newcomer what it is. */
  about: string;
  /** What the workspace's `operation` may be, first the usual one. */
  operations: ("evaluate" | "expand")[];
  /** The current resource can be chosen. */
  hasResources: boolean;
  inputTabs: InputTab[];
  /** Id of the example of a first visit. */
  example: string;
}

export const dialects: DialectFacts[] = [
  {
    id: "unfurl",
    name: "Unfurl",
    monogram: "Un",
    about: "Eval expressions and merge directives of Unfurl ensembles and TOSCA service templates",
    operations: ["evaluate", "expand"],
    hasResources: true,
    inputTabs: ["vars", "inputs", "env", "secrets", "chance", "limits"],
    example: "web-shop",
  },
];

/** The facts of a dialect; one this page does not know is shown by its bare name. */
export function dialectFacts(id: string): DialectFacts {
  return (
    dialects.find((dialect) => dialect.id === id) ?? {
      id,
      name: id,
      monogram: id.slice(0, 2),
      about: id,
      operations: ["evaluate"],
      hasResources: false,
      inputTabs: ["vars", "inputs", "env", "secrets", "chance", "limits"],
      example: "",
    }
  );
}
