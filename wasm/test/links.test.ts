import { readFileSync } from "node:fs";
import { deflateSync } from "fflate";
import { describe, expect, test } from "vitest";
import { decodeLink, encodeLink, LinkError, linkLimits, type LinkErrorKind } from "../src/links.js";
import { crc32, fromBase64Url, toBase64Url } from "../src/packing.js";
import { readJson, writeJson } from "../src/reader.js";
import type { FileContent, Workspace } from "../src/types.js";
import { pick, randomJson, randomText, seeded, type Random } from "./random.js";

function randomWorkspace(random: Random): Workspace {
  const content = (): FileContent =>
    random() < 0.2
      ? { base64: btoa(Array.from({ length: 40 }, () => String.fromCharCode(random() * 256)).join("")) }
      : randomText(random, 80);
  const value = (): unknown => readJson(randomJson(random).replaceAll("1e400", "1e40"));
  const files = Object.fromEntries(
    Array.from({ length: 1 + random() * 4 }, () => [`${randomText(random)}.yaml`, content()]),
  );
  const all: Workspace = {
    dialect: pick(random, ["unfurl", "yaql"]),
    operation: pick(random, ["evaluate", "expand"]),
    files,
    expression: value(),
    resource: randomText(random),
    data: value(),
    vars: { x: value() },
    inputs: { y: value() },
    env: { A: randomText(random) },
    secrets: { token: null },
    clock: "2024-01-02T03:04:05Z",
    seed: 2n ** 60n,
    limits: { steps: 5 },
    options: { quirks: true },
    title: randomText(random),
    classes: [randomText(random)],
  };
  const kept = Object.entries(all).filter(([key]) => key === "dialect" || random() < 0.5);
  return Object.fromEntries(kept) as unknown as Workspace;
}

const workspaces = Array.from({ length: 1000 }, (_, seed) => randomWorkspace(seeded(seed)));
const example: Workspace = {
  dialect: "unfurl",
  files: { "ensemble.yaml": "spec:\n  a: 1\n  b: {eval: .::a}\n", "größe/😀.bin": { base64: "AAEC/w==" } },
  expression: "::db",
};
const exampleLink = encodeLink(example);

function failure(link: string): LinkErrorKind | undefined {
  try {
    decodeLink(link);
    return undefined;
  } catch (error) {
    if (error instanceof LinkError) return error.kind;
    throw error;
  }
}

function linkTo(json: string, codec: "d" | "j" = "j"): string {
  const bytes = new TextEncoder().encode(json);
  return `w1.${codec}.${toBase64Url(codec === "d" ? deflateSync(bytes) : bytes)}.${crc32(bytes)}`;
}

const numbered = linkTo('{"ws":{"dialect":"unfurl","files":{"b":"","10":"","9":""}}}');

