// Turns the output of Ansible's commands into a repository: facts, inventories and host variables.

import { type JsonNode, readJson, type Workspace, writeJson } from "evalground";
import { entriesOf, filesOf, mapOf } from "../../ui/entries.ts";
import { prettyJson } from "../../ui/json.ts";
import { repositoryOf } from "../../ui/repository.ts";
import { text } from "../../ui/text.ts";
import { fileName, type Form, type Given, jsonAt, type Taken, withoutBanners } from "./form.ts";

/** Names that a context defines itself, so no file sets them. */
const magic = new Set(
  [
    "inventory_hostname inventory_hostname_short group_names inventory_file inventory_dir",
    "playbook_dir groups hostvars vars omit ansible_inventory_sources ansible_check_mode",
    "ansible_diff_mode ansible_verbosity ansible_forks ansible_run_tags ansible_skip_tags",
    "ansible_version ansible_limit environment ansible_play_name ansible_play_hosts",
    "ansible_play_hosts_all ansible_play_batch play_hosts ansible_play_role_names role_names",
    "ansible_role_names ansible_dependent_role_names role_name ansible_role_name role_path",
    "ansible_collection_name ansible_facts ansible_playbook_python ansible_config_file",
  ].flatMap((line) => line.split(" ")),
);

type Files = [string, string][];
type Options = [string, unknown][];

/** A new repository that shows the view of a host. */
function repository(files: Files, options: Options, { dialect, options: own }: Given): Workspace {
  return {
    dialect,
    operation: "host",
    files: mapOf(files),
    options: mapOf([...entriesOf(own), ...options]) as NonNullable<Workspace["options"]>,
  };
}

function pretty(json: string): string {
  return `${prettyJson(readJson(json))}\n`;
}

function plural(hosts: readonly string[]): { host: string; count: number } {
  return { host: hosts[0] ?? "", count: hosts.length };
}

