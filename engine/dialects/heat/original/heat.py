"""Heat: whole templates with parameters, conditions, resources and outputs, some with templates as resources."""

import importlib.util
import logging
import re

from . import heat_nested, limits, yaql
from .answer import Answer, Explained, NotComparable, failure, plain
from .edits import edited, tokens
from .grammar import Grammar
from .shorten import lines

PROGRAM = "main"
THREADS = 1
ATTEMPTS = 400
SPLITS = [lines, tokens]

RULES = """
any:
  <text>
  <list>
  <map>
  <number>
  {get_param: <parameter>}
  {get_param: [<parameter>, <step>]}
  {get_param: [<parameter>, <step>, <step>]}
  {get_attr: [<resource>, <attribute>]}
  {get_attr: [<resource>, <attribute>, <step>]}
  {get_attr: [<group>, <nested>]}
  {get_attr: [<group>, <nested>, <step>]}
  {if: [<condition>, <any>, <any>]}
  {if: [<condition>, <any>]}
  {yaql: {expression: <query>, data: <any>}}
  {yaql: {expression: <query>, data: {a: <any>, b: <any>}}}
  <truth>
text:
  {get_resource: <resource>}
  {get_resource: <group>}
  {list_join: [<text>, <list>]}
  {list_join: [<text>, <texts>, <texts>]}
  {str_replace: {template: <text>, params: {<word>: <any>}}}
  {str_replace: {template: 'a b ab', params: {a: <any>, ab: <text>}}}
  {str_replace_strict: {template: <text>, params: {<word>: <text>}}}
  {str_replace_vstrict: {template: 'x <word>', params: {<word>: <text>}}}
  {digest: [<digest>, <text>]}
  {get_file: <file>}
  {make_url: {scheme: http, host: <text>, port: <number>, path: <text>, query: <map>}}
  {make_url: {host: <text>, username: <text>, password: <text>, fragment: <text>}}
  {get_param: text}
  {get_param: [dict, a]}
  {get_attr: [server, name]}
  {if: [<condition>, <text>, <text>]}
list:
  [<any>, <any>]
  [<any>]
  <texts>
  {list_concat: [<list>, <list>]}
  {list_concat_unique: [<list>, <list>]}
  {filter: [<list>, <list>]}
  {repeat: {template: <any;'%x%'=text,'b%x%'=text>, for_each: {'%x%': <list>}}}
  {repeat: {template: {'%x%': <any;'%y%'=text>}, for_each: {'%x%': <texts>, '%y%': <list>}}}
  {repeat: {template: ['%x%', '%y%'], for_each: {'%x%': <list>, '%y%': <list>}, permutations: <truth>}}
  {repeat: {template: '%x%', for_each: <map>}}
  {str_split: [<text>, <text>]}
  {get_param: list}
  {get_attr: [<group>, <nested>]}
  {yaql: {expression: '$.data.select(str($))', data: <list>}}
texts:
  [<text>, <text>]
  {str_split: [',', <text>]}
map:
  {<word>: <any>}
  {<word>: <any>, <word>: <any>}
  {map_merge: [<map>, <map>]}
  {map_replace: [<map>, {keys: {<word>: <word>}, values: {<word>: <text>}}]}
  {map_replace: [<map>, {values: {<number>: <any>}}]}
  {get_param: dict}
  {get_attr: [server]}
  {repeat: {template: {'%x%': 1}, for_each: {'%x%': <texts>}}}
number:
  {get_param: number}
  {str_split: ['.', '1.2.3', <number>]}
truth:
  {contains: [<any>, <list>]}
  {equals: [<any>, <any>]}
  {not: <condition>}
  {and: [<condition>, <condition>]}
  {or: [<condition>, <condition>]}
condition:
  {equals: [<simple>, <simple>]}
  {not: <condition>}
  {and: [<condition>, <condition>]}
  {or: [<condition>, <condition>, <condition>]}
  {contains: [<simple>, [<simple>, <simple>]]}
  {yaql: {expression: '$.data.a = 1', data: {a: <simple>}}}
simple:
  {get_param: <parameter>}
  {get_param: [dict, <step>]}
  {if: [<condition>, <simple>, <simple>]}
  {str_replace: {template: <word>, params: {a: <word>}}}
resource_body:
  {type: 'OS::Nova::Server', properties: {a: <any>}}
  {type: 'OS::Nova::Server', properties: <map>, metadata: <map>}
  {type: 'OS::Nova::Server', depends_on: <resource>}
  {type: nested.yaml, properties: {size: <any>}, condition: <condition>}
  {type: 'OS::Heat::AutoScalingGroup', properties: {count: <number>, resource_def: {type: nested.yaml, properties: <map>}}}
  {type: 'OS::Cinder::Volume', properties: {value: <any>}, deletion_policy: <policy>}
"""