describe("a link", () => {
  test("decodes to the original workspace", () => {
    const { workspace, view, app } = decodeLink(encodeLink(example, { view: { tab: "yaml", line: 3 }, app: "1.2.3" }));
    expect({ workspace, view, app }).toEqual({ workspace: example, view: { tab: "yaml", line: 3 }, app: "1.2.3" });
  });

  test("is the same after decoding and encoding, for 1,000 random workspaces", () => {
    for (const workspace of workspaces) {
      const link = encodeLink(workspace);
      expect(encodeLink(decodeLink(link, { exact: true }).workspace)).toBe(link);
    }
  });

  test("loses no value, for 1,000 random workspaces", () => {
    for (const workspace of workspaces) {
      const { workspace: decoded } = decodeLink(encodeLink(workspace), { exact: true });
      for (const key of ["expression", "data", "vars", "inputs", "files", "env", "seed"] as const) {
        const isDropped = workspace[key] === undefined || writeJson(workspace[key]) === "null";
        if (!isDropped) expect(writeJson(decoded[key] ?? null)).toBe(writeJson(workspace[key]));
      }
    }
  });

  test("is always the same for the same workspace", () => {
    expect(encodeLink(example, { app: "0.1.0" })).toBe(
      "w1.d.HYxNCsIwEIWvEmZd0hbExUAXRbxFN5N2KoE0hsRaJQQ8hrvewgv0Qh7B1NXj_X0Rl" +
        "gAYYdBkuL8BwmzH2RsoYNSG_x3bwJMyLJ80mbwIjnvsrBCEot5VoYh8J4NCIlLqbH5f_PbZVi6_6" +
        "_sllbY7SFHg4yET2vZ8KpemgZQK4IfzHIK-5g0gDg" +
        "pySM5lV8laVpB-.a0c625db",
    );
  });

  test("does not depend on the order of the workspace's keys", () => {
    expect(encodeLink(Object.fromEntries(Object.entries(example).reverse()) as unknown as Workspace)).toBe(exampleLink);
  });

  test("holds only letters, digits, dashes and dots, and ends with a letter or digit", () => {
    for (const workspace of workspaces)
      expect(encodeLink(workspace)).toMatch(/^w1\.[dj]\.[A-Za-z0-9_-]+\.[0-9a-f]{8}$/);
  });

  test("is not compressed if that would be longer", () => {
    expect(encodeLink({ dialect: "yaql" })).toMatch(/^w1\.j\./);
    expect(exampleLink).toMatch(/^w1\.d\./);
  });

  test("leaves defaults out", () => {
    const long: Workspace = {
      ...example,
      operation: "evaluate",
      main: "ensemble.yaml",
      resource: null,
      vars: {},
      env: {},
      title: "",
    };
    expect(encodeLink(long, { view: {} })).toBe(exampleLink);
  });

  test("keeps a main file that is not the first", () => {
    expect(decodeLink(encodeLink({ ...example, main: "größe/😀.bin" })).workspace.main).toBe("größe/😀.bin");
  });

  test("keeps null values", () => {
    expect(decodeLink(encodeLink({ dialect: "yaql", data: null })).workspace).toEqual({ dialect: "yaql", data: null });
  });

  test("keeps unknown keys", () => {
    const later = { ...example, later: [1] } as Workspace;
    expect(decodeLink(encodeLink(later)).workspace).toEqual(later);
  });

  test("keeps the order of files whose names are numbers", () => {
    const { workspace } = decodeLink(numbered, { exact: true });
    expect(workspace).toEqual({
      dialect: "unfurl",
      files: new Map([
        ["b", ""],
        ["10", ""],
        ["9", ""],
      ]),
    });
    expect(decodeLink(encodeLink(workspace), { exact: true }).workspace).toEqual(workspace);
  });

  test("decodes to plain values, with a main file that the order of files would lose", () => {
    expect(decodeLink(numbered).workspace).toEqual({ dialect: "unfurl", main: "b", files: { 9: "", 10: "", b: "" } });
    const link = linkTo('{"ws":{"dialect":"yaql","data":[1.0,9007199254740993]}}');
    expect(decodeLink(link).workspace.data).toEqual([1, 9007199254740993n]);
    expect(encodeLink(decodeLink(link, { exact: true }).workspace)).not.toBe(encodeLink(decodeLink(link).workspace));
  });

  test("withholds the values of secrets, but not their names", () => {
    const secret: Workspace = { ...example, secrets: { vault_password: "hunter2" }, env: { API_TOKEN: "stays" } };
    expect(decodeLink(encodeLink(secret)).workspace).toEqual({ ...secret, secrets: { vault_password: null } });
    expect(decodeLink(encodeLink(secret, { includeSecrets: true })).workspace).toEqual(secret);
  });

  test("is found after the # of a whole URL", () => {
    expect(decodeLink(`https://example.org/#${exampleLink}\n`).workspace).toEqual(example);
  });

  test("is not created if it could not be opened", () => {
    expect(() => encodeLink({ dialect: "yaql", data: "x".repeat(9 * 1024 * 1024) })).toThrow(LinkError);
    const noise = Array.from({ length: 500_000 }, seeded(1))
      .map((number) => String.fromCharCode(33 + number * 90))
      .join("");
    expect(() => encodeLink({ dialect: "yaql", data: noise })).toThrow("too large");
  });

  test.each(["1e400", '{"a":1,"a":2}', '"\\ud83d"', "1".repeat(10_001)])(
    "is not created for values that no engine accepts: %.20s",
    (json) => {
      expect(() => encodeLink({ dialect: "yaql", data: readJson(json) })).toThrow("No link can hold");
      expect(
        decodeLink(encodeLink({ dialect: "yaql", data: readJson("1".repeat(10_000)) })).workspace.data,
      ).toBeDefined();
    },
  );

  test("may unpack to nearly 8 MiB", () => {
    const large: Workspace = { dialect: "yaql", data: "x".repeat(linkLimits.unpacked - 1200) };
    expect(decodeLink(encodeLink(large)).workspace).toEqual(large);
  });
});

