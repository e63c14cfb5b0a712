"""Heat: templates as types of resources. Programs with them, and what Heat makes of such a resource without a server.

A resource whose type is a template is a stack: Heat turns the template's parameters into a schema of properties, the
properties into parameters of the nested stack, and its outputs into attributes. Heat's own classes do each of these
steps here; what is missing is the database between them, through which values go as JSON.
"""

import json
import types

LEVELS = 5  # Heat's max_nested_stack_depth
SECTIONS = {"parameters", "parameter_defaults", "resource_registry"}

TYPES = ["child.yaml", "child.yaml", "leaf.yaml", "'My::Child'", "'My::Leaf'", "'My::Other'"]
REGISTRY = {"My::Child": "child.yaml", "My::Leaf": "My::Other", "My::O*": "leaf.yaml"}
CHILD = """\
heat_template_version: {version}
parameters:
{parameters}
resources:
  server: {{type: 'OS::Nova::Server', properties: {{value: {{get_param: text}}}}}}
  inner: {{type: {leaf}, properties: {{{properties}}}}}
outputs:
  text: {{value: {{get_param: text}}}}
  number: {{value: {{get_param: number}}}}
  flag: {{value: {{get_param: flag}}}}
  list: {{value: {{get_param: list}}}}
  dict: {{value: {{get_param: dict}}}}
  inner: {{value: {{get_attr: [inner, {attribute}]}}}}
  all: {{value: {{get_attr: [inner]}}}}
  ref: {{value: {{get_resource: server}}}}
  some: {{value: {value}}}
"""
LEAF = """\
heat_template_version: {version}
parameters:
{parameters}
outputs:
  text: {{value: {{get_param: text}}}}
  list: {{value: {{get_param: list}}}}
  dict: {{value: {{get_param: [dict, a]}}}}
  own: {{value: {{resource_facade: {facade}}}}}
  some: {{value: {value}}}
"""
PARAMETERS = {
    "text": [
        "{type: string}", "{type: string, default: d}", "{type: string, default: e}",
        "{type: string, default: '', constraints: [<length>]}",
    ],
    "number": ["{type: number, default: 1}", "{type: number, default: 3, constraints: [{range: {max: 80}}]}"],
    "flag": ["{type: boolean, default: false}", "{type: boolean, default: 'on'}"],
    "list": ["{type: comma_delimited_list, default: 'a,b'}", "{type: comma_delimited_list, default: [x]}"],
    "dict": ["{type: json, default: {a: 1}}", "{type: json, default: {}}"],
}
OWN = {
    "text": "{type: string, default: a}",
    "number": "{type: number, default: 2}",
    "flag": "{type: boolean, default: true}",
    "list": "{type: comma_delimited_list, default: 'a, b'}",
    "dict": "{type: json, default: {a: 1, b: [x, {ip: 1}]}}",
    "secret": "{type: string, default: hush, hidden: true}",
}
GIVEN = {  # what a property of that type takes, and what it may not
    "text": (["a", "'1'", "1", "true", "''", "'x,y'", "2020-01-01", "null"], ["1.5", "[a]", "{a: 1}", "1e400"]),
    "number": (["1", "'2'", "1.5", "'1e2'", "-3", "80", "null"], ["x", "true", "''", "[1]", "90"]),
    "flag": (["true", "'True'", "'FALSE'", "no", "null"], ["'on'", "1", "'0'", "x", "''"]),
    "list": (
        ["[a, b]", "'a,b'", "[]", "''", "null", "[a, null]", "[{k: 1}, {k: x, l: [2]}]", "['a,b', c]", "a"],
        ["[1]", "{a: 1}", "[true]", "5", "[{a: b}, c]", "[a, {b: 1}]", "[[a]]"],
    ),
    "dict": (
        ["{a: 1}", "'{\"a\": [1]}'", "[1, a]", "null", "''", "{}", "'[1]'", "{1: x}", "{a: null}"],
        ["x", "5", "true"],
    ),
    "nope": (["1"], ["null"]),
}
KINDS = {"text": "text", "number": "number", "flag": "truth", "list": "list", "dict": "map", "nope": "any"}
ATTRIBUTES = ["text", "number", "flag", "list", "dict", "inner", "all", "ref", "some", "own", "nope"]
STEPS = ["0", "1", "a", "text", "dict", "b", "-1", "list", "ip", "'0'", "{get_param: number}"]
FITTING = {"list": ["0", "1", "'0'"], "dict": ["a", "b"], "all": ["text", "list", "dict"], "inner": ["0", "a"]}
AROUND = [  # what is done with an attribute of a nested stack, with `{}` for it
    "{{repeat: {{template: {{'%x%': 'a%x%'}}, for_each: {{'%x%': {}}}}}}}",
    "{{yaql: {{expression: '$.data.d', data: {{d: {}}}}}}}",
    "{{yaql: {{expression: '$.data.d.len()', data: {{d: {}}}}}}}",
    "{{str_replace: {{template: 'x a y', params: {{a: {}}}}}}}",
    "{{map_merge: [{{k: 1}}, {}]}}",
    "{{list_concat: [[z], {}]}}",
    "{{contains: [x, {}]}}",
    "{{str_split: [',', {}]}}",
    "{{digest: [md5, {}]}}",
]
FACADES = ["metadata", "deletion_policy", "update_policy", "metadata"]