WORDS = {
    "word": ["a", "b", "ab", "x y", "'1'", "é", "''", "k"],
    "text": [
        "a", "'a b ab'", "''", "'1,2,,3'", "'x/y?z=1&q'", "é", "'{\"k\": [1]}'", "10.0.0.1", "'::1'", "'%x%'", "','",
    ],
    "list": ["[]", "[a, b, a]", "[1, 2.5, null]", "[[1], [2]]", "[{a: 1}, {b: 2}]"],
    "texts": ["[a, b]", "['', x]", "{get_param: list}"],
    "map": ["{}", "{a: 1}", "{a: {b: [1, 2]}, b: x}", "{'1': yes, k: null}"],
    "number": ["0", "1", "2", "-1", "1.5", "80", "1e3", "010"],
    "any": ["null", "true", "a", "1", "{a: 1}", "[1]", "{get_param: dict}", "2020-01-01", "'no'", "off", "~"],
    "simple": ["a", "1", "true", "'1'", "null", "x", "2.0"],
    "truth": ["true", "false", "'yes'", "0"],
    "condition": ["c0", "c1", "c2", "true", "false", "'yes'"],
    "parameter": ["text", "number", "flag", "list", "dict", "secret", "'OS::stack_name'", "'OS::project_id'", "nope"],
    "resource": ["server", "server", "volume", "nope"],
    "group": ["group", "nested"],
    "attribute": ["name", "addresses", "first", "nope", "show", "number", "'json text'"],
    "nested": [
        "outputs", "refs", "resource.0.ip", "resource.1", "attributes", "output", "ips", "outputs.ip", "refs_map",
    ],
    "step": ["0", "1", "a", "b", "private", "addr", "-1", "'0'", "{get_param: text}", "ip", "2", "null"],
    "file": ["part.txt", "nested.yaml", "nope.txt", "'sub/x'"],
    "digest": ["md5", "sha1", "sha256", "sha512", "crc"],
    "policy": ["Delete", "Retain", "Snapshot", "Never", "delete"],
    "query": [
        "$.data", "$.data.a", "$.data.len()", "'$.data.select($)'", "$.data.b", "'$.data.a + $.data.b'",
        "'$.data.where($)'", "'list($.data.a, $.data.b).flatten()'", "$.data.keys()", "'$.data.toDict($, 1)'",
        "'$.data['", "str($.data)",
    ],
}
VERSIONS = [
    "2013-05-23", "2014-10-16", "2015-04-30", "2015-10-15", "2016-04-08", "2016-10-14", "newton", "2017-02-24",
    "ocata", "2017-09-01", "pike", "2018-03-02", "queens", "rocky", "2018-08-31", "2021-04-16", "wallaby",
]
OTHERS = [
    "{", "}", "[", "]", ",", ":", "'", '"', "a", "1", "null", "get_param", "if", "- ", " ", "#", "&x ", "*x", "|", "!",
    "?",
]
PARAMETERS = {
    "text": [
        "{type: string, default: a}", "{type: string, default: abc, constraints: [{length: {min: 1, max: <n>}}]}",
        "{type: string, default: '1', constraints: [{allowed_pattern: '[a-z1]*'}]}", "{type: String, default: ''}",
    ],
    "number": [
        "{type: number, default: 1}", "{type: number, default: '<n>', constraints: [{range: {min: 1}}]}",
        "{type: number, default: 2.5}", "{type: number, default: 10, constraints: [{modulo: {step: <n>, offset: 1}}]}",
    ],
    "flag": ["{type: boolean, default: true}", "{type: boolean, default: 'off'}", "{type: boolean, default: 1}"],
    "list": [
        "{type: comma_delimited_list, default: 'a, b'}", "{type: comma_delimited_list, default: [x, 1]}",
        "{type: comma_delimited_list, default: ''}",
        "{type: comma_delimited_list, default: 'a,b', constraints: [{length: {max: <n>}}]}",
    ],
    "dict": [
        "{type: json, default: {a: 1, b: [x, {ip: 1}]}}", "{type: json, default: '{\"a\": null}'}",
        "{type: json, default: [1, a]}",
    ],
    "secret": ["{type: string, default: hush, hidden: true}", "{type: string, hidden: true}"],
}
INPUTS = {
    "text": ["a", "x y", "", 5, True, "1"],
    "number": [1, "2", 0.5, "1e2", "x", -3],
    "flag": [True, "no", "TRUE", 0, "maybe"],
    "list": ["a,b", ["a", 1], "", [], "x"],
    "dict": [{"a": "b"}, '{"a": [1]}', "[", []],
    "secret": ["s3cret"],
}
ATTRIBUTES = {
    "server": {
        "id": "srv-1",
        "name": "web",
        "addresses": {"private": [{"addr": "10.0.0.4"}], "b": {"a": 1}},
        "first": ["x", "y"],
        "number": 3,
        "json text": '{"a": {"b": 2}}',
        "show": {"hidden": 1},
    },
    "group": {
        "id": "grp",
        "outputs": {"ip": ["10.0.0.1", "10.0.0.2"]},
        "refs": ["r0", "r1"],
        "resource.0.ip": "10.0.0.1",
        "resource.1": "r1",
        "attributes": {"a": {"0": "z"}},
        "ips": ["i", "j"],
        "refs_map": {"0": "r0", "a": "r1"},
    },
    "nested": {"outputs": {"a": 1, "b": ["p", "q"]}, "output": "o", "outputs.ip": "dotted", "ips": []},
}
FILES = {"part.txt": "alpha\n", "nested.yaml": "heat_template_version: pike\noutputs: {ip: {value: 1}}\n", "sub/x": ""}