describe("an invalid link", () => {
  test("is reported as cut off wherever it was cut", () => {
    for (const link of [exampleLink, encodeLink({ dialect: "yaql" })]) {
      for (let length = 1; length < link.length; length += 1) expect(failure(link.slice(0, length))).toBe("truncated");
    }
  });

  test("is reported as damaged if one character has changed, unless it means the same", () => {
    for (const link of [exampleLink, encodeLink({ dialect: "yaql" })]) {
      for (let at = 0; at < link.length; at += 1) {
        for (const other of ["A", "f", "0", "d", "j", "z", "_", ".", "!", "é"].filter(
          (character) => character !== link[at],
        )) {
          const changed = link.slice(0, at) + other + link.slice(at + 1);
          const kind = failure(changed);
          // Deflate has a few unused bits, such as those after its last block.
          if (kind === undefined) expect(encodeLink(decodeLink(changed).workspace)).toBe(link);
          else expect(kind, `${at} ${other}`).toBe("damaged");
        }
      }
    }
  });

  test.each([
    ["", "not-a-link"],
    ["#", "not-a-link"],
    ["g/unfurl/first", "not-a-link"],
    ["d/3", "not-a-link"],
    ["hello world", "not-a-link"],
    ["w2.d.AAAA.01234567", "newer"],
    ["w12.x.y", "newer"],
    [`w1.z.AAAA.01234567`, "newer"],
    ["w1.d.AAAA.0123456g", "damaged"],
    ["w0.d.AAAA.01234567", "damaged"],
  ])("%j is %s", (link, kind) => {
    expect(failure(link)).toBe(kind);
  });

  test.each([
    ["[]", "content is a list"],
    ["{}", "workspace is absent"],
    ['{"ws":{}}', "names no dialect"],
    ['{"ws":{"dialect":1}}', "not a string"],
    ['{"ws":{"dialect":"yaql","files":{"a":1}}}', 'the file "a" is neither'],
    ['{"ws":{"dialect":"yaql","vars":[]}}', '"vars" is a list, not a map'],
    ['{"ws":{"dialect":"yaql","seed":1.5}}', '"seed" is a real'],
    ['{"ws":{"dialect":"a","dialect":"b"}}', '"dialect" twice'],
    ['{"ws":{"dialect":"yaql"},"view":[]}', "view is a list"],
    ["{", "offset 1"],
    [`{"ws":{"dialect":"yaql","data":${"[".repeat(300)}${"]".repeat(300)}}}`, "deeper than 200"],
  ])("is invalid when it holds %.60s", (json, message) => {
    expect(failure(linkTo(json))).toBe("invalid");
    expect(() => decodeLink(linkTo(json, "d"))).toThrow(message);
  });

  test("is rejected if its bytes are not UTF-8", () => {
    const bytes = Uint8Array.of(0x22, 0xff, 0x22);
    expect(failure(`w1.j.${toBase64Url(bytes)}.${crc32(bytes)}`)).toBe("invalid");
  });

  test("is rejected if it is longer than 512 KiB", () => {
    expect(failure(`w1.j.${"A".repeat(600_000)}.01234567`)).toBe("too-large");
  });

  test("is rejected if it would expand to hundreds of megabytes", () => {
    const packed = deflateSync(new Uint8Array(350 * 1024 * 1024), { level: 9 });
    const link = `w1.d.${toBase64Url(packed)}.01234567`;
    expect(link.length).toBeLessThan(linkLimits.text);
    expect(failure(link)).toBe("too-large");
  }, 60_000); // compression takes seconds
});

describe("plain parameters", () => {
  test("form a workspace", () => {
    expect(decodeLink('#?dialect=yaql&expression=$.a+1&data={"a":1}&vars=%7B%22x%22%3A9007199254740993%7D')).toEqual({
      workspace: { dialect: "yaql", expression: "$.a+1", data: { a: 1 }, vars: { x: 9007199254740993n } },
    });
  });

  test("set files, the main text and the view", () => {
    expect(decodeLink("https://example.org/#?dialect=unfurl&main=a:%201%0A&file.b%2Fc.yaml=x%3D1&view=table")).toEqual({
      workspace: { dialect: "unfurl", main: "a: 1\n", files: { "b/c.yaml": "x=1" } },
      view: { tab: "table" },
    });
  });

  test.each([
    ["?expression=1", "names no dialect"],
    ["?dialect=yaql&data={", "offset 1"],
    ["?dialect=yaql&dialect=heat", 'the parameter "dialect" twice'],
    ["?dialect=yaql&expresion=1", 'unknown parameter "expresion"'],
    ["?dialect=yaql&expression=%E0%A4", "% that begins no character"],
    ["?dialect=yaql&vars=[]", '"vars" is a list'],
  ])("are refused: %s", (fragment, message) => {
    expect(failure(fragment)).toBe("invalid");
    expect(() => decodeLink(fragment)).toThrow(message);
  });
});

describe("bytes", () => {
  test("are encoded as base64url and decoded", () => {
    const random = seeded(7);
    for (let length = 0; length < 200; length += 1) {
      const bytes = Uint8Array.from({ length }, () => random() * 256);
      const text = toBase64Url(bytes);
      expect(text).toBe(Buffer.from(bytes).toString("base64url"));
      expect(fromBase64Url(text)).toEqual(bytes);
    }
  });

  test("are not decoded from base64url that no encoder writes", () => {
    for (const text of ["A", "AAAAA", "AB", "AA=", "AA ", "+A", "AAB"]) expect(fromBase64Url(text)).toBeUndefined();
  });

  test("have the CRC-32 of zip", () => {
    expect(crc32(new TextEncoder().encode("123456789"))).toBe("cbf43926");
  });
});

describe("the links that all decoders treat alike", () => {
  const list = JSON.parse(readFileSync(new URL("../../tests/malformed/links.json", import.meta.url), "utf8")) as {
    opens: { name: string; link: string }[];
    malformed: { name: string; link: string; kind: LinkErrorKind }[];
  };

  test.each(list.opens)("$name opens", ({ link }) => {
    expect(decodeLink(link).workspace).toEqual({ dialect: "yaql", expression: "1 + 1" });
  });

  test.each(list.malformed)("$name is $kind", ({ link, kind }) => {
    expect(failure(link)).toBe(kind);
  });
});
