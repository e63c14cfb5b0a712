// Lets the user save a file.

/** Offers bytes or text to the user as a file of this name. */
export function download(
  name: string,
  content: Uint8Array<ArrayBuffer> | string,
  type = "application/octet-stream",
): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