def properties(random, grammar):
    names = [name for name in GIVEN if random.random() < (0.01 if name == "nope" else 0.9 if name == "text" else 0.3)]
    return ", ".join(f"{name}: {value(random, grammar, name)}" for name in names)


def value(random, grammar, name):
    kind = random.random()
    if kind < 0.93:
        return random.choice(GIVEN[name][0 if kind < 0.9 else 1])
    return grammar.make(random, KINDS[name], 1)


def parameters(random):
    def form(name):
        return random.choice(PARAMETERS[name]).replace("<length>", "{length: {max: 3}}")

    return "\n".join(f"  {name}: {form(name)}" for name in PARAMETERS)


def resource(random, grammar, name, conditions):
    parts = [f"type: {random.choice(TYPES)}", f"properties: {{{properties(random, grammar)}}}"]
    if random.random() < 0.3:
        parts.append(f"metadata: {random.choice(['{a: {get_param: number}}', '{b: [1, x]}', '{}'])}")
    if random.random() < 0.2:
        parts.append(f"deletion_policy: {random.choice(['Retain', 'Snapshot', 'Delete'])}")
    if random.random() < 0.1:
        parts.append("update_policy: {batch: {get_param: text}}")
    if conditions and random.random() < 0.1:
        parts.append(f"condition: {random.choice(['c0', 'true', 'c0', 'c1'])}")
    return f"  {name}: {{{', '.join(parts)}}}"


def attribute(random, name):
    first = random.choice(ATTRIBUTES)
    fitting = FITTING.get(first, STEPS) if random.random() < 0.7 else STEPS
    steps = [name, first, *random.choices(fitting, k=random.choice([0, 0, 0, 1, 1, 2]))]
    return f"{{get_attr: [{', '.join(steps if random.random() < 0.9 else steps[:1])}]}}"


def output(random, grammar, names):
    read = attribute(random, random.choice(names))
    kind = random.random()
    if kind < 0.6:
        return read
    if kind < 0.7:
        return random.choice(AROUND).format(read)
    if kind < 0.85:
        return f"{{list_join: [',', [{read}, {attribute(random, random.choice(names))}]]}}"
    return f"[{read}, {{get_resource: {random.choice(names)}}}, {grammar.make(random, 'any', 1)}]"


def workspace(random, grammar, version):
    inputs = {name: random.choice(values) for name, values in (("text", ["x", 5]), ("number", [3, "4"]))}
    if random.random() < 0.7:
        inputs = {"parameters": inputs, "resource_registry": REGISTRY}
        if random.random() < 0.3:
            inputs["parameter_defaults"] = {"text": "weak", "list": "w,x", "flag": True}
    names = ["server", "volume", "group"]
    lines = [f"heat_template_version: {version}", "parameters:", *(f"  {name}: {form}" for name, form in OWN.items())]
    if version >= "2016-10-14":
        lines += ["conditions:", "  c0: {equals: [{get_param: flag}, true]}", "  c1: {not: c0}", "  c2: false"]
    lines += ["resources:", *(resource(random, grammar, name, version >= "2016-10-14") for name in names)]
    if random.random() < 0.4:
        name, other = random.sample(names, 2)
        lines.append(f"  chained: {{type: leaf.yaml, properties: {{text: {attribute(random, name)}}}}}")
        lines.append(f"  chain: {{type: child.yaml, properties: {{list: {attribute(random, other)}}}}}")
        names += ["chained", "chain"]
    lines.append("outputs:")
    lines += [f"  o{number}: {{value: {output(random, grammar, names)}}}" for number in range(5)]
    files = {
        "part.txt": "alpha\n",
        "child.yaml": CHILD.format(
            version=version,
            parameters=parameters(random),
            leaf=random.choice(["leaf.yaml", "leaf.yaml", "'My::Leaf'", "'My::Other'", "child.yaml"]),
            properties=", ".join(f"{name}: {{get_param: {name}}}" for name in PARAMETERS if random.random() < 0.7),
            attribute=random.choice(ATTRIBUTES),
            value=grammar.make(random, "any", 1),
        ),
        "leaf.yaml": LEAF.format(
            version=version,
            parameters=parameters(random),
            facade=random.choice(FACADES),
            value=grammar.make(random, "any", 1),
        ),
    }
    return {
        "dialect": "heat",
        "main": "\n".join(lines) + "\n",
        "files": files,
        "inputs": inputs,
        "attributes": {"server": {"text": "given", "id": "srv-1"}} if random.random() < 0.1 else {},
    }


