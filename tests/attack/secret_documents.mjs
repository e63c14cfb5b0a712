// Documents that declare a secret, one for each way that a language has, with a call that is given it.
//
// `make(random, catalogueOf)` gives the call's text, and what makes a document of a secret. The call stands where what
// is marked is hidden: Heat prints hidden parameters in outputs, so there it is a property or a condition.

import { createCipheriv, createHmac, pbkdf2Sync } from "node:crypto";
import { hostile, literalsOf } from "./calls.mjs";

const json = JSON.stringify;

/**
 * Calls that tell something of their argument in the languages themselves. Whether `b64decode` fails depends on each
 * bit of the text. In Unfurl some functions give values without a mark (recorded in `unfurl/functions/secret/in-concat`
 * and `unfurl/tosca/get_property/self`), and so are numbers that are computed (`unfurl/sensitive/template-eval-len`).
 */
const unmarked = {
  jinja2: /b64decode/,
  unfurl: /\b(concat|join|add|mul|get_property)\b\s*:/,
  "jinja2 in unfurl": /b64decode|\b(int|float)\b/,
};

/**
 * A call of the catalogue, of which a literal is a reading of the secret, and perhaps another something hostile.
 * `rules` names the calls that are left out.
 */
function callOf(random, catalogue, dialect, readings, isUsable = () => true, rules = dialect) {
  for (;;) {
    const { name, kind, examples } = random.pick(catalogue);
    if (examples.length === 0) continue;
    const { workspace } = random.pick(examples);
    const { expression } = workspace;
    if (typeof expression !== "string" || unmarked[rules]?.test(expression) || !isUsable(workspace, kind)) continue;
    const literals = literalsOf(expression, dialect);
    if (literals.length === 0) continue;
    const secret = random.below(literals.length);
    const changes = new Map([[secret, random.pick(readings)]]);
    if (literals.length > 1 && random.chance(0.4)) {
      changes.set((secret + 1 + random.below(literals.length - 1)) % literals.length, random.pick(hostile[dialect]));
    }
    let text = "";
    let end = 0;
    literals.forEach((one, index) => {
      text += expression.slice(end, one.begin) + (changes.get(index) ?? expression.slice(one.begin, one.end));
      end = one.end;
    });
    return { name: `${kind} ${name}`, text: text + expression.slice(end), workspace };
  }
}

/** The lines of a text that stands in a block of YAML. */
const indented = (text, by) => text.replaceAll(/^(?=.)/gm, " ".repeat(by));

// ---- Heat: parameters that are hidden, by the template or the environment

const heatReadings = [
  "{get_param: p}",
  "{get_param: p}",
  "{get_param: [list, 0]}",
  "{get_param: list}",
  "{get_param: map}",
  "{get_param: [map, key]}",
  "{list_join: ['-', [x, {get_param: p}]]}",
  "{str_replace: {template: 'a%s%b', params: {'%s%': {get_param: p}}}}",
  "{digest: [md5, {get_param: p}]}",
  "{str_split: ['a', {get_param: p}]}",
  "{yaql: {expression: $.data.toUpper(), data: {get_param: p}}}",
  "{yaql: {expression: 'dict($.data => 1)', data: {get_param: p}}}",
  "{get_attr: [named, {get_param: p}]}",
  "{get_attr: [bare, {get_param: p}]}",
  "{get_resource: {get_param: p}}",
  "{get_file: {get_param: p}}",
];
/** Not a digest, whose letters are others for each secret, nor what is no data. */
const heatData = heatReadings.slice(0, 10).filter((one) => !one.includes("digest"));
const yaqlReadings = [
  "$2",
  "$2",
  "$2.toUpper()",
  "[$2]",
  "dict($2 => $2)",
  "($2 + 'x')",
  "$2.toCharArray()",
  "$2.split('a')",
  "int($2)",
  "$2.nope",
  "$2.substring(1)",
];

