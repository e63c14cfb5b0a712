// Recognises outputs of tools by the marks of their languages and turns them into workspaces.

import { readJson, type Workspace } from "evalground";
import { describe, expect, it } from "vitest";
import { expressionOf, fileFor } from "../src/files/paste/ansible_errors.ts";
import { useEnvironments, withEnvironments, withTemplate } from "../src/files/paste/environment.ts";
import type { Read, Taken } from "../src/files/paste/form.ts";
import { formsOf, taken } from "../src/files/paste/recognise.ts";
import { entriesOf, filesOf } from "../src/ui/entries.ts";
import { makeStore, readYaml } from "./make.ts";

const read: Read = async (text) => {
  const { json } = await readYaml(text);
  return json === undefined ? null : readJson(json);
};
const take = (text: string, workspace?: Workspace): Promise<Taken | null> =>
  taken(text, makeStore(workspace && { workspace }), undefined, read);
const files = (found: Taken | null) => Object.fromEntries(filesOf(found?.workspace ?? {}));
const options = (found: Taken | null) => Object.fromEntries(entriesOf(found?.workspace.options));

const repository: Workspace = {
  dialect: "jinja2",
  operation: "host",
  files: { "hosts.ini": "web1\nweb2\n", "roles/app/tasks/main.yml": "- debug: {msg: x}\n" },
  options: { flavor: "ansible", inventory: "hosts.ini", host: "web2" },
};

describe("output of Ansible", () => {
  const setup = `\u001b[0;32mweb1 | SUCCESS => {
    "ansible_facts": {"ansible_distribution": "Debian", "ansible_note": "a } in text"},
    "changed": false
}\u001b[0m
web2 | SUCCESS => {"ansible_facts": {"ansible_distribution": "Fedora"}, "changed": false}
`;

  it("with facts of hosts becomes a file for each, showing the first", async () => {
    const found = await take(setup);
    expect(Object.keys(files(found))).toEqual(["facts/web1.json", "facts/web2.json"]);
    expect(files(found)["facts/web1.json"]).toContain('"a } in text"');
    expect(found?.workspace.operation).toBe("host");
    expect(options(found)).toMatchObject({ flavor: "ansible", inventory: "web1,web2,", facts: "facts", host: "web1" });
    expect(found?.said).toBe("Ansible facts of 2 hosts. Choose a host to see its variables");
  });

  it("with facts is added to an open repository", async () => {
    const found = await take(setup, repository);
    expect(Object.keys(files(found))).toEqual([
      "hosts.ini",
      "roles/app/tasks/main.yml",
      "facts/web1.json",
      "facts/web2.json",
    ]);
    expect(options(found)).toMatchObject({ inventory: "hosts.ini", host: "web2", facts: "facts" });
  });

  it("in a file of --tree names its host by its facts", async () => {
    const found = await take('{"ansible_facts": {"ansible_hostname": "db1", "ansible_kernel": "6"}, "changed": false}');
    expect(Object.keys(files(found))).toEqual(["facts/db1.json"]);
  });

  it("with an inventory becomes a file, in JSON or in YAML", async () => {
    const listed = await take(
      '{"_meta": {"hostvars": {"web1": {"port": 80}}}, "all": {"children": ["web"]}, "web": {"hosts": ["web1"]}}',
    );
    expect(Object.keys(files(listed))).toEqual(["inventory.json"]);
    expect(options(listed)).toMatchObject({ inventory: "inventory.json", host: "web1" });
    const yaml = await take("all:\n  children:\n    web:\n      hosts:\n        web7: {port: 80}\n");
    expect(options(yaml)).toMatchObject({ inventory: "inventory.yml", host: "web7" });
  });

  it("with the variables of one host becomes a file", async () => {
    const found = await take('$ ansible-inventory -i hosts --host web1\n{"port": 80, "tls": true}\n');
    expect(files(found)["host_vars/web1.json"]).toContain('"port": 80');
    expect(options(found)).toMatchObject({ inventory: "web1,", host: "web1" });
  });

  it("with a dump of hostvars becomes files without magic names, with strings as data", async () => {
    const found = await take(`TASK [debug] ***************
ok: [web1] => {
    "hostvars": {
        "web1": {"port": 80, "note": "say {{ x }}", "inventory_hostname": "web1", "omit": "__omit",
                 "groups": {"all": ["web1"], "web": ["web1"]}, "ansible_facts": {"kernel": "6"}}
    }
}`);
    const made = files(found);
    expect(Object.keys(made)).toEqual(["inventory.json", "host_vars/web1.yml", "facts/web1.json"]);
    expect(made["host_vars/web1.yml"]).toBe('"port": 80\n"note": !unsafe "say {{ x }}"\n');
    expect(options(found)).toMatchObject({ inventory: "inventory.json", facts: "facts", host: "web1" });
  });

  const message = [
    "The task includes an option with an undefined variable. The error was: 'prt' is undefined",
    "",
    "The error appears to be in '/srv/repo/roles/app/tasks/main.yml': line 4, column 3, but may",
    "be elsewhere",
    "",
    "The offending line appears to be:",
    "",
    "",
    '- debug: {msg: "{{ prt }}"}',
    "  ^ here",
    "",
  ].join("\n");
  const failed = `fatal: [web1 -> localhost]: FAILED! => ${JSON.stringify({ changed: false, msg: message })}\n`;

  it("with a failure opens the file of the repository, on the host", async () => {
    const found = await take(failed, repository);
    expect(found?.file).toBe("roles/app/tasks/main.yml");
    expect(options(found)["host"]).toBe("web1");
  });

  it("with a failure shows the line if the file is missing", async () => {
    const found = await take(failed);
    expect(found?.workspace).toMatchObject({ dialect: "jinja2", expression: '{msg: "{{ prt }}"}' });
    expect(found?.title).toBe("web1");
  });

  it("with an error of 2.19 shows the line of its last cause", async () => {
    const found = await take(`[ERROR]: Task failed: Finalization of task args failed.
<<< caused by >>>
'prt' is undefined
Origin: /srv/site.yml:5:14

3   tasks:
4     - debug:
5         msg: "{{ prt }}"
             ^ column 14
`);
    expect(found?.workspace.expression).toBe("{{ prt }}");
    expect(found?.workspace.description).toContain("/srv/site.yml:5");
  });

  it("names files by the longest common end of their paths", () => {
    const paths = ["site.yml", "roles/a/tasks/main.yml", "roles/b/tasks/main.yml"];
    expect(fileFor("/srv/roles/b/tasks/main.yml", paths)).toBe("roles/b/tasks/main.yml");
    expect(fileFor("/srv/site.yml", paths)).toBe("site.yml");
    expect(fileFor("/srv/other.yml", paths)).toBeNull();
    expect(expressionOf("    - name: '{{ x }}'")).toBe("{{ x }}");
  });
});

