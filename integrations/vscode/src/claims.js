// Why a document is evaluated in a dialect, and for which host: an item in the status bar, and its questions.
import * as vscode from "vscode";

/** How long to wait after an edit, in milliseconds. */
const pauseMs = 300;
const name = (uri) => decodeURIComponent(uri.replace(/^.*\//, ""));

export class Claims {
  timer = undefined;

  constructor(connection, isServed) {
    this.connection = connection;
    this.isServed = isServed;
    this.item = vscode.window.createStatusBarItem("evalground.claim", vscode.StatusBarAlignment.Right, 90);
    this.item.name = "Evalground";
    this.item.command = "evalground.claim";
  }

  /** {dialect, title, reasons, hosts, host}; nothing if no dialect claims the document. */
  async of(uri) {
    return await this.connection.ask("evalground/claim", { textDocument: { uri } });
  }

  /** Shows the claim on the active document. */
  async update() {
    const document = vscode.window.activeTextEditor?.document;
    const claim = document && this.isServed(document) ? await this.of(document.uri.toString()) : undefined;
    if (vscode.window.activeTextEditor?.document !== document) return;
    void vscode.commands.executeCommand("setContext", "evalground.isClaimed", Boolean(claim));
    if (!claim) return this.item.hide();
    this.item.text = `Evalground: ${[claim.title, claim.host].filter(Boolean).join(" · ")}`;
    this.item.tooltip = [...claim.reasons, "Click to see why, or to choose a host."].join("\n");
    this.item.show();
  }

  changed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.update(), pauseMs);
  }

  /** What the status bar's item does. */
  async ask(uri) {
    const claim = await this.of(uri);
    if (!claim) return this.sayUnclaimed(uri);
    const why = { label: `Why is this file ${claim.title}?`, run: () => this.why(uri) };
    const host = { label: "Choose host…", description: claim.host ?? "none chosen", run: () => this.chooseHost(uri) };
    const chosen = await vscode.window.showQuickPick(claim.hosts.length > 0 ? [why, host] : [why], {
      placeHolder: name(uri),
    });
    return chosen?.run();
  }

  async why(uri) {
    const claim = await this.of(uri);
    if (!claim) return this.sayUnclaimed(uri);
    const detail = claim.reasons.map((reason) => `• ${reason}`).join("\n");
    return vscode.window.showInformationMessage(`${name(uri)} is ${claim.title}.`, { modal: true, detail });
  }

  /** Evaluates the document for another host. `host`: the name; absent: the user chooses it. */
  async chooseHost(uri, host) {
    const chosen = host ?? (await this.pickHost(uri));
    if (chosen === undefined) return;
    const params = { command: "evalground.chooseHost", arguments: [uri, chosen] };
    const { error } = await this.connection.answer("workspace/executeCommand", params);
    if (error) void vscode.window.showErrorMessage(error.message);
    await this.update();
  }

  async pickHost(uri) {
    const claim = await this.of(uri);
    if (!claim) return this.sayUnclaimed(uri);
    if (claim.hosts.length === 0) {
      return void vscode.window.showInformationMessage("The inventory of this repository has no hosts.");
    }
    const items = claim.hosts.map((label) => ({ label, description: label === claim.host ? "evaluated now" : "" }));
    const placeHolder = "The host for which the file is evaluated";
    return (await vscode.window.showQuickPick(items, { placeHolder }))?.label;
  }

  sayUnclaimed(uri) {
    return void vscode.window.showInformationMessage(`${name(uri)} is in no language that Evalground recognizes.`);
  }

  dispose() {
    clearTimeout(this.timer);
    this.item.dispose();
  }
}
