// A share as a file that the page and the command can open.

import { readJson, writeJson } from "evalground";
import { button, element } from "../../ui/dom.ts";
import { download } from "../../ui/download.ts";
import { filesOf } from "../../ui/entries.ts";
import { prettyJson } from "../../ui/json.ts";
import { text } from "../../ui/text.ts";
import { valueToYaml } from "../../ui/yaml.ts";
import type { Share } from "../share.ts";
import type { Form } from "./form.ts";

/** The button that saves a share as JSON. */
export function saveJson(share: Share): HTMLElement {
  return button({
    label: text("share.json"),
    words: true,
    icon: "file",
    press: () => {
      const words = `${prettyJson(readJson(writeJson(share.given)))}\n`;
      download(`${share.fileName}.evalground.json`, words, "application/json");
    },
  });
}

export const fileForm: Form = {
  id: "file",
  label: text("share.file"),
  draw: (share) => [
    element("p", { class: "muted" }, text("share.fileNote")),
    element(
      "div",
      { class: "share-files" },
      saveJson(share),
      button({
        label: text("share.yaml"),
        words: true,
        icon: "file",
        press: () => download(`${share.fileName}.yaml`, valueToYaml(share.given), "application/yaml"),
      }),
      filesOf(share.given).size > 0 &&
        button({
          label: text("file.zip"),
          words: true,
          icon: "file",
          press: () => {
            const { fileName, given } = share;
            void import("../../ui/zip.ts").then(({ zipFiles }) =>
              download(`${fileName}.zip`, zipFiles(filesOf(given)), "application/zip"),
            );
          },
        }),
    ),
  ],
};
