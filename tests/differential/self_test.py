"""Tests of what the differential run is made of. They need neither a reference nor the engine.

Usage: scripts/differential --self-test
"""

import json
import pathlib
import random
import re
import tempfile
import types
import unittest
from unittest import mock

from . import ansible, ansible_changes, cfengine, changes, edits, heat, heat_changes, heat_nested, jinja2, mutate, run
from . import shorten, unfurl, yaql
from .answer import Answer, NotComparable, failure, plain, same
from .grammar import Grammar

MODULES = [ansible, cfengine, heat, jinja2, yaql]
PARAMETERS = [{"name": "value", "type": "any"}, {"name": "count", "type": "integer", "optional": True}]
CATALOGUE = [
    {"name": f"{kind}_one", "kind": kind, "group": "some", "signatures": [{"params": PARAMETERS, "returns": "string"}]}
    for kind in ("function", "method", "filter", "test", "ansible-filter", "ansible-test")
]


class Values(unittest.TestCase):
    def test_same_tells_types_apart(self):
        pairs = [(1, 1.0), (True, 1), (0.0, -0.0), (None, False), ("1", 1), ([1], [1, 1]), ({"a": 1}, {"a": 1.0})]
        for one, other in pairs:
            self.assertFalse(same(one, other), (one, other))

    def test_same_ignores_the_order_of_keys_only(self):
        self.assertTrue(same({"a": 1, "b": [2.5, None]}, {"b": [2.5, None], "a": 1}))
        self.assertFalse(same([1, 2], [2, 1]))

    def test_plain_is_json(self):
        self.assertEqual(plain({1: (2, "x"), None: True}), {"1": [2, "x"], "null": True})

    def test_plain_refuses_what_no_case_can_say(self):
        for value in (float("nan"), float("inf"), "\ud800", object(), [object()], {(1,): 1}):
            with self.assertRaises(NotComparable):
                plain(value)

    def test_a_failure_keeps_the_message(self):
        self.assertEqual(failure(KeyError("x")), Answer({"error": True}, "KeyError: 'x'"))

    def test_two_failures_agree_whatever_they_say(self):
        self.assertTrue(run.agree(failure(KeyError("x")), failure(ValueError("y"))))
        self.assertFalse(run.agree(failure(KeyError("x")), Answer({"value": None})))


class Grammars(unittest.TestCase):
    def test_the_same_seed_makes_the_same_text(self):
        grammar = Grammar("sum:\n  <sum> + <sum>\n  -<sum>", {"sum": ["1", "2"]})
        texts = {grammar.make(random.Random(7), "sum", 5) for _ in range(3)}
        self.assertEqual(len(texts), 1)

    def test_a_variable_is_known_within_its_place_only(self):
        grammar = Grammar("start:\n  let(<word;$x=word>) <word>", {"word": ["a"]})
        texts = {grammar.make(random.Random(seed), "start", 1) for seed in range(40)}
        self.assertEqual(texts, {"let(a) a", "let($x) a"})

    def test_operands_get_parentheses(self):
        grammar = Grammar("start:\n  <sum> * 2\n  f(<sum>)\nsum:\n  1 + 1", {})
        texts = {grammar.make(random.Random(seed), "start", 2) for seed in range(60)}
        self.assertEqual(texts, {"(1 + 1) * 2", "1 + 1 * 2", "f(1 + 1)"})


class Programs(unittest.TestCase):
    def test_every_dialect_makes_the_same_programs_again(self):
        for module in MODULES:
            with mock.patch.object(module, "functions", lambda _dialect: CATALOGUE, create=True):
                programs = module.Programs()
            made = [[programs.make(random.Random(f"x/{seed}")) for seed in range(30)] for _ in range(2)]
            self.assertEqual(made[0], made[1], module.__name__)
            for workspace in made[0]:
                self.assertGreater(len(workspace[module.PROGRAM]), 0)
                self.assertIn(module.result(workspace), ("value", "text", "reports", "outputs"))

    def test_differences_are_explained_once_and_with_a_reason(self):
        for module in MODULES:
            names = [each.name for each in module.EXPLAINED]
            self.assertEqual(len(names), len(set(names)))
            self.assertTrue(all(each.reason for each in module.EXPLAINED))

    def test_no_explanation_holds_for_an_ordinary_difference(self):
        for module in MODULES:
            workspace = {module.PROGRAM: "1 + 1", "options": {}}
            for each in module.EXPLAINED:
                self.assertFalse(each.holds(workspace, Answer({"value": 1}), Answer({"value": 2})), each.name)

    def test_templates_name_only_lookups_that_are_allowed(self):
        named = set(re.findall(r"(?:lookup|query)\('([a-z_]+)'", ansible.RULES))
        self.assertLessEqual(named, ansible.ALLOWED)
        self.assertFalse(ansible.ALLOWED & {"pipe", "lines", "url"})

    def test_nested_stacks_have_their_templates(self):
        grammar = heat.Programs().grammar
        made = [heat_nested.workspace(random.Random(seed), grammar, "pike") for seed in range(60)]
        known = {"child.yaml", "leaf.yaml", "My::Child", "My::Leaf", "My::Other"}
        for workspace in made:
            texts = [workspace["main"], *workspace["files"].values()]
            self.assertLessEqual(set(re.findall(r"type: '?([\w:]+(?:\.yaml)|My::\w+)", "".join(texts))), known)
            self.assertLessEqual({name for name in known if name.endswith(".yaml")}, set(workspace["files"]))
        self.assertEqual({heat_nested.is_environment(each["inputs"]) for each in made}, {True, False})

    def test_parameters_alone_are_no_environment(self):
        self.assertTrue(heat_nested.is_environment({"parameters": {}, "resource_registry": {}}))
        self.assertFalse(heat_nested.is_environment({"text": 1, "parameters": {}}))
        self.assertFalse(heat_nested.is_environment({}))

    def test_edits_change_little(self):
        text = "a + b * (c - 1)"
        for seed in range(50):
            changed = edits.edited(random.Random(seed), text, ["%"])
            self.assertLessEqual(abs(len(edits.tokens(changed)) - len(edits.tokens(text))), 2)