class Programs:
    def __init__(self):
        self.grammar = Grammar(RULES, WORDS, compound=r"(?!)")

    def make(self, random):
        version = random.choice(VERSIONS[-8:] if random.random() < 0.7 else VERSIONS)
        if random.random() < 0.3:
            return heat_nested.workspace(random, self.grammar, version)
        inputs = {name: random.choice(values) for name, values in INPUTS.items() if random.random() < 0.15}
        inputs.setdefault("secret", "s3cret")
        attributes = {name: values for name, values in ATTRIBUTES.items() if random.random() < 0.9}
        text = self.template(random, version)
        if random.random() < 0.05:
            text = edited(random, text, OTHERS)
        return {"dialect": "heat", "main": text, "files": FILES, "inputs": inputs, "attributes": attributes}

    def template(self, random, version):
        def line(name, kind, depth):
            return f"  {name}: {self.grammar.make(random, kind, depth)}"

        lines = [f"heat_template_version: {version}", "parameters:"]
        for name, forms in PARAMETERS.items():
            lines.append(f"  {name}: {random.choice(forms).replace('<n>', str(random.randint(1, 5)))}")
        if version >= "2016-10-14":
            lines += ["conditions:"] + [line(name, "condition", random.choice([1, 2])) for name in ("c0", "c1", "c2")]
        lines += ["resources:", line("server", "resource_body", 2)]
        lines += [line(name, "resource_body", 2) for name in ("volume", "group", "nested")]
        lines.append("outputs:")
        for number in range(4):
            lines.append(f"  o{number}: {{value: {self.grammar.make(random, 'any', random.choice([1, 2, 3, 4]))}}}")
        return "\n".join(lines) + "\n"


def result(_workspace):
    return "outputs"


def missing():
    return None if importlib.util.find_spec("heat") else "the package python3-heat"


