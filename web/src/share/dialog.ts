// The share dialog: the link, made and copied at once; Markdown, commands and files; and what goes into all of them.

import { encodeLink, LinkError, readJson, writeJson, type LinkView, type Workspace } from "evalground";
import type { State, Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { copyText } from "../ui/clipboard.ts";
import { openDialog } from "../ui/dialog.ts";
import { button, element, fill, freshId, type Child } from "../ui/dom.ts";
import { download } from "../ui/download.ts";
import { pathsOf } from "../ui/entries.ts";
import { prettyJson } from "../ui/json.ts";
import { tabs } from "../ui/tabs.ts";
import { secretInputs } from "../ui/outline.ts";
import { formatNumber, formatSize, text, type TextKey } from "../ui/text.ts";
import { valueToYaml } from "../ui/yaml.ts";
import { linkCommand, posixCommand, powerShellCommand } from "./command.ts";
import { partsOf, secretNames, shared, suspects, type Part } from "./content.ts";
import { toMarkdown } from "./markdown.ts";

/** Characters of a link up to which it fits everywhere, fits most places, and is offered at all. */
const linkSteps = { everywhere: 2000, mostly: 8000, most: 60_000 };

const partNames: Record<string, TextKey> = {
  vars: "inputs.vars",
  inputs: "inputs.inputs",
  env: "inputs.env",
  secrets: "inputs.secrets",
  limits: "inputs.limits",
  data: "share.data",
  clock: "share.clock",
  seed: "share.seed",
  options: "share.options",
  expect: "share.expect",
};

/** How the page shows the workspace now, as links carry it. */
export function linkView(state: Readonly<State>): LinkView {
  const { view, activeFile, caret, live, workspace } = state;
  const first = workspace.main ?? pathsOf(workspace)[0];
  return {
    ...(view !== "" && { tab: view }),
    ...(activeFile !== null && activeFile !== first && { file: activeFile }),
    ...(caret && caret.line > 1 && { line: caret.line }),
    ...(!live && { live: false }),
  };
}

/** The address that opens a workspace; null when no link can hold it. */
export function linkTo(workspace: Workspace, options: { view: LinkView; includeSecrets: boolean }): string | null {
  try {
    return `${new URL("/", location.href).href}#${encodeLink(workspace, options)}`;
  } catch (error) {
    if (error instanceof LinkError) return null;
    throw error;
  }
}

type Form = "link" | "markdown" | "command" | "file";

function openShare(store: Store): void {
  const { state } = store;
  const { workspace } = state;
  const parts = partsOf(workspace);
  const left = new Set<string>();
  const replaced = new Set<string>();
  let includeSecrets = false;
  let withResult = true;
  let form: Form = "link";

  const panel = element("div", { role: "tabpanel", class: "share-panel", id: freshId("share") });
  const content = element("div", { class: "stack" });
  const made = tabs({
    label: text("share.forms"),
    activation: "automatic",
    choose: (id) => {
      form = id as Form;
      showForm();
    },
  });

  const hiddenInputs = secretInputs(workspace, state.outline);
  const given = (): Workspace => shared(workspace, { left, replaced, includeSecrets, secretInputs: hiddenInputs });
  const url = (): string | null => linkTo(given(), { view: linkView(state), includeSecrets });
  const openSuspects = (): ReturnType<typeof suspects> =>
    suspects(workspace).filter(({ key, name }) => !left.has(key) && !replaced.has(`${key}/${name}`));

  /** A field with the text of a form and the button that copies it. */
  function copyField(label: string, words: string, rows: number): HTMLElement {
    const field = element("textarea", {
      class: "field-text code",
      readonly: true,
      rows,
      "aria-label": label,
      spellcheck: "false",
      wrap: rows > 3 ? "off" : "soft",
    });
    field.value = words;
    field.addEventListener("focus", () => field.select());
    return element(
      "div",
      { class: "share-field" },
      field,
      button({
        label: text("share.copy"),
        words: true,
        icon: "copy",
        class: "primary",
        attributes: { "aria-label": text("share.copyForm", { form: label }) },
        press: () => void copyText(words, text("share.copied", { form: label })),
      }),
    );
  }

  function linkForm(): Child[] {
    const link = url();
    if (link === null || link.length > linkSteps.most) {
      const largest = [...parts]
        .filter(({ file, id }) => file !== null && !left.has(id))
        .sort((one, other) => other.size - one.size)[0];
      return [
        element(
          "p",
          { class: "notice", "data-kind": "warning" },
          link === null ? text("share.noLink") : text("share.tooLong", { count: formatNumber(link.length) }),
        ),
        largest &&
          element(
            "p",
            { class: "muted" },
            text("share.shorten", { path: largest.file ?? "", size: formatSize(largest.size) }),
          ),
        button({ label: text("share.json"), words: true, icon: "file", press: () => saveJson() }),
      ];
    }
    const worth =
      link.length <= linkSteps.everywhere ? "everywhere" : link.length <= linkSteps.mostly ? "mostly" : "cut";
    const meter = element("meter", {
      min: 0,
      max: linkSteps.mostly,
      low: linkSteps.everywhere,
      high: linkSteps.mostly - 1,
      optimum: 0,
      value: Math.min(link.length, linkSteps.mostly),
      "aria-label": text("share.length"),
    });
    return [
      copyField(text("share.link"), link, 3),
      element("p", { class: "share-meter muted" }, meter, text(`share.${worth}`, { count: formatNumber(link.length) })),
    ];
  }

  function markdownForm(): Child[] {
    const isFresh = state.result !== null && state.resultRevision === state.revision;
    const choice = checkbox(text("share.withResult"), withResult && isFresh, (checked) => {
      withResult = checked;
      showForm();
    });
    choice.input.disabled = !isFresh;
    const link = url();
    const offered = link !== null && link.length <= linkSteps.most ? link : null;
    const words = toMarkdown(given(), withResult && isFresh ? state.result : null, {
      url: offered,
      version: state.engineVersion,
    });
    return [
      copyField(text("share.markdown"), words, 10),
      choice.root,
      offered !== null &&
        button({
          label: text("share.linkOnly"),
          words: true,
          press: () =>
            void copyText(
              `[${text("markdown.open")}](${offered})`,
              text("share.copied", { form: text("share.markdown") }),
            ),
        }),
    ];
  }

  function commandForm(): Child[] {
    const link = url();
    return [
      element("h3", {}, text("share.posix")),
      copyField(text("share.posix"), posixCommand(given()), 6),
      element("h3", {}, text("share.powerShell")),
      copyField(text("share.powerShell"), powerShellCommand(given()), 3),
      link !== null && link.length <= linkSteps.most && element("h3", {}, text("share.linkCommand")),
      link !== null && link.length <= linkSteps.most && copyField(text("share.linkCommand"), linkCommand(link), 3),
    ];
  }

  const fileName = (): string => (state.title || "evalground").replace(/[^\p{L}\p{N}._-]+/gu, "-");
  const saveJson = (): void =>
    download(`${fileName()}.evalground.json`, `${prettyJson(readJson(writeJson(given())))}\n`, "application/json");

  function fileForm(): Child[] {
    return [
      element("p", { class: "muted" }, text("share.fileNote")),
      element(
        "div",
        { class: "share-files" },
        button({ label: text("share.json"), words: true, icon: "file", press: saveJson }),
        button({
          label: text("share.yaml"),
          words: true,
          icon: "file",
          press: () => download(`${fileName()}.yaml`, valueToYaml(given()), "application/yaml"),
        }),
      ),
    ];
  }

  const forms: Record<Form, () => Child[]> = {
    link: linkForm,
    markdown: markdownForm,
    command: commandForm,
    file: fileForm,
  };
  const names: Record<Form, string> = {
    link: text("share.link"),
    markdown: text("share.markdown"),
    command: text("share.command"),
    file: text("share.file"),
  };

  function showForm(): void {
    made.show(
      (Object.keys(forms) as Form[]).map((id) => ({ id, label: names[id], controls: panel.id })),
      form,
    );
    panel.setAttribute("aria-label", names[form]);
    fill(panel, ...forms[form]());
  }

  function checkbox(
    label: string,
    checked: boolean,
    turned: (checked: boolean) => void,
    note?: string,
  ): { root: HTMLElement; input: HTMLInputElement } {
    const input = element("input", { type: "checkbox" });
    input.checked = checked;
    input.addEventListener("change", () => turned(input.checked));
    return {
      root: element(
        "label",
        { class: "share-part" },
        input,
        element("span", { dir: "auto" }, label),
        note && element("span", { class: "muted" }, note),
      ),
      input,
    };
  }

  function partRow({ id, file, size }: Part): HTMLElement {
    const label = file ?? text(partNames[id] ?? "share.other", { key: id });
    const value = (workspace as unknown as Record<string, unknown>)[id];
    const count = typeof value === "object" ? text("share.entries", { count: size }) : String(value);
    const note = file !== null ? formatSize(size) : id === "secrets" ? text("share.namesOnly") : count;
    return checkbox(
      label,
      !left.has(id),
      (checked) => {
        if (checked) left.delete(id);
        else left.add(id);
        showForm();
        showWarnings();
      },
      note,
    ).root;
  }

  const warnings = element("div", { class: "stack" });
  function showWarnings(): void {
    const found = openSuspects();
    fill(
      warnings,
      found.length > 0 &&
        element(
          "div",
          { class: "notice share-suspects", "data-kind": "warning" },
          element("p", {}, text("share.suspects")),
          element(
            "ul",
            {},
            ...found.map(({ key, name }) =>
              element(
                "li",
                {},
                element("code", { dir: "auto" }, name),
                element("span", { class: "muted" }, ` ${text(partNames[key] ?? "share.other", { key })} `),
                button({
                  label: text("share.replace"),
                  words: true,
                  class: "small",
                  attributes: { "aria-label": text("share.replaceNamed", { name }) },
                  press: () => {
                    replaced.add(`${key}/${name}`);
                    announce(text("share.replaced", { name }));
                    showWarnings();
                    showForm();
                  },
                }),
              ),
            ),
          ),
        ),
    );
  }

  function secretsPart(): Child {
    const names = [...secretNames(workspace), ...hiddenInputs];
    if (names.length === 0) return null;
    const asked = element("div", { class: "notice", "data-kind": "warning", role: "alert", hidden: true });
    const box = checkbox(text("share.includeSecrets"), false, (checked) => {
      includeSecrets = false;
      asked.hidden = !checked;
      if (!checked) {
        fill(asked);
        showForm();
        return;
      }
      // Ticked only counts once it is confirmed.
      box.input.checked = false;
      fill(
        asked,
        element("span", {}, text("share.secretsWarning", { names: new Intl.ListFormat("en").format(names) })),
        button({
          label: text("share.secretsConfirm"),
          words: true,
          class: "danger",
          press: () => {
            includeSecrets = true;
            box.input.checked = true;
            asked.hidden = true;
            box.input.focus();
            showForm();
            announce(text("share.secretsIncluded"));
          },
        }),
        button({
          label: text("share.secretsKeep"),
          words: true,
          press: () => {
            asked.hidden = true;
            box.input.focus();
          },
        }),
      );
    });
    return element("div", { class: "stack" }, box.root, asked);
  }

  fill(
    content,
    element("div", { class: "share-tabs" }, made.root),
    panel,
    warnings,
    element(
      "fieldset",
      { class: "share-parts" },
      element("legend", {}, text("share.goesIn")),
      ...parts.map(partRow),
      parts.length === 0 && element("p", { class: "muted" }, text("share.onlyExpression")),
    ),
    secretsPart(),
  );
  showForm();
  showWarnings();
  openDialog(text("share.title"), [content]);
  store.perform("keepHistory", "share");

  const link = url();
  if (link === null || link.length > linkSteps.most) return;
  history.replaceState({ draft: store.state.draft }, "", link);
  const field = panel.querySelector("textarea");
  field?.focus();
  field?.select();
  field?.scrollTo(0, 0);
  if (openSuspects().length > 0) announce(text("share.suspects"));
  else void copyText(link, text("share.copied", { form: text("share.link") }));
}

/** All that may be given away without asking: everything but secrets. */
function whole(store: Store): Workspace {
  const { workspace, outline } = store.state;
  return shared(workspace, {
    left: new Set(),
    replaced: new Set(),
    includeSecrets: false,
    secretInputs: secretInputs(workspace, outline),
  });
}

/** Puts the Share button into `root`, and carries out what shares without the dialog: Ctrl+S, and copying the command. */
export function mountShare(root: HTMLElement, store: Store): void {
  fill(
    root,
    button({
      label: text("share.title"),
      icon: "share",
      words: true,
      class: "primary spare-words",
      attributes: { "aria-haspopup": "dialog" },
      press: () => store.perform("share"),
    }),
  );
  store.handle("share", () => {
    if (!document.querySelector("dialog[open]")) openShare(store);
  });
  store.handle("copyCommand", () => {
    const needsPython = store.state.result?.diagnostics.some(({ code }) => code === "python-unavailable") ?? false;
    void copyText(
      posixCommand(whole(store), needsPython ? " --allow-python" : ""),
      text("share.copied", { form: text("share.command") }),
    );
  });
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    const workspace = whole(store);
    store.perform("keepHistory", "share");
    const link = linkTo(workspace, { view: linkView(store.state), includeSecrets: false });
    // What should be looked at first, or has no link, is a matter for the dialog.
    if (link === null || link.length > linkSteps.most || suspects(workspace).length > 0) {
      store.perform("share");
      return;
    }
    history.replaceState({ draft: store.state.draft }, "", link);
    void copyText(link, text("share.copied", { form: text("share.link") }));
  });
}