class Mutations(unittest.TestCase):
    def test_tokens_make_the_whole_text(self):
        for module in [*MODULES, unfurl]:
            if hasattr(module, "Acceptance"):
                text = "bundle agent main\n{\n  vars: \"a\\\"\" slist => { 'b', $(c[d]) }; # e\n}\n{{ x | y }}"
                self.assertEqual("".join(re.findall(module.Acceptance.TOKENS, text, re.S)), text)

    def test_one_token_changes(self):
        text = "a b c d e f"
        for seed in range(50):
            changed = mutate.mutated(random.Random(seed), text, r"\w|\s", ["x", "y"])
            self.assertLessEqual(abs(len(changed) - len(text)), 2)
            self.assertLessEqual(len(set(changed) - set(text)), 1)

    def test_cases_that_fail_or_ask_for_completion_are_left_out(self):
        wanted = {"main": "a\nb", "expect": {"reports": []}}
        self.assertEqual(mutate.accepted(wanted, "cfengine", "main")["main"], "a\nb")
        self.assertEqual(mutate.accepted({**wanted, "main": "x.cf", "files": {"x.cf": "c\nd"}}, "", "main")["main"], "c\nd")
        self.assertIsNone(mutate.accepted({**wanted, "expect": {"error": True}}, "cfengine", "main"))
        self.assertIsNone(mutate.accepted({**wanted, "ask": "complete"}, "cfengine", "main"))
        self.assertIsNone(mutate.accepted({**wanted, "operation": "expand"}, "unfurl", "main"))

    def test_a_group_of_templates_explains_only_what_the_reference_cannot_know(self):
        groups = next(each for each in heat.Acceptance.EXPLAINED if each.name == "groups of templates")
        taken, refused = Answer({}), Answer({"error": True}, "unknown-parameter: x")
        self.assertTrue(groups.holds({"main": "type: OS::Heat::ResourceGroup"}, taken, refused))
        self.assertFalse(groups.holds({"main": "type: OS::Nova::Server"}, taken, refused))
        self.assertFalse(groups.holds({"main": "type: OS::Heat::ResourceGroup"}, refused, taken))

    def test_a_record_resumes_after_its_last_slice(self):
        with tempfile.TemporaryDirectory() as folder:
            record = pathlib.Path(folder) / "record"
            lines = [
                {"dialect": "a", "seed": 1, "to": 100, "counts": {"equal": 99, "different": 1}},
                {"dialect": "a", "seed": 2, "to": 500, "counts": {"equal": 500}},
                {"dialect": "a", "seed": 1, "to": 200, "counts": {"equal": 100}},
            ]
            record.write_text("".join(json.dumps(line) + "\n" for line in lines))
            self.assertEqual(mutate.resumed(record, "a", 1), ({"equal": 199, "different": 1}, 200))
            self.assertEqual(mutate.resumed(record, "b", 1), ({}, 0))


