// Every export must be used by another file; otherwise it is dead code, or need not be exported.

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

function filesIn(folder: string): string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.includes("node_modules"))
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`);
}

/** Files whose exports are public: the package's entries, and the types that these re-export. */
function published(): Set<string> {
  const { exports } = JSON.parse(read("wasm/package.json")) as { exports: Record<string, string | { types: string }> };
  const entries = Object.values(exports).flatMap((entry) =>
    typeof entry === "string" ? [] : [entry.types.replace("./dist/types/", "wasm/").replace(".d.ts", ".ts")],
  );
  const passedOn = [...read("wasm/src/index.ts").matchAll(/^export type \* from "\.\/(\w+)\.js"/gm)];
  return new Set([...entries, ...passedOn.map(([, name]) => `wasm/src/${name}.ts`)]);
}

it("every export is named in another file", () => {
  const sources = [...filesIn("web/src"), ...filesIn("wasm/src")];
  const users = [...sources, ...filesIn("web/plugins"), ...filesIn("web/test"), ...filesIn("wasm/test")];
  const words = new Map(users.map((file) => [file, new Set(read(file).match(/\w+/g))]));
  const theirs = published();
  const declared =
    /^export (?:default )?(?:abstract |async )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
  const unused = sources
    .filter((file) => !theirs.has(file))
    .flatMap((file) => [...read(file).matchAll(declared)].map(([, name = ""]) => ({ file, name })))
    .filter(({ file, name }) => ![...words].some(([other, found]) => other !== file && found.has(name)));
  expect(unused.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
