// Writes a Brotli version `name.br` beside each file of the build, for servers that support it. So the transferred size
// is what the budget counts, and servers need not compress again for every visitor.

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

const compress = promisify(brotliCompress);

/** Compressing a smaller file does not save a packet. */
const leastBytes = 1024;

export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const write = async (name: string, content: Buffer): Promise<void> => {
        const packed = await compress(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        });
        await mkdir(dirname(join(dir, name)), { recursive: true });
        await writeFile(join(dir, `${name}.br`), packed);
      };
      const files = Object.values(bundle)
        .filter(({ fileName }) => /\.(css|html|js|svg|wasm)$/.test(fileName) && !fileName.startsWith("pyodide/"))
        .map((file) => ({
          name: file.fileName,
          content: Buffer.from(file.type === "chunk" ? file.code : file.source),
        }));
      await Promise.all(
        files.filter(({ content }) => content.length >= leastBytes).map(({ name, content }) => write(name, content)),
      );
    },
  };
}