describe("output of other tools", () => {
  it("with Kubernetes objects becomes data, by kind if there are several", async () => {
    const one = await take(
      "apiVersion: v1\nkind: List\nitems:\n" +
        "- apiVersion: v1\n  kind: Pod\n  metadata: {name: a, managedFields: [{x: 1}]}\n",
    );
    expect(one?.workspace).toEqual({
      dialect: "dcontroller",
      data: { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } },
      expression: "$.",
    });
    const two = await take(
      "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n---\napiVersion: v1\nkind: Service\nmetadata: {name: b}\n",
    );
    expect(Object.keys(two?.workspace.data as object)).toEqual(["Pod", "Service"]);
  });

  it("with a stack gives the parameters except OpenStack's own, and keeps an open template", async () => {
    const parameters = { "OS::stack_name": "shop", size: "3" };
    const json = JSON.stringify({ stack_name: "shop", stack_status: "CREATE_COMPLETE", parameters, outputs: [] });
    const found = await take(json);
    expect(found?.workspace.inputs).toEqual({ size: "3" });
    expect(files(found)["main.yaml"]).toContain("heat_template_version");
    const kept = await take(json, { dialect: "heat", files: { "main.yaml": "heat_template_version: rocky\n" } });
    expect(files(kept)["main.yaml"]).toBe("heat_template_version: rocky\n");
  });

  it("with a Heat environment gives inputs, parameters over their defaults; a template is ignored", async () => {
    const found = await take("parameters: {size: 3}\nparameter_defaults: {size: 1, name: a}\n");
    expect(found?.workspace.inputs).toEqual({ size: 3, name: "a" });
    expect(await take("heat_template_version: rocky\nparameters: {size: {type: number}}\n")).toBeNull();
  });

  it("with an environment for the user's template is a file listed in the inputs", async () => {
    const open: Workspace = {
      dialect: "heat",
      title: "Mine",
      files: { "stack.yaml": "heat_template_version: rocky\n", "environment.yaml": "parameters: {}\n" },
      inputs: { size: 1, password: "x" },
    };
    const text = "parameter_defaults: {size: 3}\nresource_registry: {My::Tier: tier.yaml}\n";
    const found = await take(text, open);
    expect(files(found)).toEqual({ ...(open.files as Record<string, string>), "environment-2.yaml": text });
    expect(found?.workspace.inputs).toEqual({ password: "x", environment_files: "environment-2.yaml" });
    expect(found?.title).toBe("a"); // the title of the open draft
    const again = await take("parameter_defaults: {zone: a}\n", found?.workspace);
    expect(again?.workspace.inputs).toMatchObject({ environment_files: ["environment-2.yaml", "environment-3.yaml"] });
    const parameters = await take("parameters: {zone: a}\n", open);
    expect(parameters?.workspace.inputs).toMatchObject({ size: 1, environment_files: "environment-2.yaml" });
    // Without a template of the user's own the nested template has no place. The file is kept anyway.
    expect((await take(text))?.workspace.inputs).toEqual({ environment_files: "environment.yaml" });
  });

  it("with Kubernetes objects is the data of the user's own pipeline", async () => {
    const open: Workspace = { dialect: "dcontroller", title: "Mine", files: { "a.yaml": "- '@select': true\n" } };
    const list = {
      apiVersion: "v1",
      kind: "List",
      items: [{ apiVersion: "v1", kind: "Pod", metadata: { name: "a" } }],
    };
    const found = await take(JSON.stringify(list), open);
    expect(found?.workspace).toMatchObject({ ...open, data: list.items });
    expect(found?.workspace.expression).toBeUndefined();
  });

  it("with an agent's state gives its hard classes, and is kept for comparison", async () => {
    const row = (name: string, tags: string): string => `${name.padEnd(61)}${tags}\n`;
    const table =
      row("Class name", `${"Meta tags".padEnd(41)}Comment`) +
      row("linux", "source=agent,hardclass") +
      row("mine", "source=promise");
    const found = await take(table);
    expect(found?.workspace.classes).toEqual(["linux"]);
    expect(files(found)["expected.txt"]).toBe(table);
    const data = await take('{"classes": {"linux": true}, "vars": {"sys": {"arch": "x86_64"}}}');
    expect(data?.workspace.classes).toEqual(["linux"]);
    const parsed = await take('{"bundles": [{"name": "main"}], "bodies": []}');
    expect(parsed?.said).toContain("Paste its source");
  });

  it("with a workflow context or a list becomes the data of $", async () => {
    const mistral = await take('{"x": 1, "__execution": {"id": "7"}, "__env": {}}');
    expect(mistral?.workspace).toMatchObject({ dialect: "yaql", expression: "$", data: { x: 1 } });
    const stackstorm = await take('{"st2": {"kv": {}}, "__vars": {"a": 1}}');
    expect(stackstorm?.workspace.dialect).toBe("yaql");
    const servers = await take('[{"ID": "1", "Name": "web"}]');
    expect(servers?.workspace.data).toEqual([{ ID: "1", Name: "web" }]);
  });
});