/** The JSON after each `HOST | SUCCESS => `. */
function resultsByHost(pasted: string): Map<string, JsonNode> {
  const found = new Map<string, JsonNode>();
  for (const match of pasted.matchAll(/^(\S+) \| [A-Z]+!? => (?=\{)/gm)) {
    const json = jsonAt(pasted, match.index + match[0].length);
    if (json !== null) found.set(match[1] ?? "", readJson(json));
  }
  return found;
}

/** `ansible -m setup` for one or more hosts, and the files of `--tree`. */
export const facts: Form = async (pasted, given) => {
  const found = resultsByHost(withoutBanners(pasted));
  if (found.size === 0) {
    const begin = pasted.indexOf("{");
    const json = jsonAt(pasted, begin);
    const whole = json === null ? null : readJson(json);
    const known = whole?.get("ansible_facts");
    if (!whole || known?.kind !== "map") return null;
    const name = known.get("ansible_hostname")?.text ?? known.get("hostname")?.text ?? "localhost";
    found.set(name, whole);
  }
  const files: Files = [];
  for (const [host, result] of found) {
    const name = fileName(host);
    const known = result.get("ansible_facts");
    if (name !== null && known?.kind === "map") files.push([`facts/${name}.json`, `${prettyJson(known)}\n`]);
  }
  if (files.length === 0) return null;
  const hosts = files.map(([path]) => path.slice("facts/".length, -".json".length));
  const title = text("paste.factsTitle", plural(hosts));
  const { open } = given;
  if (repositoryOf(open)) {
    // The facts are added to the open repository.
    const others = entriesOf(open.options).filter(([name]) => name !== "facts");
    const joined = new Map([...filesOf(open), ...files]);
    const workspace: Workspace = {
      ...open,
      files: mapOf([...joined]),
      options: mapOf([...others, ["facts", "facts"]]) as NonNullable<Workspace["options"]>,
    };
    return { workspace, title, said: text("paste.factsJoined", plural(hosts)) };
  }
  const options: Options = [
    ["inventory", `${hosts.join(",")},`],
    ["facts", "facts"],
    ["host", hosts[0]],
  ];
  return { workspace: repository(files, options, given), title, said: text("paste.facts", plural(hosts)) };
};

/** The first host of a group, in YAML or in the format of an inventory script. */
function firstHost(node: JsonNode | undefined): string | null {
  if (!node) return null;
  const ahead = [node];
  for (let each = ahead.shift(); each; each = ahead.shift()) {
    const hosts = each.kind === "list" && each.key === "hosts" ? each : each.get("hosts");
    const first = hosts?.children[0];
    if (first) return hosts.kind === "list" ? first.text : String(first.key);
    ahead.push(...each.children.filter(({ kind, key }) => kind === "map" && key !== "vars" && key !== "_meta"));
  }
  return null;
}

/** `ansible-inventory --list`, as JSON or with `-y` as YAML. */
export const inventory: Form = async (pasted, given) => {
  const begin = pasted.indexOf("{");
  const json = begin < 0 ? null : jsonAt(pasted, begin);
  const shown = json?.includes('"_meta"') ? json : null;
  const root = shown === null ? await given.read(pasted) : readJson(shown);
  if (root?.kind !== "map") return null;
  const hostvars = root.get("_meta")?.get("hostvars");
  if (shown === null ? root.get("all")?.kind !== "map" : hostvars?.kind !== "map") return null;
  const host = firstHost(root) ?? (hostvars?.children[0] ? String(hostvars.children[0].key) : null);
  const path = shown === null ? "inventory.yml" : "inventory.json";
  const options: Options = [["inventory", path], ...(host === null ? [] : [["host", host] as [string, unknown]])];
  return {
    workspace: repository([[path, shown === null ? pasted : pretty(shown)]], options, given),
    title: text("paste.inventoryTitle"),
    said: text("paste.inventory", { path }),
    file: path,
  };
};

/** `ansible-inventory --host NAME`, with the command line above. */
export const hostVariables: Form = async (pasted, given) => {
  const name = fileName(/\bansible-inventory\b[^\n]* --host[ =](\S+)/.exec(pasted)?.[1] ?? "");
  const begin = pasted.indexOf("{");
  const json = begin < 0 ? null : jsonAt(pasted, begin);
  if (name === null || json === null || readJson(json).get("_meta")) return null;
  const path = `host_vars/${name}.json`;
  const options: Options = [
    ["inventory", `${name},`],
    ["host", name],
  ];
  return {
    workspace: repository([[path, pretty(json)]], options, given),
    title: name,
    said: text("paste.host", { host: name, path }),
    file: path,
  };
};

/** A value as flow YAML. Strings with template syntax are marked as data, since they were evaluated already. */
function evaluated(node: JsonNode): string {
  switch (node.kind) {
    case "map": {
      const member = (child: JsonNode): string => `${JSON.stringify(String(child.key))}: ${evaluated(child)}`;
      return `{${node.children.map(member).join(", ")}}`;
    }
    case "list":
      return `[${node.children.map(evaluated).join(", ")}]`;
    case "string":
      return (/\{[{%#]/.test(node.text) ? "!unsafe " : "") + JSON.stringify(node.text);
    default:
      return node.text;
  }
}

/** The groups of a dump in the format of an inventory script. */
function groupsAsInventory(groups: JsonNode, hosts: readonly string[]): string {
  const entries = groups.children
    .filter(({ key, kind }) => kind === "list" && key !== "all" && key !== "ungrouped")
    .map((group) => [String(group.key), { hosts: group.children.map(({ text }) => text) }] as const);
  const listed = new Set(entries.flatMap(([, group]) => group.hosts));
  const alone = hosts.filter((host) => !listed.has(host));
  const all = [...entries, ...(alone.length > 0 ? [["ungrouped", { hosts: alone }] as const] : [])];
  return pretty(writeJson(new Map<string, unknown>([...all, ["_meta", { hostvars: {} }]])));
}

/** `debug: var=hostvars` and similar. */
export const hostvars: Form = async (pasted, given) => {
  const dumps = new Map<string, JsonNode>();
  let groups: JsonNode | null = null;
  const source = withoutBanners(pasted);
  for (const match of source.matchAll(/^ok: \[([^\]\n]+)\] => (?=\{)/gm)) {
    const json = jsonAt(source, match.index + match[0].length);
    for (const entry of json === null ? [] : readJson(json).children) {
      if (entry.kind !== "map") continue;
      const key = String(entry.key);
      if (key === "hostvars") for (const host of entry.children) dumps.set(String(host.key), host);
      else if (key === "vars" || key.startsWith("hostvars[")) dumps.set(match[1] ?? "", entry);
    }
  }
  const files: Files = [];
  const hosts: string[] = [];
  for (const [host, dump] of dumps) {
    const name = fileName(host);
    if (name === null || dump.kind !== "map") continue;
    hosts.push(name);
    groups ??= dump.get("groups") ?? null;
    const lines = dump.children
      .filter(({ key }) => !magic.has(String(key)))
      .map((each) => `${JSON.stringify(String(each.key))}: ${evaluated(each)}\n`);
    files.push([`host_vars/${name}.yml`, lines.length === 0 ? "{}\n" : lines.join("")]);
    const known = dump.get("ansible_facts");
    if (known?.kind === "map" && known.children.length > 0)
      files.push([`facts/${name}.json`, `${prettyJson(known)}\n`]);
  }
  if (hosts.length === 0) return null;
  if (groups) files.unshift(["inventory.json", groupsAsInventory(groups, hosts)]);
  const options: Options = [
    ["inventory", groups ? "inventory.json" : `${hosts.join(",")},`],
    ...(files.some(([path]) => path.startsWith("facts/")) ? [["facts", "facts"] as [string, unknown]] : []),
    ["host", hosts[0]],
  ];
  const taken: Taken = {
    workspace: repository(files, options, given),
    title: text("paste.hostvarsTitle", plural(hosts)),
    said: text("paste.hostvars", plural(hosts)),
  };
  return taken;
};
