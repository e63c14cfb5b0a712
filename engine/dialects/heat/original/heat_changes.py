"""Stacks with an output that is wanted to be another, and what Heat makes of them: its own classes merge the
environments and resolve the outputs (tests/differential/changes.py)."""

import json
import re

from . import heat
from .answer import plain
from .changes import Program
from .heat import missing  # noqa: F401

FORMS = {
    "string": ["small", "large", "'a b'", "web-1"],
    "number": ["1", "80", "2.5"],
    "boolean": ["true", "false"],
    "json": ["{a: one, b: [x, {c: 2}]}", "{a: two}"],
    "comma_delimited_list": ["'x,y'", "[eu, us]"],
}
NAMES = {"host": "string", "size": "string", "kind": "string", "port": "number", "flag": "boolean", "map": "json",
         "list": "comma_delimited_list"}  # fmt: skip
OUTPUTS = [
    "{get_param: <name>}",
    "{get_param: <name>}",
    "{get_param: [map, a]}",
    "{get_param: [list, 0]}",
    "{list_join: ['-', [server, {get_param: <text>}, {get_param: <text>}]]}",
    "{str_replace: {template: 'http://HOST:PORT/', params: {HOST: {get_param: host}, PORT: {get_param: port}}}}",
    "{if: [<condition>, {get_param: <text>}, tiny]}",
    "{get_attr: [child, size]}",
    "[{get_param: <name>}, {k: {get_param: <text>}}]",
]
CHILD = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: string, default: medium}
outputs:
  size: {value: {list_join: [':', [child, {get_param: size}]]}}
"""


def filled(random, text):
    words = {"name": list(NAMES), "text": ["host", "size", "kind"], "condition": ["is_large", "is_on"]}
    return re.sub("<([a-z]+)>", lambda place: random.choice(words[place[1]]), text)


def given(random, share):
    return {name: random.choice(FORMS[kind]) for name, kind in NAMES.items() if random.random() < share}


def section(name, values):
    return [f"{name}:", *(f"  {key}: {value}" for key, value in values.items())] if values else []


def environment(random):
    lines = section("parameters", given(random, 0.3)) + section("parameter_defaults", given(random, 0.3))
    return "\n".join(lines) + "\n"


class Changes:
    def __init__(self):
        self.reference = heat.Reference()
        from heat.common import environment_format, environment_util

        self.merge, self.with_sections = environment_util.merge_environments, environment_format.default_for_missing

    def make(self, random):
        own = [
            f"  {name}: {{type: {kind}, default: {random.choice(FORMS[kind])}}}"
            for name, kind in NAMES.items()
        ]
        outputs = [f"  o{number}: {{value: {filled(random, random.choice(OUTPUTS))}}}" for number in range(4)]
        size = random.choice(["{get_param: size}", "huge", ""])
        lines = ["heat_template_version: 2021-04-16", "parameters:", *own]
        lines += ["conditions:", "  is_large: {equals: [{get_param: size}, large]}", "  is_on: {get_param: flag}"]
        lines += ["resources:", f"  child: {{type: child.yaml, properties: {{{size and 'size: ' + size}}}}}"]
        files = {"main.yaml": "\n".join([*lines, "outputs:", *outputs]) + "\n", "child.yaml": CHILD}
        environments = random.choice([[], ["prod.yaml"], ["base.yaml", "prod.yaml"]])
        files.update((name, environment(random)) for name in environments)
        inputs = {"environment_files": environments} if environments else {}
        if random.random() < 0.3:
            inputs["host"] = "given"
        workspace = {"dialect": "heat", "main": "main.yaml", "files": files, "inputs": inputs}
        return Program({"stack.json": json.dumps(workspace, indent=1)}, ["stack.json"])

    def values(self, folder, program, changes):
        workspace = json.loads((folder / "stack.json").read_text(encoding="utf-8"))
        try:
            stack = self.stack(workspace["files"], dict(workspace["inputs"]))
            outputs = sorted(stack.enabled_output_names())
            return {name: plain(heat.listed(stack.output_definition(name).get_value())) for name in outputs}
        except Exception:  # whatever Heat raises: it does not take the stack
            return None

    def stack(self, files, inputs):
        """What is given beside the environments wins over them, as a last environment."""
        names = inputs.pop("environment_files", [])
        text, merged = files["main.yaml"], {}
        files = {**files, "inputs": json.dumps({"parameters": inputs})}
        schemata = self.reference.template(self.reference.parse(text), files=files).all_param_schemata(files)
        self.with_sections(merged)
        self.merge([*names, "inputs"], files, merged, schemata)
        return self.reference.stack_of(text, files, self.reference.environment(merged), {})

    def wishes(self, random, program, values):
        """Another value of the same kind. A text gets another word."""
        wanted = []
        for name, value in values.items():
            if isinstance(value, bool):
                wanted.append((f"outputs.{name}", not value))
            elif isinstance(value, (int, float)):
                wanted.append((f"outputs.{name}", random.choice([4711, value + 1])))
            elif isinstance(value, str) and re.search(r"\w", value):
                word = random.choice(list(re.finditer(r"\w+", value)))
                wanted.append((f"outputs.{name}", value[: word.start()] + "12" + value[word.end() :]))
            elif isinstance(value, dict) and "a" in value:
                wanted.append((f"outputs.{name}.a", "wanted"))
        return wanted

    def by_hand(self, program, wish):
        return {}

    def path(self, program, values, path):
        return path[1:] if path[0] in ("outputs", "value") else None

    def is_in_file(self, candidate):
        return True

    def level(self, candidate):
        if candidate["edits"]:
            file = candidate["edits"][0]["file"]
            return {"main.yaml": "template", "child.yaml": "nested template"}.get(file, "environment file")
        return "inputs"

    def close(self):
        self.reference.close()
