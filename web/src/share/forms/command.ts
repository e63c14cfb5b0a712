// A share as commands for a shell.

import { element } from "../../ui/dom.ts";
import { text } from "../../ui/text.ts";
import { linkCommand, posixCommand, powerShellCommand } from "../command.ts";
import { copyField } from "../fields.ts";
import type { Form } from "./form.ts";

export const commandForm: Form = {
  id: "command",
  label: text("share.command"),
  draw(share) {
    const link = share.offeredLink;
    const { given } = share;
    return [
      element("p", { class: "muted" }, text("share.commandNote")),
      element("h3", {}, text("share.posix")),
      copyField(text("share.posix"), posixCommand(given), 6),
      element("h3", {}, text("share.powerShell")),
      copyField(text("share.powerShell"), powerShellCommand(given), 3),
      link !== null && element("h3", {}, text("share.linkCommand")),
      link !== null && copyField(text("share.linkCommand"), linkCommand(link), 3),
    ];
  },
};