/** The template around a property and a condition, and the inputs with the secret in each of its parameters. */
function heatDocument(property, condition) {
  return (secret) => ({
    main: "main.yaml",
    files: {
      "main.yaml": [
        "heat_template_version: 2021-04-16",
        "parameters:",
        "  p: {type: string, hidden: true}",
        "  list: {type: comma_delimited_list, hidden: true}",
        "  map: {type: json}",
        "conditions:",
        `  c: ${condition}`,
        "resources:",
        "  named: {type: 'OS::Heat::Value'}",
        "  bare: {type: 'OS::Heat::Value'}",
        "  r:",
        "    type: OS::Heat::Value",
        `    properties: {value: ${property}, plain: 1}`,
        "outputs:",
        "  o: {value: {if: [c, 1, 2]}}",
      ].join("\n"),
    },
    attributes: { named: { show: 1, other: { a: 1 } } },
    inputs: {
      parameters: { p: secret, list: `${secret},b`, map: { key: secret, [secret]: "x" } },
      encrypted_param_names: ["map"],
    },
  });
}

function heatCall(random, catalogueOf) {
  const { name, text } = callOf(random, catalogueOf("heat"), "heat", heatReadings, ({ main }) => main === undefined);
  return { call: name, documentOf: heatDocument(text, `{equals: [${random.pick(heatReadings)}, x]}`) };
}

/** The same in a condition: as one, compared, and within the words of conditions. */
function heatCondition(random, catalogueOf) {
  const { name, text } = callOf(random, catalogueOf("heat"), "heat", heatReadings, ({ main }) => main === undefined);
  const conditions = [text, `{equals: [${text}, x]}`, `{not: ${text}}`, `{and: [true, ${text}]}`, `{or: [${text}, c]}`];
  const property = `{if: [${random.pick([...conditions, random.pick(heatReadings)])}, 1, 2]}`;
  return { call: name, documentOf: heatDocument(property, random.pick(conditions)) };
}

function heatYaql(random, catalogueOf) {
  const { name, text, workspace } = callOf(random, catalogueOf("yaql"), "yaql", yaqlReadings);
  const expression = `with($.data.d, $.data.s) -> ${text}${random.chance(0.2) ? ".nope" : ""}`;
  const data = `{d: ${json(workspace.data ?? null)}, s: ${random.pick(heatData)}}`;
  const call = `{yaql: {expression: ${json(expression)}, data: ${data}}}`;
  const property = random.chance(0.3) ? `{if: [${call}, 1, 2]}` : call;
  return { call: name, documentOf: heatDocument(property, "{equals: [1, 1]}") };
}

const heatConstraints = [
  "{length: {min: 300}}",
  "{range: {max: 1}}",
  "{allowed_values: [a, 1]}",
  "{allowed_pattern: 'x+'}",
  "{modulo: {step: 2}}",
  "{length: {max: 1}, description: no}",
];

/** A hidden parameter whose value does not suit its declaration, also within a nested stack. */
function heatParameter(random) {
  const type = random.pick(["string", "number", "boolean", "comma_delimited_list", "json"]);
  const constraints = random.chance(0.6) ? `, constraints: [${random.pick(heatConstraints)}]` : "";
  const parameter = (hidden) => `p: {type: ${type}${hidden ? ", hidden: true" : ""}${constraints}}`;
  const isNested = random.chance(0.4);
  const isEncrypted = random.chance(0.3);
  const outer = isNested ? "p: {type: string, hidden: true}" : parameter(!isEncrypted);
  return {
    call: `parameter of type ${type}`,
    documentOf: (secret) => ({
      main: "main.yaml",
      files: {
        "main.yaml": [
          "heat_template_version: 2021-04-16",
          `parameters: {${outer}}`,
          `resources: {r: {type: ${isNested ? "inner.yaml" : "'OS::Heat::Value'"}, properties: {p: {get_param: p}}}}`,
          `outputs: {o: {value: ${isNested ? "{get_attr: [r, o]}" : "1"}}}`,
        ].join("\n"),
        "inner.yaml": [
          "heat_template_version: 2021-04-16",
          `parameters: {${parameter(false)}}`,
          "outputs: {o: {value: 1}}",
        ].join("\n"),
      },
      inputs: isEncrypted ? { parameters: { p: secret }, encrypted_param_names: ["p"] } : { p: secret },
    }),
  };
}

// ---- Unfurl: secrets of the workspace, and inputs and properties that are declared sensitive

const unfurlReadings = [
  "{eval: {secret: s}}",
  "{eval: {secret: s}}",
  "{eval: {sensitive: {eval: {secret: s}}}}",
  "[{eval: {secret: s}}, x]",
  "{a: {eval: {secret: s}}}",
  "'{{ lookup(''env'', ''NOPE'') }}{{ {''eval'': {''secret'': ''s''}} | eval }}'",
  "'{{ {''eval'': {''secret'': ''s''}} | eval | upper }}'",
];

