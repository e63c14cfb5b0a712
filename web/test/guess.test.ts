import { describe, expect, it } from "vitest";
import { readExamples } from "../plugins/examples.ts";
import { guessed } from "../src/ui/guess.ts";

describe("the dialect of a text", () => {
  it.each<[string, string | null]>([
    ["heat_template_version: 2021-04-16\noutputs: {}\n", "heat"],
    ["apiVersion: unfurl/v1alpha1\nkind: Ensemble\n", "unfurl"],
    ["tosca_definitions_version: tosca_simple_unfurl_1_0_0\n", "unfurl"],
    ["a:\n  eval: ::b\nc: '{{ x }}'\n", "unfurl"],
    ['bundle agent main\n{\n  reports: "{{x}}";\n}\n', "cfengine"],
    ["'@cond': [true, 1, 2]\n", "dcontroller"],
    ['{"@eq": ["$.a", 1]}', "dcontroller"],
    ["server {{ name }};\n", "jinja2"],
    ["$.servers.where($.up)", "yaql"],
    ["- hosts: all\n  tasks:\n    - debug: msg=hello\n", "jinja2/ansible"],
    ["---\n- name: Web servers\n  hosts: web\n  become: true\n  roles: [nginx]\n", "jinja2/ansible"],
    ["- import_playbook: web.yml\n", "jinja2/ansible"],
    ["- name: Packages\n  apt:\n    name: '{{ packages }}'\n    state: present\n", "jinja2/ansible"],
    [
      "- name: Config\n  # once\n\n  ansible.builtin.template:\n    src: app.j2\n    dest: /etc/app\n",
      "jinja2/ansible",
    ],
    ["- name: Users\n  user: name={{ item }} state=present\n  loop: '{{ users }}'\n", "jinja2/ansible"],
    ["- include_tasks: debian.yml\n  when: os == 'Debian'\n", "jinja2/ansible"],
    ["[web]\nweb1 ansible_host=10.0.0.1\nweb2\n\n[shop:children]\nweb\n", "jinja2/ansible"],
    ["[web]\nweb1\nweb2.example.com port=80\n", "jinja2/ansible"],
    ["all:\n  children:\n    web:\n      hosts:\n        web1:\n", "jinja2/ansible"],
    ["web:\n  hosts:\n    web1.example.com:\n", "jinja2/ansible"],
    ["nginx_port: 80\nnginx_url: 'http://{{ inventory_hostname }}:{{ nginx_port }}/'\n", "jinja2/ansible"],
    // Defaults of a role that only assign are plain YAML, and with templates alone they could be of any tool.
    ["nginx_port: 80\nnginx_hosts:\n  - a\n  - b\n", null],
    ["nginx_url: 'http://{{ host }}:80/'\n", "jinja2"],
    // Lists and settings that resemble tasks and inventories.
    ["- name: web\n  service: nginx\n  group: 3\n", null],
    ["[server]\nport=80\n", null],
    ["rules:\n  - hosts: [a.example.com]\n", null],
    ["tasks:\n  greet:\n    action: std.echo output=<% $.name %>\n", "yaql"],
    ["version: '2.0'\nhello:\n  tasks:\n    greet:\n      action: core.echo message=<% ctx(name) %>\n", "yaql"],
    ["apiVersion: unfurl/v1alpha1\nkind: Ensemble\nspec:\n  - hosts: all\n    command: ls\n", "unfurl"],
    ["tosca_definitions_version: tosca_simple_yaml_1_3\n", "unfurl"],
    ["pipeline:\n  - '@select':\n      '@eq': [$.spec.command, ls]\n", "dcontroller"],
    ["body common control\n{\n  bundlesequence => { main };\n}\n", "cfengine"],
    ["{% for host in hosts %}\n{{ host }}\n{% endfor %}\n", "jinja2"],
    ["[client]\nhost = {{ host }}\n", "jinja2"],
    ["a: 1\nb: $5\n", null],
    ["", null],
  ])("of %j is %s", (text, choice) => {
    expect(guessed(text)?.choice.id ?? null).toBe(choice);
  });

  it("is certain for a play and for tasks", () => {
    expect(guessed("- hosts: all\n  vars: {a: 1}\n")?.isSure).toBe(true);
    expect(guessed("- apt: {name: nginx}\n")?.isSure).toBe(true);
  });

  it("is found in a long list within a moment", () => {
    const start = performance.now();
    expect(guessed(`- a:  x\n${"    b:  c\n".repeat(20_000)}`.repeat(3))).toBeNull();
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it("is always guessed correctly for an example", () => {
    for (const { dialect, files = {}, main, expression } of readExamples().map((each) => each.case)) {
      const content = Object.values(files)[0] ?? main ?? expression;
      expect([dialect, null]).toContain(guessed(typeof content === "string" ? content : "")?.choice.dialect ?? null);
    }
  });
});