describe("a workflow", () => {
  const mistral = `---
version: '2.0'

build_vm:
  description: Creates a server
  input:
    - vm_name
    - count: 2
  vars:
    zone: nova
    full: <% $.vm_name + '-1' %>
  tasks:
    create:
      action: nova.servers_create name=<% $.vm_name %> zone=<% $.zone %>
      on-success:
        - wait: <% $.count > 1 %>
`;

  it("of Mistral becomes its context and its expressions, with the first one shown", async () => {
    const found = await take(mistral);
    expect(found?.workspace).toEqual({
      dialect: "yaql",
      data: { vm_name: null, count: 2, zone: "nova", full: null },
      expression: "<% $.vm_name + '-1' %>",
    });
    expect(found?.title).toBe("build_vm");
    expect(found?.expressions).toEqual([
      "<% $.count > 1 %>",
      "<% $.zone %>",
      "<% $.vm_name %>",
      "<% $.vm_name + '-1' %>",
    ]);
    expect(found?.said).toContain("4 expressions");
  });

  it("of Orquesta answers ctx() as well", async () => {
    const found = await take(
      "version: 1.0\ndescription: Greets\ninput: [name]\nvars:\n  - greeting: Hello\ntasks:\n" +
        "  greet:\n    action: core.echo message=<% ctx(greeting) %>\n",
    );
    const context = { name: null, greeting: "Hello" };
    expect(found).toMatchObject({ title: "Greets", workspace: { expression: "<% ctx(greeting) %>", data: context } });
    expect(found?.workspace.inputs).toEqual({ functions: { "ctx()": context } });
  });

  it("without expressions is a document", async () => {
    expect(formsOf("version: '2.0'\nw:\n  tasks: {a: {action: std.noop}}\n")).toEqual([]);
    expect(formsOf("heat_template_version: rocky\nproperties:\n  version: 2\n  tasks: <% 1 %>\n")).toEqual([]);
  });
});