function unfurlCall(random, catalogueOf) {
  const { name, text, workspace } = callOf(random, catalogueOf("unfurl"), "unfurl", unfurlReadings, (_, kind) =>
    /function|special-key|keyword/.test(kind),
  );
  return {
    call: name,
    documentOf: (s) => ({ ...workspace, expression: text, secrets: { ...workspace.secrets, s } }),
  };
}

/** Filters, tests, lookups and statements in a template that reads the secret. */
function unfurlTemplate(random, catalogueOf) {
  const reading = ["SELF.pw", "SELF.pw", "(SELF.pw ~ 'x')", "[SELF.pw]", "{'a': SELF.pw}", "(SELF.pw | upper)"];
  const { name, text } = callOf(
    random,
    catalogueOf("jinja2"),
    "jinja2",
    reading,
    ({ options, files, vars }, kind) => !kind.includes("2.21") && !files && !vars && !options?.extensions,
    "jinja2 in unfurl",
  );
  return {
    call: name,
    documentOf: (s) => ({
      main: `pw: {eval: {secret: s}}\nmade: ${json(text)}\n`,
      expression: "eval: .::made",
      secrets: { s },
    }),
  };
}

const toscaConstraints = [
  "{max_length: 1}",
  "{min_length: 300}",
  "{length: 1}",
  "{pattern: 'x+'}",
  "{valid_values: [a, b]}",
  "{equal: x}",
  "{greater_than: 5}",
  "{in_range: [1, 2]}",
];
const toscaTypes = [
  "string",
  "integer",
  "float",
  "boolean",
  "timestamp",
  "version",
  "range",
  "scalar-unit.size",
  "list, entry_schema: {type: integer}",
  "list, entry_schema: {type: Pair}",
  "map, entry_schema: {type: string, constraints: [{max_length: 1}]}",
  "map, key_schema: {type: string, constraints: [{max_length: 1}]}",
  "map, key_schema: {type: integer}",
  "Pair",
  "PortDef",
];
const shapesOf = [
  (s) => s,
  (s) => [s],
  (s) => [{ left: s }],
  (s) => ({ [s]: s }),
  (s) => ({ a: s }),
  (s) => ({ left: s, right: s }),
  (s) => ({ left: { [s]: 1 }, [s]: [s] }),
];
const toscaReadings = [
  "{get_input: pw}",
  "{get_input: pw}",
  "{concat: [x, {get_input: pw}]}",
  "'{{ TOPOLOGY.inputs.pw }}'",
  "'{{ TOPOLOGY.inputs.pw | upper }}'",
  "{eval: '::root::inputs::pw'}",
  "{eval: {to_label: {get_input: pw}}}",
];

