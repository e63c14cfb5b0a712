// A share as Markdown, for issues and chats.

import { copyText } from "../../ui/clipboard.ts";
import { button } from "../../ui/dom.ts";
import { text } from "../../ui/text.ts";
import { checkbox, copyField } from "../fields.ts";
import { toMarkdown } from "../markdown.ts";
import type { Form } from "./form.ts";

const label = text("share.markdown");

export const markdownForm: Form = {
  id: "markdown",
  label,
  draw(share, redraw) {
    const choice = checkbox(text("share.withResult"), share.result !== null, (checked) => {
      share.withResult = checked;
      redraw();
    });
    choice.input.disabled = !share.hasResult;
    const url = share.offeredLink;
    const words = toMarkdown(share.given, share.result, { url, version: share.engineVersion });
    return [
      copyField(label, words, 10),
      choice.root,
      url !== null &&
        button({
          label: text("share.linkOnly"),
          words: true,
          press: ({ currentTarget }) =>
            void copyText(
              `[${text("markdown.open")}](${url})`,
              text("share.copied", { form: label }),
              currentTarget as Element,
            ),
        }),
    ];
  },
};
