// Files that come from outside of the page by being dropped or pasted.

/** Takes files that are dropped anywhere onto the window, or pasted as files. */
export function dropFiles(take: (files: File[]) => void): void {
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  let depth = 0;
  const show = (): void => {
    document.body.toggleAttribute("data-dropping", depth > 0);
  };
  addEventListener("dragenter", (event) => {
    if (!carriesFiles(event)) return;
    depth += 1;
    show();
  });
  addEventListener("dragleave", (event) => {
    if (!carriesFiles(event)) return;
    depth = Math.max(0, depth - 1);
    show();
  });
  addEventListener("dragover", (event) => {
    if (carriesFiles(event)) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    depth = 0;
    show();
    if (!carriesFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    take([...(event.dataTransfer?.files ?? [])]);
  });
  addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0 || event.defaultPrevented) return;
    event.preventDefault();
    take(files);
  });
}