class Reference:
    """Heat's own classes, without a server: what its engine does between reading a template and showing its outputs."""

    def __init__(self):
        logging.disable(logging.CRITICAL)
        from heat.common import identifier, template_format
        from heat.engine import attributes, dependencies, environment, node_data, parameter_groups, stk_defn, template

        class EveryName:
            def __contains__(self, _name):
                return True

        class Proxy(stk_defn.ResourceProxy):
            """A resource without attributes has any name for one: nothing here knows the types of resources."""

            @property
            def attributes_schema(self):
                return super().attributes_schema if self._resource_data else EveryName()

        class Data(node_data.NodeData):
            def attribute(self, name):
                first, *rest = name if isinstance(name, tuple) else (name,)
                found = super().attribute(first)
                return attributes.select_from_attribute(found, rest) if rest else found

        stk_defn.ResourceProxy = Proxy
        self.identifier = identifier.HeatIdentifier("0" * 32, "stack", "00000000-0000-0000-0000-000000000000")
        self.parse, self.template, self.environment = template_format.parse, template.Template, environment.Environment
        self.groups, self.dependencies = parameter_groups.ParameterGroups, dependencies.Dependencies
        self.definition, self.data = stk_defn.StackDefinition, Data
        self.listed = listed
        self.nested = heat_nested.Nested(self)

    def stack(self, workspace):
        inputs = workspace["inputs"]
        environment = self.environment(inputs if heat_nested.is_environment(inputs) else {"parameters": inputs})
        return self.stack_of(workspace["main"], workspace["files"], environment, workspace["attributes"])

    def stack_of(self, text, files, environment, given, parent=None):
        """`parent` is of the nested stack's resource."""
        template = self.template(self.parse(text), files=files, env=environment)
        template.validate()
        known = {}
        stack = self.definition(None, template, self.identifier, known, parent)
        for name in stack.all_rsrc_names():
            child = self.nested.data(stack, name, given.get(name), parent)
            if child is not None:
                known[name] = child
        for name, values in given.items():
            if name not in known:
                known[name] = self.data_of(name, values)
        stack.parameters.validate(validate_value=True)
        self.groups(template).validate()
        template.conditions(stack).validate()
        self.check_resources(stack)
        return stack

    def data_of(self, name, values):
        values = dict(values)
        return self.data(1, name, "u", values.pop("id", name), values, "CREATE", "COMPLETE")

    def check_resources(self, stack):
        names = sorted(stack.enabled_rsrc_names(), key=str)
        if set(names) & set(stack.parameters):
            raise ValueError("a resource has the name of a parameter")
        graph = self.dependencies()
        for name in names:
            graph += name, None
            for needed in stack.resource_definition(name).required_resource_names():
                if needed not in stack.all_rsrc_names():
                    raise ValueError(f"{name} depends on {needed}, which does not exist")
                if needed in stack:
                    graph += name, needed
        list(graph)  # finds circles
        for name in names:
            stack.resource_definition(name).validate()

    def answer(self, workspace):
        try:
            with limits.seconds(5):
                return self.outputs(workspace)
        except (limits.TooSlow, NotComparable, MemoryError, RecursionError):
            return None
        except Exception as error:  # whatever the reference raises is its answer
            return failure(error)

    def outputs(self, workspace):
        stack = self.stack(workspace)
        outputs, failures = {}, []
        for name in sorted(stack.enabled_output_names(), key=str):
            try:
                definition = stack.output_definition(name)
                definition.validate()
                outputs[name] = plain(listed(definition.get_value()))
            except NotComparable:
                raise
            except Exception as error:  # an output that fails leaves the others alone
                failures.append(f"{name}: {failure(error).message}")
        if not failures:
            return Answer({"outputs": outputs})
        return Answer({"outputs": outputs, "error": True} if outputs else {"error": True}, "; ".join(failures))

    def close(self):
        pass


def listed(value):
    """Heat's own kinds of maps and lists as Python's; a set as a list that is sorted."""
    if isinstance(value, (set, frozenset)):
        return sorted(map(listed, value), key=repr)
    if isinstance(value, (str, bytes)):
        return str(value)
    if hasattr(value, "items"):
        return {key: listed(item) for key, item in value.items()}
    return [listed(item) for item in value] if hasattr(value, "__iter__") else value


