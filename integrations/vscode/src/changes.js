// Changing a value from its result: asks for the wanted value, then for one of the changes that give it.
import * as vscode from "vscode";
import { isOutdated, position, toEdit } from "./conversion.js";

const mostOthers = 3;

const shown = (value) => (value === undefined ? "absent" : JSON.stringify(value));

/** "Also changes outputs.url: "a" → "b" and 2 more" */
function consequences(others) {
  if (others.length === 0) return "Changes nothing else.";
  const first = others
    .slice(0, mostOthers)
    .map(({ path, before, after }) => `${path.join(".")}: ${shown(before)} → ${shown(after)}`);
  const rest = others.length - first.length;
  return `Also changes ${first.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Why there is nothing to choose from. */
function noCandidate({ leftOut, untried = 0 }) {
  const said = ["No edit of the files gives this value.", ...leftOut];
  if (untried > 0) said.push(`${untried} changes were not tried.`);
  return said.join(" ");
}

export class Changes {
  constructor(connection) {
    this.connection = connection;
  }

  /** The answer to a command of the server; undefined if it failed or was cancelled, after telling the user why. */
  async command(command, given, token) {
    const params = { command, arguments: given };
    const { error, result } = await this.connection.answer("workspace/executeCommand", params, token);
    if (error && !token?.isCancellationRequested) void vscode.window.showInformationMessage(error.message);
    return result ?? undefined;
  }

  /** `place`: of the value; absent: the caret. */
  async change(uri, place) {
    const caret = vscode.window.activeTextEditor?.selection.active;
    const at = place ?? (caret && position(caret));
    if (!at) return;
    const value = await this.command("evalground.value", [uri, at]);
    if (!value) return;
    const isSecret = value.now === undefined;
    const written = await vscode.window.showInputBox({
      title: `Change ${value.path.join(".")}`,
      prompt: isSecret ? "The present value is secret." : "The wanted value, as JSON or text",
      value: value.text ?? "",
      password: isSecret,
    });
    if (written === undefined) return;
    const candidate = await this.choose(uri, value.path, written);
    if (!candidate) return;
    if (isOutdated(candidate.edit)) {
      return void vscode.window.showInformationMessage("The text has changed. Ask for the change again.");
    }
    // A preview would show the lines that have a secret.
    const confirmation = isSecret ? undefined : { needsConfirmation: true, label: candidate.title };
    await vscode.workspace.applyEdit(toEdit(candidate.edit, confirmation));
  }

  async choose(uri, path, written) {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: "Searching for changes…",
      cancellable: true,
    };
    const found = await vscode.window.withProgress(options, (_, token) =>
      this.command("evalground.change", [uri, path, written], token),
    );
    if (!found) return undefined;
    if (found.candidates.length === 0) return void vscode.window.showInformationMessage(noCandidate(found));
    const items = found.candidates.map((candidate) => ({
      label: candidate.title,
      description: candidate.reason,
      detail: consequences(candidate.others),
      candidate,
    }));
    const placeHolder = ["Where to change it", ...found.leftOut].join(". ");
    return (await vscode.window.showQuickPick(items, { placeHolder }))?.candidate;
  }
}
