"""The links of every release, made and read: python3 integrations/python/test_evalground_link.py"""

import glob
import json
import os
import unittest

import evalground_link

LINKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "links")


def fixtures():
    for path in sorted(glob.glob(os.path.join(LINKS, "*", "*.json"))):
        with open(path, encoding="utf-8") as file:
            yield os.path.basename(path), json.load(file)


class Links(unittest.TestCase):
    def test_of_every_release_are_read(self):
        count = 0
        for name, fixture in fixtures():
            with self.subTest(name):
                decoded = evalground_link.decode(fixture["link"])
                self.assertEqual(decoded["ws"], fixture["workspace"])
                self.assertEqual(decoded.get("view"), fixture.get("view"))
                count += 1
        self.assertGreater(count, 2)

    def test_hold_what_they_were_made_of(self):
        for name, fixture in fixtures():
            with self.subTest(name):
                link = evalground_link.encode(fixture["workspace"], fixture.get("view"), site="https://example.org/")
                decoded = evalground_link.decode(link)
                self.assertEqual(decoded["ws"], fixture["workspace"])
                self.assertEqual(decoded.get("view"), fixture.get("view"))

    def test_have_their_keys_in_order_and_nothing_that_goes_without_saying(self):
        link = evalground_link.encode(
            {"vars": {}, "main": "a", "files": {"a": "b"}, "operation": "evaluate", "data": None, "dialect": "yaql"}
        )
        self.assertEqual(json.dumps(evalground_link.decode(link)["ws"]), '{"dialect": "yaql", "files": {"a": "b"}, "data": null}')

    def test_never_hold_secrets(self):
        link = evalground_link.encode({"dialect": "yaql", "secrets": {"password": "hunter2"}})
        self.assertEqual(evalground_link.decode(link)["ws"]["secrets"], {"password": None})

    def test_are_made_of_workspaces_only(self):
        for wrong in (
            [1],
            {"dialect": "yaql", "secrets": "hunter2"},
            {"dialect": "yaql", "vars": 5},
            {"dialect": "yaql", "data": float("nan")},
            {"dialect": "yaql", "data": {1, 2}},
            {"dialect": "yaql", "expression": "\ud800"},
        ):
            with self.subTest(str(type(wrong))):
                with self.assertRaises(evalground_link.LinkError) as caught:
                    evalground_link.encode(wrong)
                self.assertEqual(caught.exception.kind, "invalid")
                self.assertNotIn("hunter2", str(caught.exception))

    def test_of_the_list_that_everything_reads_alike(self):
        with open(os.path.join(LINKS, "..", "malformed", "links.json"), encoding="utf-8") as file:
            links = json.load(file)
        for link in links["opens"]:
            with self.subTest(link["name"]):
                self.assertEqual(
                    evalground_link.decode(link["link"])["ws"], {"dialect": "yaql", "expression": "1 + 1"}
                )
        for link in links["malformed"]:
            with self.subTest(link["name"]):
                with self.assertRaises(evalground_link.LinkError) as caught:
                    evalground_link.decode(link["link"])
                self.assertEqual(caught.exception.kind.replace("cut-off", "truncated"), link["kind"])

    def test_hold_long_integers(self):
        data = {"data": [int("9" * 4000) ** 2, -(10**9000)]}
        digits = "[%s,-1%s]" % ("9" * 3999 + "8" + "0" * 3999 + "1", "0" * 9000)
        link = evalground_link.decode("#?dialect=yaql&data=" + digits)
        self.assertEqual(link["ws"]["data"], data["data"])

    def test_that_cannot_be_read_say_why(self):
        link = evalground_link.encode({"dialect": "yaql", "expression": "1 + 1, and so on, and so on, and so on"})
        body = link.index(".d.") + 3 if ".d." in link else link.index(".j.") + 3
        broken = link[:body] + ("B" if link[body] == "A" else "A") + link[body + 1 :]
        for text, kind in [
            (link[:-9], "cut-off"),
            (link[:-20], "cut-off"),
            (broken, "damaged"),
            (link.replace("#w1.", "#w2."), "newer"),
            (link.replace(link[link.index("w1.") + 3] + ".", "z.", 1), "newer"),
            ("https://example.org/", "not-a-link"),
            ("#w1.j.e30.a3a6bf43", "invalid"),
            ("x" * (600 * 1024), "too-large"),
        ]:
            with self.subTest(text[:60]):
                with self.assertRaises(evalground_link.LinkError) as caught:
                    evalground_link.decode(text)
                self.assertEqual(caught.exception.kind, kind)


if __name__ == "__main__":
    unittest.main()
