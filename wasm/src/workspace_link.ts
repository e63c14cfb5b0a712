// The link of a whole workspace, which a fence of YAML or JSON without a dialect is:
//
//   ```yaml evalground
//   dialect: yaql
//   data: [1, 2, 3]
//   expression: $.sum()
//   ```
//
// The package's command reads it, because plugins of Markdown cannot wait for an engine. So it needs Node.

/** The command, beside the folder of the package's shared parts. */
const built = new URL("../command/command.js", import.meta.url);

/** The fragment that opens a workspace given as YAML or JSON. Throws an Error if it is no workspace. */
export function linkOfWorkspace(text: string, command: string | URL = built): string {
  const node = globalThis.process?.getBuiltinModule;
  if (!node) throw new Error("evalground: a fence that is a whole workspace is read only in Node");
  const program = typeof command === "string" ? command : node("node:url").fileURLToPath(command);
  const options = { input: text, encoding: "utf8" } as const;
  const { status, stdout, stderr } = node("node:child_process").spawnSync(
    process.execPath,
    [program, "link", "-"],
    options,
  );
  if (status !== 0) throw new Error(`evalground: a fence that names no dialect is no workspace: ${stderr.trim()}`);
  return stdout.trim();
}