/** An input or a property that is declared sensitive, whose value may not suit its declaration. */
function toscaDeclaration(random) {
  const type = random.pick(toscaTypes);
  const constraints = random.chance(0.5) ? `, constraints: [${random.pick(toscaConstraints)}]` : "";
  const declaration = `{type: ${type}${constraints}, metadata: {sensitive: true}}`;
  const isInput = random.chance(0.6);
  const held = random.pick(shapesOf);
  const shape = held;
  // A template in a document is an expression of it, and no secret.
  const written = (secret) => secret.replaceAll(/\{(?=[{%])/g, "(");
  const reading = random.pick(toscaReadings.filter((one) => !unmarked.unfurl.test(one)));
  return {
    call: `${isInput ? "input" : "property"} of type ${type}`,
    documentOf: (secret) => ({
      main: [
        "tosca_definitions_version: tosca_simple_unfurl_1_0_0",
        "data_types:",
        "  Pair: {properties: {left: {type: string}, right: {type: integer, required: false}}}",
        "node_types:",
        `  Node: {derived_from: tosca.nodes.Root, properties: {p: ${isInput ? "{type: any}" : declaration}}}`,
        "topology_template:",
        isInput ? `  inputs: {pw: ${declaration}}` : "  inputs: {}",
        `  node_templates: {n: {type: Node, properties: {p: ${isInput ? reading : json(shape(written(secret)))}}}}`,
      ].join("\n"),
      ...(isInput ? { inputs: { pw: shape(secret) } } : {}),
    }),
    // A property stands in the document, whose own text is that of its steps.
    shown: isInput ? [] : ["trace"],
  };
}

/** A file that is written with what was made of the secret, and a request whose URL is. */
function unfurlOutside(random) {
  const made = random.pick(["SELF.pw", "SELF.pw | upper", "SELF.pw | b64encode", "SELF.pw[1:]", "SELF.pw | urlencode"]);
  const calls = [
    `eval: {file: out.txt, contents: "{{ ${made} }}"}`,
    `eval: {file: out.json, contents: {a: "{{ ${made} }}"}}`,
    `eval: {file: "{{ ${made} }}.txt", contents: x}`,
    `eval: {tempfile: "{{ ${made} }}"}`,
    `eval: {tempfile: {a: "{{ ${made} }}"}, suffix: .yaml}`,
    `eval: {tempfile: a, suffix: "{{ ${made} }}"}`,
    `{eval: {tempfile: a, suffix: "{{ ${made} }}"}, select: path}`,
    `{eval: {file: "{{ ${made} }}"}, select: contents}`,
    `{eval: {file: a, dir: "{{ ${made} }}"}, select: path}`,
    `{eval: {file: a, dir: "{{ ${made} }}"}, select: contents}`,
    `eval: {get_dir: "{{ ${made} }}"}`,
    `eval: {get_attribute: ["{{ ${made} }}", a]}`,
    `eval: {get_attribute: [SELF, "{{ ${made} }}"]}`,
    `eval: {secret: s}`,
    `"{{ lookup('url', 'https://example.com/' ~ (${made})) }}"`,
    `"{{ lookup('file', (${made})) }}"`,
    `eval: {get_artifact: [SELF, "{{ ${made} }}"]}`,
  ];
  const call = random.pick(calls);
  return { call, documentOf: (s) => ({ main: `pw: {eval: {secret: s}}\n`, expression: call, secrets: { s } }) };
}

// ---- Ansible: values of vaults, which hosts such as the page mask

const password = "open sesame";
const salt = Buffer.alloc(32, 7);
const keys = pbkdf2Sync(password, salt, 10_000, 80, "sha256");

/** A vault that holds the text, as `ansible-vault` writes it. */
function vaultOf(text) {
  const size = Buffer.byteLength(text);
  const padding = 16 - (size % 16);
  const cipher = createCipheriv("aes-256-ctr", keys.subarray(0, 32), keys.subarray(64));
  const bytes = cipher.update(Buffer.concat([Buffer.from(text), Buffer.alloc(padding, padding)]));
  const mac = createHmac("sha256", keys.subarray(32, 64)).update(bytes).digest("hex");
  const hex = Buffer.from([salt.toString("hex"), mac, bytes.toString("hex")].join("\n")).toString("hex");
  return `$ANSIBLE_VAULT;1.1;AES256\n${hex.match(/.{1,80}/g).join("\n")}\n`;
}

function ansibleCall(random, catalogueOf) {
  const readings = ["s", "s", "(s ~ 'x')", "[s]", "{'a': s}", "{s: 1}", "(s | upper)", "m.key", "m", "later"];
  readings.push("vars['s']", "hostvars['web'].s");
  const { name, text, workspace } = callOf(random, catalogueOf("jinja2"), "jinja2", readings);
  return {
    call: name,
    documentOf: (secret) => {
      const vault = indented(vaultOf(secret), 6);
      const files = {
        hosts: "web\n",
        "group_vars/all.yml": `s: !vault |\n${vault}m:\n  key: !vault |\n${vault}later: "{{ s }}"\n`,
      };
      return {
        ...workspace,
        expression: text,
        files: { ...files, ...workspace.files },
        options: { flavor: "ansible", inventory: "hosts", host: "web", ...workspace.options },
        secrets: { vault_password: password },
      };
    },
    options: { maskVaults: true },
  };
}

export const documents = [
  { name: "heat call", dialect: "heat", make: heatCall },
  { name: "heat condition", dialect: "heat", make: heatCondition },
  { name: "heat yaql", dialect: "heat", make: heatYaql },
  { name: "heat yaql", dialect: "heat", make: heatYaql },
  { name: "heat parameter", dialect: "heat", make: heatParameter },
  { name: "unfurl call", dialect: "unfurl", make: unfurlCall },
  { name: "unfurl template", dialect: "unfurl", make: unfurlTemplate },
  { name: "tosca declaration", dialect: "unfurl", make: toscaDeclaration },
  { name: "unfurl outside", dialect: "unfurl", make: unfurlOutside },
  { name: "ansible call", dialect: "jinja2", make: ansibleCall },
];
