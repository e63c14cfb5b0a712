// The workspace as a shell command that calls `evalground`.

import { writeJson, type Workspace } from "evalground";
import { dialectFacts } from "../ui/dialects.ts";
import { valueToYaml } from "../ui/yaml.ts";

/** A heredoc delimiter that does not occur as a line of the text. */
export function delimiterFor(words: string): string {
  const lines = new Set(words.split("\n"));
  let delimiter = "EOF";
  for (let number = 1; lines.has(delimiter); number += 1) delimiter = `EOF_${number}`;
  return delimiter;
}

/** These operations of a repository are not verbs of the command: they would expect a host as argument. */
function verb({ dialect, operation = "evaluate" }: Workspace): string {
  return operation === "evaluate" || !dialectFacts(dialect).operations.includes(operation) ? "eval" : operation;
}

/**
 * For POSIX shells: passes the workspace as YAML on standard input. `flags`, such as " --allow-python", follow the
 * verb.
 */
export function posixCommand(workspace: Workspace, flags = ""): string {
  const words = valueToYaml(workspace);
  const delimiter = delimiterFor(words);
  return `evalground ${verb(workspace)}${flags} - <<'${delimiter}'\n${words}${delimiter}\n`;
}

/** For PowerShell: one quoted line of ASCII JSON, since older versions corrupt anything else in a pipe. */
export function powerShellCommand(workspace: Workspace): string {
  const words = writeJson(workspace).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `'${words.replaceAll("'", "''")}' | evalground ${verb(workspace)} -\n`;
}

/** The command with the link as its argument. */
export function linkCommand(url: string): string {
  return `evalground eval '${url.replaceAll("'", "'\\''")}'\n`;
}
