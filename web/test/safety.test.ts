import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("own code has no innerHTML, eval, new Function or document.write", () => {
  const forbidden = [
    /\b(?:innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|srcdoc)\b/,
    /\beval\s*\(|\bnew\s+Function\b|\bdocument\.write/,
  ];
  const found: string[] = [];
  for (const folder of ["web/src/", "web/pages/", "web/public/", "wasm/src/"]) {
    const place = new URL(`../../${folder}`, import.meta.url);
    for (const name of readdirSync(place, { recursive: true, encoding: "utf8" })) {
      if (!/\.(ts|js|html)$/.test(name)) continue;
      const lines = readFileSync(new URL(name, place), "utf8").split("\n");
      found.push(
        ...lines.flatMap((line, index) =>
          forbidden.some((form) => form.test(line)) ? [`${folder}${name}:${index + 1}: ${line.trim()}`] : [],
        ),
      );
    }
  }
  expect(found).toEqual([]);
});
