// How a server reads the folders of an editor.

/** The texts below a folder by their paths in it; absent: only what is open is known. */
export type ReadFolder = (uri: string) => Promise<Record<string, string>>;