EXPLAINED = [
    Explained(
        "each output",
        "Heat reads all outputs before it resolves one; here a wrong one leaves the others alone",
        lambda workspace, expected, actual: expected.message.startswith(
            ("StackValidationFailed", "UserParameterMissing")
        )
        and "outputs" in actual.expect
        and actual.failed,
    ),
    Explained(
        "order of a set",
        "a set that yaql gives is a list in the order of its items here, and sorted by this comparer there",
        lambda workspace, expected, actual: "yaql" in workspace["main"]
        and yaql.HAS_SETS.search(workspace["main"])
        and yaql.same_but_for_order(expected, actual),
    ),
    Explained(
        "two arguments of if",
        "Heat 19 cannot validate its own mark for a value that is left out",
        lambda workspace, expected, actual: "EllipsisType" in expected.message,
    ),
    Explained(
        "slow parser",
        "what libyaml refuses, such as {a:[1]}, Heat reads again with PyYAML's own parser",
        lambda workspace, expected, actual: actual.message.startswith("yaml-syntax: Found `:` within"),
    ),
]


class Acceptance(Reference):
    """Which templates Heat refuses, for mutate.py: its validation, and the outputs, whose functions check arguments."""

    TOKENS = r"""\#[^\n]*|"(?:\\.|[^"\\])*"|'(?:''|[^'])*'|\n[ ]*-[ ]|\w+(?:[-.:/]+\w+)*|\s+|."""
    WORDS = [
        "{", "}", "[", "]", "{}", "[]", ",", ": ", ":", "\n", "\n  ", "\n    ", "\n- ", "\n  - ", "\n    - ", "'text'", '"text"',
        "''", "1", "-1", "1.5", "'1'", "0", "true", "'yes'", "no", "null", "~", "2020-01-01", "&x ", "*x", "!x ", "| ", "a",
        "<<", "{a: 1}", "[a]", "[a, 1]", "{get_param: a}", "get_param", "get_attr", "get_resource", "get_file", "if", "equals",
        "not", "and", "or", "contains", "list_join", "str_replace", "str_replace_strict", "str_replace_vstrict", "str_split",
        "map_merge", "map_replace", "list_concat", "list_concat_unique", "repeat", "for_each", "template", "params",
        "permutations", "digest", "filter", "make_url", "yaql", "expression", "data", "resource_facade", "Fn::Join", "Ref",
        "Fn::GetAtt", "Fn::Select", "Fn::Split", "heat_template_version", "HeatTemplateFormatVersion", "parameters",
        "parameter_groups", "resources", "outputs", "conditions", "condition", "value", "description", "type", "default",
        "properties", "metadata", "depends_on", "deletion_policy", "update_policy", "external_id", "label", "hidden",
        "immutable", "tags", "constraints", "range", "length", "min", "max", "modulo", "step", "offset", "allowed_values",
        "allowed_pattern", "custom_constraint", "string", "number", "json", "boolean", "comma_delimited_list", "String",
        "Number", "Json", "Delete", "Retain", "Snapshot", "OS::Nova::Server", "OS::Heat::Value", "OS::stack_name",
        "AWS::Region", *VERSIONS, "2012-12-12",
    ]
    EXPLAINED = [
        *(each for each in EXPLAINED if each.name in ("two arguments of if", "slow parser")),
        Explained(
            "groups of templates",
            "the reference knows no types of resources, so the members of a group are not made there",
            lambda workspace, expected, actual: not expected.failed
            and re.search("OS::Heat::(ResourceGroup|Value)", workspace["main"])
            and actual.message.startswith(
                ("unknown-attribute", "unknown-parameter", "missing-parameter", "invalid-property")
            ),
        ),
        Explained(
            "templates elsewhere",
            "the reference is given no environment files and no addresses, so it does not find the nested template",
            lambda workspace, expected, actual: not expected.failed
            and re.search("file:///|My::", workspace["main"])
            and actual.message.startswith("unknown-attribute"),
        ),
    ]

    def answer(self, workspace):
        if "options" in workspace:
            return None
        answer = super().answer({"inputs": {}, "attributes": {}, **workspace})
        return answer and Answer({"error": True} if answer.failed else {}, answer.message)

    def runs(self, workspace):
        return self.answer(workspace)