def is_environment(inputs):
    return len(inputs) > 0 and SECTIONS.issuperset(inputs)


class Nested:
    """What Heat's TemplateResource does, for the reference that reads the template around it."""

    def __init__(self, reference):
        from heat.common import exception
        from heat.engine import attributes, environment, properties
        from heat.engine.resources import template_resource

        self.reference, self.properties, self.environment = reference, properties.Properties, environment
        self.resource = template_resource.TemplateResource

        class Data(reference.data):
            """The outputs of a stack that is made when something first asks for one."""

            def __init__(self, name, given, made, names):
                super().__init__(1, name, "u", given.pop("id", name), given, "CREATE", "COMPLETE")
                self.made, self.names, self.stack, self.read = made, names, None, {}

            def output(self, name):
                if self.stack is None:
                    self.stack = self.made()
                if name not in self.read:
                    if name not in self.stack.enabled_output_names():
                        raise KeyError(name)
                    definition = self.stack.output_definition(name)
                    definition.validate()
                    self.read[name] = json.loads(json.dumps(reference.listed(definition.get_value())))
                return self.read[name]

            def attribute(self, name):
                first, *rest = name if isinstance(name, tuple) else (name,)
                if first in self._attributes:
                    return super().attribute(name)
                return attributes.select_from_attribute(self.output(first), rest)

            def attributes(self):
                return {name: self.attribute(name) for name in self.attribute_names()}

            def attribute_names(self):
                return list(dict.fromkeys([*self._attributes, *self.names()]))  # in order, for `repeat` over them

        self.lazy, self.too_deep, self.unknown = Data, exception.RequestLimitExceeded, exception.EntityNotFound

    def data(self, stack, name, given, parent):
        """None where the type of the resource is no template."""
        body = stack.t.t["resources"][name]
        if not isinstance(body, dict) or not isinstance(body.get("type"), str):
            return None
        info = self.info(stack, body["type"], name)
        if info is None:
            return None
        level = parent.level + 1 if parent else 1
        return self.lazy(
            name,
            dict(given or {}),
            lambda: self.stack(stack, name, info, level),
            lambda: self.template(stack, info)["outputs"] or (),
        )

    def info(self, stack, type_, name):
        try:
            info = stack.env.get_resource_info(
                type_, resource_name=name, registry_type=self.environment.TemplateResourceInfo
            )
        except self.unknown:
            return None
        return info if info.template_name in stack.t.files else None

    def stack(self, stack, name, info, level):
        if level > LEVELS:
            raise self.too_deep(message="Recursion depth exceeds 5.")
        template = self.template(stack, info)
        schema = self.properties.schema_from_params(template.param_schemata(stack.env.param_defaults))
        definition = stack.resource_definition(name)
        properties = definition.properties(schema)
        properties.validate()
        given = self.resource.child_params(types.SimpleNamespace(properties=properties, action="CREATE", INIT="INIT"))
        environment = self.environment.get_child_environment(
            stack.env, given, item_to_remove=info, child_resource_name=name
        )
        parent = types.SimpleNamespace(t=definition, metadata_get=definition.metadata, level=level)
        made = self.reference.stack_of(stack.t.files[info.template_name], stack.t.files, environment, {}, parent)
        for each in sorted(made.enabled_output_names(), key=str):
            made.output_definition(each).validate()
        return made

    def template(self, stack, info):
        return self.reference.template(self.reference.parse(stack.t.files[info.template_name]), files=stack.t.files)
