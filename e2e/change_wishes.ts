// Everyday wishes for a value of a result: the workspace, the row or line, the wish, and what applying it gives.
import type { Workspace } from "evalground";

export interface EverydayWish {
  title: string;
  workspace: Omit<Workspace, "dialect"> & { dialect: string };
  /** The view with the row, if it is not the first one. */
  view?: string;
  /** The name of the row, or words of a line of the text. */
  row: string | { line: string };
  to: string;
  /** What the first candidate says. */
  first: RegExp;
  /** The row or line with the wish fulfilled. */
  after: RegExp;
}

/** A repository of Ansible with a port for a group of two hosts. */
export const repository: EverydayWish["workspace"] = {
  dialect: "jinja2",
  operation: "host",
  files: {
    "hosts.ini": "[web]\nweb1\nweb2\n",
    "site.yml": "- hosts: all\n  tasks: []\n",
    "group_vars/web.yml": "# the proxy listens elsewhere\nport: 80\nowner: platform\n",
  },
  options: { flavor: "ansible", inventory: "hosts.ini", play: "site.yml", host: "web1" },
};

/** Two services that merge the same defaults. */
export const ensembleText =
  "defaults:\n  service: {region: eu-west, replicas: 1} # for all\ninstances:\n" +
  "  web:\n    attributes:\n      +/defaults/service:\n      port: 443\n" +
  "  api:\n    attributes:\n      +/defaults/service:\n      port: 8080\n" +
  '      url: {concat: ["https://api:", {eval: .::port}]}\n';
export const ensemble: EverydayWish["workspace"] = { dialect: "unfurl", files: { "main.yaml": ensembleText } };

export const wishes: EverydayWish[] = [
  {
    title: "a host's port",
    workspace: repository,
    row: "port",
    to: "8080",
    first: /group_vars\/web\.yml, line 2|host_vars\/web1\.yml/,
    after: /8080/,
  },
  {
    title: "a line of nginx",
    workspace: {
      dialect: "jinja2",
      files: {
        "nginx.conf.j2":
          "server {\n{% for port in ports %}\n  listen {{ port }};\n{% endfor %}\n" +
          "  server_name {{ name }}.shop.test;\n}\n",
      },
      vars: { ports: [80, 443], name: "www" },
      options: { trim_blocks: true },
    },
    view: "Text",
    row: { line: "server_name" },
    to: "  server_name api.shop.test;",
    first: /name/,
    after: /server_name api\.shop\.test;/,
  },
  {
    title: "a stack's flavor",
    workspace: {
      dialect: "heat",
      files: {
        "stack.yaml":
          "heat_template_version: 2018-08-31\nparameters:\n  flavor: {type: string, default: m1.small}\nresources:\n" +
          "  server:\n    type: OS::Nova::Server\n    properties:\n      image: debian\n" +
          "      flavor: {get_param: flavor}\noutputs:\n  size:\n    value: {get_param: flavor}\n",
      },
    },
    view: "Resources",
    row: "server.properties.flavor",
    to: "m1.large",
    first: /./,
    after: /m1\.large/,
  },
  {
    title: "a policy's list",
    workspace: {
      dialect: "cfengine",
      files: {
        "policy.cf":
          'bundle agent main\n{\n  vars:\n      "packages" slist => { "nginx", "curl" };\n  reports:\n' +
          '      "install $(packages)";\n}\n',
      },
    },
    view: "Variables",
    row: "main.packages.1",
    to: "wget",
    first: /policy\.cf, line 4/,
    after: /wget/,
  },
  {
    title: "an ensemble's region through a merge",
    workspace: ensemble,
    row: "instances.api.region",
    to: "us-east",
    first: /region/,
    after: /us-east/,
  },
  {
    title: "a pipeline's label",
    workspace: {
      dialect: "dcontroller",
      files: {
        "view.yaml":
          "- '@select': {'@eq': [$.kind, Service]}\n- '@project':\n    metadata:\n      name: $.metadata.name\n" +
          "      labels: {tier: {'@concat': [$.metadata.name, -edge]}}\n",
      },
      data: [{ apiVersion: "v1", kind: "Service", metadata: { name: "shop", namespace: "store" } }],
    },
    row: "0.metadata.labels.tier",
    to: "shop-inner",
    first: /view\.yaml, line 5/,
    after: /shop-inner/,
  },
];
