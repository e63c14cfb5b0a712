"""Whether two implementations take the same texts: accepted programs of the cases, with one token changed.

A token is dropped, doubled, swapped with the next one, or replaced by another. Then both sides are asked whether they
take the text. A text that only one of them takes is a difference.

A language takes part when its module has a class `Acceptance`:

    TOKENS             a regular expression; its matches are the tokens of a text
    WORDS              tokens that may replace others
    EXPLAINED          the differences that are wanted (answer.Explained)
    answer(workspace)  an Answer that fails when the original refuses the text, or None when it cannot say
    QUESTION           what the engine is asked beside the workspace, if evaluating would find more than loading
    runs(workspace)    asked when only the engine refuses: the same, of a run, which finds more mistakes
    close()            leaves nothing behind
"""

import collections
import json
import os
import pathlib
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor

from .answer import Answer
from .engine import ROOT, Engine
from .run import Count

CHUNK = 100  # mutations between two lines of the record


def corpus(dialect, program):
    """The workspaces of a dialect's cases that do not expect an error, with the text in one place."""
    folders = [ROOT / "engine/dialects" / dialect / "cases"]
    if recorded := os.environ.get("EVG_CONFORMANCE_DIR"):
        folders.append(pathlib.Path(recorded) / dialect)
    found = {}
    for path in sorted(path for folder in folders for path in folder.glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        defaults = document.get("defaults", {}) if isinstance(document, dict) else {}
        for case in document["cases"] if isinstance(document, dict) else document:
            if workspace := accepted({**defaults, **case}, dialect, program):
                found[workspace[program]] = workspace
    return list(found.values())


def accepted(case, dialect, program):
    """The workspace of a case, or None for one that fails or asks something else than an evaluation."""
    if case.get("operation", "evaluate") != "evaluate":
        return None
    files = dict(case.get("files", {}))
    text = case.get(program, case.get("main"))
    if not isinstance(text, str) or "ask" in case or "error" in case.get("expect", {}):
        return None
    text = files.pop(text, text)
    if not isinstance(text, str) or not text.strip():
        return None
    kept = {key: case[key] for key in ("classes", "options", "vars", "env", "inputs", "attributes") if key in case}
    return {"dialect": dialect, program: text, "files": files, "classes": [], **kept}


def mutated(chance, text, tokens, words):
    """The text with one token changed."""
    parts = re.findall(tokens, text, re.S)
    places = [at for at, part in enumerate(parts) if not part.isspace()]
    at = chance.choice(places)
    kind = chance.choice(["drop", "double", "swap", "replace", "replace"])
    if kind == "swap":
        other = chance.choice([place for place in places if place > at][:1] or [at])
        parts[at], parts[other] = parts[other], parts[at]
    else:
        changed = {"drop": "", "double": f"{parts[at]} {parts[at]}", "replace": chance.choice(words)}
        parts[at] = changed[kind]
    return "".join(parts)


class Mutation:
    def __init__(self, module, dialect):
        self.program = module.PROGRAM
        self.acceptance = module.Acceptance()
        self.engine = Engine()
        self.workspaces = corpus(dialect, self.program)
        self.taken = {}  # by the text: whether both sides take a text of the corpus

    def of_engine(self, workspace):
        question = getattr(self.acceptance, "QUESTION", {})
        said = self.engine.outcome({**workspace, **question}).get("diagnostics", [])
        errors = [f"{each['code']}: {each['message']}" for each in said if each["severity"] == "error"]
        message = "; ".join(errors)
        return Answer({"error": True} if message else {}, message)

    def is_taken(self, workspace):
        text = workspace[self.program]
        if text not in self.taken:
            expected = self.acceptance.answer(workspace)
            self.taken[text] = expected is not None and not expected.failed and not self.of_engine(workspace).failed
        return self.taken[text]

    def make(self, chance):
        while True:
            workspace = chance.choice(self.workspaces)
            if self.is_taken(workspace):
                text = mutated(chance, workspace[self.program], self.acceptance.TOKENS, self.acceptance.WORDS)
                if text != workspace[self.program]:
                    return {**workspace, self.program: text}

    def kind(self, workspace, expected, actual):
        """`equal`, `left out`, the name of an explanation, or `different`."""
        if expected is not None and actual.failed and not expected.failed:
            expected = self.acceptance.runs(workspace)
        if expected is None:
            return "left out"
        if expected.failed == actual.failed:
            return "equal"
        explained = (each.name for each in self.acceptance.EXPLAINED if each.holds(workspace, expected, actual))
        return next(explained, "different")

    def close(self):
        self.acceptance.close()
        self.engine.close()


def compare(module, dialect, seed, count, minutes, record):
    """Gives the Count of all slices. `record` holds a line for each chunk, so that a later call goes on after them."""
    mutation = Mutation(module, dialect)
    found, start = resumed(record, dialect, seed)
    ends = time.monotonic() + 60 * minutes
    record.parent.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(module.THREADS) as pool:
        while start < count and time.monotonic() < ends:
            numbers = range(start, min(start + CHUNK, count))
            made = [mutation.make(random.Random(f"{dialect}/{seed}/{number}")) for number in numbers]
            ask = pool.map if module.THREADS > 1 else map
            line = {"dialect": dialect, "seed": seed, "from": start, "to": numbers.stop, "differences": []}
            counted = collections.Counter()
            for number, workspace, expected in zip(numbers, made, ask(mutation.acceptance.answer, made)):
                actual = mutation.of_engine(workspace)
                kind = mutation.kind(workspace, expected, actual)
                counted[kind] += 1
                if kind == "different":
                    refused = {"original": expected.message[-300:], "here": actual.message[-300:]}
                    line["differences"].append({"number": number, **refused, "text": workspace[mutation.program]})
            with record.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps({**line, "counts": counted}, ensure_ascii=False) + "\n")
            found.update(counted)
            start = numbers.stop
    mutation.close()
    return found


def resumed(record, dialect, seed):
    """The counts of the slices so far, and the number of the next mutation."""
    found, start = Count(), 0
    for text in record.read_text(encoding="utf-8").splitlines() if record.exists() else []:
        line = json.loads(text)
        if (line["dialect"], line["seed"]) == (dialect, seed):
            found.update(line["counts"])
            start = line["to"]
    return found, start
