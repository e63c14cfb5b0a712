// Packs the Python files of the originals, Debian's packages that scripts/setup has fetched (cmake/originals.lock), and
// the driver that asks each, for the page that compares by them: an archive for each dialect, from which Python
// imports. They are no part of the bundle, and lie beside Pyodide's files, as both are fetched together.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DialectDescription, OriginalDescription } from "evalground";
import { zipSync } from "fflate";

const dialects = fileURLToPath(new URL("../../engine/dialects", import.meta.url));

/** The originals that can be asked, by the ids of the choices that have them: `base/flavor` is of a flavor. */
export function originalsOf(descriptions: readonly DialectDescription[]): Map<string, OriginalDescription> {
  const all = descriptions.flatMap(({ id, original, flavors = [] }) => [
    { id, original },
    ...flavors.map((flavor) => ({ id: `${id}/${flavor.id}`, original: flavor.original })),
  ]);
  return new Map(
    all.flatMap(({ id, original }) => (original && original.never === undefined ? [[id, original] as const] : [])),
  );
}

/**
 * One of the packages uses setuptools only to find its own version. setuptools is larger than all the others together.
 */
const versionless = `class DistributionNotFound(Exception):
    pass


def get_distribution(name):
    raise DistributionNotFound(name)
`;

/** A fixed date makes builds reproducible. */
const packedAt = new Date(1980, 0, 1);

const isLeftOut = (path: string): boolean => /(?:^|\/)(?:tests|cli|__pycache__)\/|\.so$/.test(path);

function filesBelow(folder: string, name: string): string[] {
  if (statSync(join(folder, name)).isFile()) return [name];
  return readdirSync(join(folder, name))
    .sort()
    .flatMap((entry) => filesBelow(folder, `${name}/${entry}`));
}

/** The archives by dialect; `packages` is the folder that Debian's packages were unpacked to. */
export function originalArchives(
  packages: string,
  descriptions: readonly DialectDescription[],
): Map<string, Uint8Array> {
  const folder = join(packages, "usr/lib/python3/dist-packages");
  const archives = new Map<string, Uint8Array>();
  for (const [dialect, { modules = [], versions = [] }] of originalsOf(descriptions)) {
    if (modules.length === 0) continue;
    try {
      const names = [
        ...modules,
        ...readdirSync(folder).filter((name) => versions.some((each) => name.startsWith(`${each}-`))),
      ];
      const files = names.flatMap((name) => filesBelow(folder, name)).filter((path) => !isLeftOut(path));
      const contents: Record<string, Uint8Array> = Object.fromEntries(
        files.map((path) => [path, new Uint8Array(readFileSync(join(folder, path)))]),
      );
      contents["driver.py"] = new Uint8Array(readFileSync(join(dialects, dialect, "original/driver.py")));
      contents["pkg_resources.py"] = new TextEncoder().encode(versionless);
      archives.set(dialect, zipSync(contents, { level: 9, mtime: packedAt }));
    } catch {
      // Without the packages the page reports that it was built without originals.
    }
  }
  return archives;
}
