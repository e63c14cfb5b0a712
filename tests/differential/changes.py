"""Changes that the engine finds, applied to a copy and looked at by the live system.

A program is a folder of files and a value that is wanted in it. `evalground change` lists candidates, and writes each
one to a copy of the folder. The live system then tells all its values before and after: the wanted value must be there,
and nothing else may differ but what the candidate says of `others`.

A dialect takes part when its module has a class `Changes`:

    make(random)                      a Program
    values(folder, program, changes)  all values that the live system has, as nested maps, or None where it fails.
                                      `changes` are those of a candidate that are in no file, such as `-e` of Ansible
    wishes(random, program, values)   pairs of a path as `--set` names it, and the value that may be wanted there
    path(program, values, path)       where the maps have what the engine calls so; None for what they do not have
    by_hand(program, wish)            texts of files that might give the wish as well, by their names: where one does,
                                      the engine must have a candidate in that file
    is_in_file(candidate)             whether `--apply` can write it
    level(candidate)                  where the value is set, for the table
    close()                           leaves nothing behind
"""

import collections
import copy
import json
import pathlib
import random
import shutil
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from .answer import same
from .engine import COMMAND

ATTEMPTS = 20  # programs that the live system may refuse before one that it takes
THREADS = 2


@dataclass
class Program:
    files: dict
    arguments: list  # of `evalground change`, in the folder
    host: str = ""


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def ask(folder, program, wish, *more):
    path, to = wish
    command = [COMMAND, "change", *program.arguments, "--set", f"{path}={json.dumps(to)}", "--time", "60", *more]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=200)


def copied(folder):
    copy_of_folder = folder.with_name("after")
    shutil.rmtree(copy_of_folder, ignore_errors=True)
    return shutil.copytree(folder, copy_of_folder)


def value_at(tree, path):
    for key in path:
        tree = tree.get(key) if isinstance(tree, dict) else None
    return tree


def with_value(tree, path, value):
    """A copy of a tree with another value at a path; None takes it away."""
    if not path:
        return value
    key, rest = path[0], path[1:]
    changed = copy.copy(tree) if isinstance(tree, (dict, list)) else {}
    if value is None and not rest and isinstance(changed, dict):
        changed.pop(key, None)
    else:
        old = changed.get(key) if isinstance(changed, dict) else changed[key]
        changed[key] = with_value(old, rest, value)
    return changed


class Check:
    def __init__(self, module):
        self.changes = module.Changes()

    def repository(self, name):
        """What became of each candidate of one program: {"level", "kind", "held", "as said"}."""
        for attempt in range(ATTEMPTS):
            chance = random.Random(f"{name}/{attempt}")
            program = self.changes.make(chance)
            with tempfile.TemporaryDirectory() as scratch:
                folder = pathlib.Path(scratch) / "before"
                write(folder, program.files)
                before = self.changes.values(folder, program, [])
                wishes = before and self.changes.wishes(chance, program, before)
                if wishes:
                    return self.candidates(folder, program, before, chance.choice(wishes))
        raise RuntimeError(f"{name}: the live system refuses every program")

    def candidates(self, folder, program, before, wish):
        done = ask(folder, program, wish, "--format", "json")
        if not done.stdout:
            return [{"level": "refused", "kind": "-", "held": False, "as said": False, "why": f"{wish}: {done.stderr}"}]
        answer = json.loads(done.stdout)
        numbers = range(len(answer["candidates"]))
        rows = [self.candidate(folder, program, before, wish, answer, number) for number in numbers]
        return rows + self.levels_by_hand(folder, program, before, wish, answer)

    def levels_by_hand(self, folder, program, before, wish, answer):
        offered = {edit["file"] for candidate in answer["candidates"] for edit in candidate["edits"]}
        rows = []
        for name, text in self.changes.by_hand(program, (wish[0], answer["to"])).items():
            changed = copied(folder)
            write(changed, {name: text})
            value = value_at(self.changes.values(changed, program, []), self.changes.path(program, before, answer["path"]))
            if same(value, answer["to"]):
                rows.append({"level": "file changed by hand", "kind": "-", "held": True, "as said": name in offered})
                rows[-1] |= {} if name in offered else {"why": [wish, name, program.files, program.arguments]}
        return rows

    def candidate(self, folder, program, before, wish, answer, number):
        candidate = answer["candidates"][number]
        after_folder = copied(folder)
        if self.changes.is_in_file(candidate):
            applied = ask(after_folder, program, wish, "--apply", str(number + 1))
            if applied.returncode != 0:
                raise RuntimeError(f"--apply: {applied.stderr}")
        after = self.changes.values(after_folder, program, candidate["changes"])
        own = self.changes.path(program, before, answer["path"])
        expected = with_value(before, own, answer["to"])
        for other in candidate["others"]:
            other_path = self.changes.path(program, before, other["path"])
            if other_path is not None:
                expected = with_value(expected, other_path, other.get("after"))
        row = {"level": self.changes.level(candidate), "kind": candidate["kind"]}
        row |= {"held": same(value_at(after, own), answer["to"]), "as said": same(after, expected)}
        if not row["held"] or not row["as said"]:
            row["why"] = {"wish": wish, "edits": candidate["edits"], "changes": candidate["changes"]}
            row["why"] |= {"others": candidate["others"], "files": program.files, "arguments": program.arguments}
            row["why"] |= {"before": before, "expected": expected, "after": after}
        return row


def compare(module, dialect, seed, count, minutes, record):
    """The rows of all slices. `record` has a line for each program, so that a later call goes on after them."""
    done = {}
    for text in record.read_text(encoding="utf-8").splitlines() if record.exists() else []:
        line = json.loads(text)
        if (line["dialect"], line["seed"]) == (dialect, seed):
            done[line["number"]] = line["rows"]
    check = Check(module)
    ends = time.monotonic() + 60 * minutes
    record.parent.mkdir(parents=True, exist_ok=True)

    def one(number):
        if time.monotonic() > ends:
            return None
        return number, check.repository(f"{dialect}/{seed}/{number}")

    with ThreadPoolExecutor(THREADS) as pool, record.open("a", encoding="utf-8") as lines:
        for result in pool.map(one, [number for number in range(count) if number not in done]):
            if result is None:
                continue
            number, done[number] = result
            line = {"dialect": dialect, "seed": seed, "number": number, "rows": done[number]}
            lines.write(json.dumps(line, ensure_ascii=False) + "\n")
            lines.flush()
    check.changes.close()
    return [row for number, rows in done.items() if number < count for row in rows], len(done)


def table(dialect, rows):
    """Lines of a table: for each level how many candidates there were, and what the live system says of them."""
    counted = collections.defaultdict(collections.Counter)
    for row in rows:
        name = (row["level"], row["kind"])
        counted[name].update({"candidates": 1, "held": int(row["held"]), "as said": int(row["as said"])})
    cells = ("candidates", "held", "as said")
    lines = [[dialect, *name, *(str(counts[cell]) for cell in cells)] for name, counts in sorted(counted.items())]
    total = sum(counted.values(), collections.Counter())
    return [*lines, [dialect, "all", "-", *(str(total[cell]) for cell in cells)]]
