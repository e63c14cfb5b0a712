// The workspace as a command for a shell that has `evalground`.

import { writeJson, type Workspace } from "evalground";
import { dialectFacts } from "../ui/dialects.ts";
import { valueToYaml } from "../ui/yaml.ts";

/** A word that no line of the text consists of. */
export function delimiterFor(words: string): string {
  const lines = new Set(words.split("\n"));
  let delimiter = "EOF";
  for (let number = 1; lines.has(delimiter); number += 1) delimiter = `EOF_${number}`;
  return delimiter;
}

/** Operations of a repository are not verbs: these would take a host behind them. */
function verb({ dialect, operation = "evaluate" }: Workspace): string {
  return operation === "evaluate" || !dialectFacts(dialect).operations.includes(operation) ? "eval" : operation;
}

/** For POSIX shells: the workspace as YAML on standard input. `flags`, such as " --allow-python", follow the verb. */
export function posixCommand(workspace: Workspace, flags = ""): string {
  const words = valueToYaml(workspace);
  const delimiter = delimiterFor(words);
  return `evalground ${verb(workspace)}${flags} - <<'${delimiter}'\n${words}${delimiter}\n`;
}

/** For PowerShell: one quoted line of JSON in ASCII, since older ones send nothing else through a pipe unharmed. */
export function powerShellCommand(workspace: Workspace): string {
  const words = writeJson(workspace).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `'${words.replaceAll("'", "''")}' | evalground ${verb(workspace)} -\n`;
}

/** With the link as the argument. */
export function linkCommand(url: string): string {
  return `evalground eval '${url.replaceAll("'", "'\\''")}'\n`;
}