class Changed(unittest.TestCase):
    """A live system that has one map of values in a file, and a command that offers two changes of it."""

    def check(self, others, values):
        live = types.SimpleNamespace(
            values=lambda folder, program, changes: values,
            path=lambda program, before, path: path[1:] if path[0] == "value" else None,
            is_in_file=lambda candidate: False,
            level=lambda candidate: "here",
        )
        candidate = {"kind": "origin", "edits": [], "changes": [], "others": others}
        answer = {"path": ["value", "a"], "to": 2, "candidates": [candidate]}
        program = changes.Program({}, [])
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch) / "before"
            folder.mkdir()
            check = changes.Check(types.SimpleNamespace(Changes=lambda: live))
            row = check.candidate(folder, program, {"a": 1, "b": {"c": 1}}, ("a", 2), answer, 0)
        return row["held"], row["as said"]

    def test_what_the_live_system_says_decides(self):
        other = [{"path": ["value", "b", "c"], "before": 1, "after": 3}, {"path": ["groups"], "after": 1}]
        self.assertEqual(self.check([], {"a": 2, "b": {"c": 1}}), (True, True))
        self.assertEqual(self.check(other, {"a": 2, "b": {"c": 3}}), (True, True))
        self.assertEqual(self.check([], {"a": 2, "b": {"c": 3}}), (True, False))
        self.assertEqual(self.check([], {"a": "2", "b": {"c": 1}}), (False, False))
        self.assertEqual(self.check([], None), (False, False))

    def test_a_value_is_set_or_taken_away(self):
        tree = {"a": [1, {"b": 2}]}
        self.assertEqual(changes.with_value(tree, ["a", 1, "b"], 3), {"a": [1, {"b": 3}]})
        self.assertEqual(changes.with_value(tree, ["a", 1, "b"], None), {"a": [1, {}]})
        self.assertEqual(changes.with_value({}, ["a", "b"], 1), {"a": {"b": 1}})
        self.assertEqual(tree, {"a": [1, {"b": 2}]})

    def test_files_by_hand_are_those_that_the_host_reads(self):
        program = changes.Program({"inv/host_vars/h2.yml": "v1: 1\n", "inv/group_vars/web": "v2: 2\n"}, [], "h1")
        with mock.patch.dict("sys.modules", yaml=types.SimpleNamespace(safe_load=lambda _: {"v2": 2}, safe_dump=repr)):
            texts = ansible_changes.Changes.by_hand(None, program, ("v1", "x"))
            self.assertEqual(ansible_changes.Changes.by_hand(None, program, ("v1.a", "x")), {})
        names = ["group_vars/all.yml", "group_vars/prod.yml", "group_vars/web", "host_vars/h1.yml"]
        self.assertEqual(sorted(texts), [f"inv/{name}" for name in names])
        self.assertEqual(texts["inv/group_vars/web"], "{'v2': 2, 'v1': 'x'}")

    def test_the_engines_paths_are_those_of_hosts(self):
        program, values = changes.Program({}, [], "h1"), {"h1": {}, "h2": {}}
        path = lambda *parts: ansible_changes.Changes.path(None, program, values, list(parts))  # noqa: E731
        self.assertEqual(path("value", "variables", "v1", "value", 0), ["h1", "v1", 0])
        self.assertEqual(path("hosts", "h2", "v1"), ["h2", "v1"])
        self.assertIsNone(path("value", "variables", "v1", "from"))
        self.assertIsNone(path("hosts", "h3", "v1"))

    def test_the_table_counts_by_level(self):
        row = {"level": "play", "kind": "override", "held": True, "as said": False}
        self.assertEqual(
            changes.table("x", [row, row]), [["x", "play", "override", "2", "2", "0"], ["x", "all", "-", "2", "2", "0"]]
        )

    def test_a_wish_is_another_value_of_the_same_kind(self):
        wishes = dict(heat_changes.Changes.wishes(None, random.Random(1), None, {"a": "b", "c": 1, "d": True, "e": None}))
        self.assertEqual(wishes["outputs.a"], "12")
        self.assertIn(wishes["outputs.c"], (2, 4711))
        self.assertEqual((wishes["outputs.d"], "outputs.e" in wishes), (False, False))


class Shortening(unittest.TestCase):
    def shortened(self, workspace, differs, attempts=400):
        dialect = types.SimpleNamespace(PROGRAM="main", ATTEMPTS=attempts, SPLITS=[shorten.lines, edits.tokens])
        return shorten.shortened(workspace, dialect, differs)

    def test_what_makes_the_difference_is_left(self):
        workspace = {"main": "one\ntwo three\nfour", "vars": {"a": 1, "b": 2}}
        differs = lambda each: "three" in each["main"] and "b" in each["vars"]  # noqa: E731
        self.assertEqual(self.shortened(workspace, differs), {"main": "three", "vars": {"b": 2}})

    def test_attempts_are_limited(self):
        asked = []
        self.shortened({"main": "x " * 500}, lambda each: bool(asked.append(each)), attempts=20)
        self.assertEqual(len(asked), 20)


class Comparers(unittest.TestCase):
    def test_reports_may_have_several_lines(self):
        self.assertEqual(cfengine.reports("error: x\nR: one\nR: two\nlines\nR: \n"), ["one", "two\nlines", ""])

    def test_sets_compare_in_any_order(self):
        one, other = Answer({"value": [[2, 1], "x"]}), Answer({"value": ["x", [1, 2]]})
        self.assertTrue(yaql.same_but_for_order(one, other))
        self.assertFalse(yaql.same_but_for_order(one, Answer({"value": ["x", [1, 1]]})))

    def test_what_heat_gives_becomes_lists(self):
        self.assertEqual(heat.listed({"a": ({"b"}, iter([1]))}), {"a": [["b"], [1]]})


def main():
    suite = unittest.defaultTestLoader.loadTestsFromModule(__import__(__name__, fromlist=["_"]))
    return 0 if unittest.TextTestRunner().run(suite).wasSuccessful() else 1
