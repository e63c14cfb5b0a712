// The catalogue: what the page says, in English, by key, with a file for each area of the page.
//
// Places are {name}; plurals are {count, plural, one {…} other {…}} with # for the number. Code names a message by its
// key, `text("draft.untitled")`. No script loads the catalogue: the build puts each message where its key stands
// (plugins/texts.ts), so a message travels with the code that shows it.

import { assist } from "./messages/assist.ts";
import { cases } from "./messages/cases.ts";
import { change } from "./messages/change.ts";
import { drafts } from "./messages/drafts.ts";
import { editor } from "./messages/editor.ts";
import { embed } from "./messages/embed.ts";
import { files } from "./messages/files.ts";
import { folder } from "./messages/folder.ts";
import { guide } from "./messages/guide.ts";
import { inputs } from "./messages/inputs.ts";
import { repro } from "./messages/repro.ts";
import { results } from "./messages/results.ts";
import { run } from "./messages/run.ts";
import { share } from "./messages/share.ts";
import { shell } from "./messages/shell.ts";
import { site } from "./messages/site.ts";
import { tree } from "./messages/tree.ts";
import { why } from "./messages/why.ts";

export const messages = {
  ...assist,
  ...cases,
  ...change,
  ...drafts,
  ...editor,
  ...embed,
  ...files,
  ...folder,
  ...guide,
  ...inputs,
  ...repro,
  ...results,
  ...run,
  ...share,
  ...shell,
  ...site,
  ...tree,
  ...why,
} as const;
