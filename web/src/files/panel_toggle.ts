// The button that shows all files beside the editor. The panel is loaded when it is first shown.

import type { Store } from "../store.ts";
import { button, byId, setAttribute } from "../ui/dom.ts";
import { keep, kept } from "../ui/keep.ts";
import { repositoryOf } from "../ui/repository.ts";
import { text } from "../ui/text.ts";
import type { WorkspaceFiles } from "./files.ts";
import type { FilesPanel, PanelActions } from "./panel.ts";

const key = "evalground.filesPanel";
/** A repository with more files than this opens with the panel, unless the user has closed it before. */
const mostInTabs = 8;

/** Makes the button. */
export function panelToggle(store: Store, files: WorkspaceFiles, actions: Omit<PanelActions, "close">): HTMLElement {
  let panel: FilesPanel | undefined;
  let isOpen = false;
  const root = button({
    label: text("panel.toggle"),
    icon: "folder",
    class: "quiet files-toggle",
    attributes: { "aria-expanded": "false", "aria-controls": "files-panel" },
    press: () => {
      keep(key, !isOpen);
      void open(!isOpen, true);
    },
  });

  async function open(is: boolean, focus: boolean): Promise<void> {
    isOpen = is;
    showButton();
    setAttribute(root, "aria-expanded", String(is));
    if (is && !panel) {
      const { FilesPanel } = await import("./panel.ts");
      panel ??= new FilesPanel(store, files, { ...actions, close: () => close() });
      byId("editor").prepend(panel.root);
    }
    panel?.open(isOpen);
    if (focus && isOpen) panel?.focus();
  }

  /** A single file needs no list. */
  function showButton(): void {
    root.hidden = files.paths.length < 2 && !isOpen;
  }

  function close(): void {
    if (store.state.layout !== "narrow") keep(key, false);
    void open(false, false);
    root.focus();
  }

  store.watch(["workspace"], showButton);
  store.watch(["draft", "layout"], ({ workspace, layout }) => {
    const isLarge = files.paths.length > mostInTabs && repositoryOf(workspace) !== null;
    // On a small screen the panel covers the editor, so it opens only on request.
    const wanted = layout === "wide" && kept(key, isLarge);
    if (wanted !== isOpen) void open(wanted, false);
  });
  return root;
}
