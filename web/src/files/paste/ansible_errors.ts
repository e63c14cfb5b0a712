// Ansible's error messages: the host, the place and the line that failed, as a starting point for evaluation.
//
//   fatal: [web1]: FAILED! => {"msg": "… 'prt' is undefined … appears to be in '/etc/x.yml': line 3, column 7, …"}
//   [ERROR]: … 'prt' is undefined     Origin: /etc/x.yml:3:7     3 port: "{{ prt }}"     ^ column 7      (since 2.19)

import { type JsonNode, readJson, type Workspace } from "evalground";
import { entriesOf, filesOf, mapOf, pathsOf } from "../../ui/entries.ts";
import { repositoryOf } from "../../ui/repository.ts";
import { text } from "../../ui/text.ts";
import { type Form, type Given, jsonAt, type Taken } from "./form.ts";

interface Failure {
  /** Ansible's message, on one line. */
  message: string;
  host?: string;
  /** The path in Ansible's message, and the line. */
  path?: string;
  line?: number;
  /** The failing text, as far as the message shows it. */
  excerpt?: string;
}

/** The open file for a path on another machine: the one with the longest common suffix. */
export function fileFor(path: string, paths: readonly string[]): string | null {
  const ends = (file: string): boolean => path === file || path.endsWith(`/${file}`);
  const [longest] = paths.filter(ends).sort((one, other) => other.length - one.length);
  if (longest !== undefined) return longest;
  // The open folder may be a role or playbook alone, so try suffixes of the path.
  const tails = path.split("/").map((_, at, parts) => parts.slice(at).join("/"));
  for (const tail of tails) {
    const found = tail === "" ? [] : paths.filter((file) => file === tail || file.endsWith(`/${tail}`));
    if (found.length === 1) return found[0] ?? null;
  }
  return null;
}

/** The expression in a line of YAML: the quoted string, or the text after the key. */
export function expressionOf(line: string): string {
  const value = /^\s*(?:-\s+)?(?:[\w.-]+\s*:\s+)?(.*?)\s*$/.exec(line)?.[1] ?? line.trim();
  const quoted = /^(["'])(.*)\1$/.exec(value);
  return quoted?.[2] ?? value;
}

function taken(failure: Failure, { dialect, open, options }: Given): Taken | null {
  const { host, path, line, excerpt, message } = failure;
  const said = text("paste.failure", { message });
  const file = path === undefined ? null : fileFor(path, pathsOf(open));
  const repository = repositoryOf(open);
  if (repository && (file !== null || excerpt === undefined)) {
    const { subject } = repository;
    const others = entriesOf(open.options).filter(([name]) => name !== subject);
    const workspace: Workspace = {
      ...open,
      files: mapOf([...filesOf(open)]),
      ...(host !== undefined && {
        options: mapOf([...others, [subject, host]]) as NonNullable<Workspace["options"]>,
      }),
    };
    return { workspace, title: message, said, ...(file !== null && { file }) };
  }
  if (excerpt === undefined || excerpt.trim() === "") return null;
  const place = path === undefined ? "" : ` ${path}${line === undefined ? "" : `:${line}`}`;
  return {
    workspace: {
      dialect,
      expression: expressionOf(excerpt),
      ...(options && { options }),
      description: `${message}${place}`,
    },
    title: host ?? text("paste.failureTitle"),
    said,
  };
}

/** The `msg` of a result, which is JSON or, with some callbacks, indented YAML. */
async function resultOf(text: string, at: number, given: Given): Promise<JsonNode | null> {
  const json = text[at] === "{" ? jsonAt(text, at) : null;
  if (json !== null) return readJson(json);
  const lines = text.slice(text.indexOf("\n", at) + 1).split("\n");
  const end = lines.findIndex((line) => line !== "" && !/^\s/.test(line));
  const node = await given.read((end < 0 ? lines : lines.slice(0, end)).join("\n"));
  return node?.kind === "map" ? node : null;
}

/** `fatal: [HOST]: FAILED! => {…}` */
export const failure: Form = async (text, given) => {
  const match = /^(?:fatal|failed): \[([^\]\n]+)\][^\n]*? => ?/m.exec(text);
  if (!match) return null;
  const result = await resultOf(text, match.index + match[0].length, given);
  const whole = result?.get("msg")?.text ?? "";
  if (whole === "") return null;
  const [host = ""] = (match[1] ?? "").split(" -> ");
  const place = /appears to be in '([^']+)': line (\d+), column (\d+)/.exec(whole);
  const offending = /offending line appears to be:\n+([\s\S]*?)^\s*\^ here/m.exec(whole)?.[1];
  const excerpt = offending
    ?.split("\n")
    .filter((line) => line.trim() !== "")
    .at(-1);
  const undefinedName = /'([^'\n]+)' is undefined/.exec(whole)?.[1];
  return taken(
    {
      message: whole.split("\n", 1)[0] ?? "",
      host,
      ...(place && { path: place[1] ?? "", line: Number(place[2]) }),
      ...(excerpt !== undefined ? { excerpt } : undefinedName !== undefined && { excerpt: `{{ ${undefinedName} }}` }),
    },
    given,
  );
};

/** Errors of 2.19 and later. The last cause has the place. */
export const error: Form = async (text, given) => {
  const begin = text.indexOf("[ERROR]: ");
  if (begin < 0) return null;
  const message = (text.slice(begin + "[ERROR]: ".length).split("\n", 1)[0] ?? "").trim();
  const last = text.slice(begin).split("<<< caused by >>>").at(-1) ?? "";
  const origin = /^Origin: (.+?):(\d+)(?::(\d+))?\s*$/m.exec(last);
  if (!origin) return null;
  const numbered = [...last.matchAll(/^\s*(\d+) (.*)$/gm)];
  const excerpt = numbered.find(([, number]) => number === origin[2])?.[2];
  const host = /^(?:fatal|failed): \[([^\]\n]+)\]/m.exec(text)?.[1]?.split(" -> ")[0];
  return taken(
    {
      message,
      path: origin[1] ?? "",
      line: Number(origin[2]),
      ...(host !== undefined && { host }),
      ...(excerpt !== undefined && { excerpt }),
    },
    given,
  );
};