describe("a Heat environment", () => {
  const template = "heat_template_version: rocky\nparameters: {size: {type: number}}\n";
  const stack = (others: Record<string, string>, special: Partial<Workspace> = {}): Workspace => ({
    dialect: "heat",
    main: "stack.yaml",
    files: { "stack.yaml": template, ...others },
    ...special,
  });

  it("that arrives with a template is used by it", async () => {
    const { workspace, said } = await withEnvironments(stack({ "env.yaml": "parameters: {size: 3}\n" }), read);
    expect(workspace.inputs).toEqual({ environment_files: "env.yaml" });
    expect(said).toBe("stack.yaml uses the environment env.yaml");
    const nothing = stack({ "nested.yaml": template, "notes.yaml": "parameters: {size: 3}\nother: 1\n" });
    expect(await withEnvironments(nothing, read)).toEqual({ workspace: nothing, said: null });
  });

  it("is one of several for stages if they set the same parameters", async () => {
    const stages = { "env/dev.yaml": "parameters: {size: 1}\n", "env/prod.yaml": "parameters: {size: 3}\n" };
    const registry = { "registry.yaml": "resource_registry: {My::Tier: tier.yaml}\n" };
    const { workspace } = await withEnvironments(stack({ ...stages, ...registry }), read);
    expect(workspace.inputs).toEqual({ environment_files: ["env/dev.yaml", "registry.yaml"] });
  });

  it("that is added to a template is used by it beside what is set, which can be undone", async () => {
    const inputs = { size: 1, environment_files: "a.yaml" };
    const store = makeStore({
      workspace: stack({ "a.yaml": "parameters: {a: 1}\n", "b.yaml": "parameters: {b: 1}\n" }, { inputs }),
    });
    expect(await useEnvironments(store, ["a.yaml", "b.yaml"], read)).toBe(true);
    expect(store.state.workspace.inputs).toEqual({ size: 1, environment_files: ["a.yaml", "b.yaml"] });
    expect(await useEnvironments(store, ["stack.yaml", "b.yaml"], read)).toBe(false);
  });

  it("that comes first is kept as a file, and the next template replaces its placeholder", async () => {
    const found = await taken("parameters: {size: 3}\n", makeStore(), "prod.yaml", read);
    expect(found).toMatchObject({ title: "prod", workspace: { inputs: { environment_files: "prod.yaml" } } });
    expect(Object.keys(files(found))).toEqual(["main.yaml", "prod.yaml"]);
    const open = found?.workspace as Workspace;
    expect(withTemplate(open, "stack.yaml", "a: 1\n")).toBeNull();
    expect(withTemplate(open, "stack.yaml", template)).toEqual({
      ...open,
      main: "stack.yaml",
      files: { "stack.yaml": template, "prod.yaml": "parameters: {size: 3}\n" },
    });
    expect(withTemplate(stack({}), "other.yaml", template)).toBeNull();
  });
});

describe("other texts", () => {
  it("match none of the forms", () => {
    for (const text of [
      "a: 1\nb: 2\n",
      "{{ ansible_facts.kernel }}",
      "- hosts: all\n  tasks: []\n",
      "heat_template_version: rocky\n",
      '{"a": 1}',
      "apiVersion: v1\nkind: Pod\n",
    ])
      expect(formsOf(text), text).toEqual([]);
  });

  it("that are cut off are not changed", async () => {
    expect(await take('web1 | SUCCESS => {\n "ansible_facts": {"a": ')).toBeNull();
  });
});
