"""Makes the programs of one dialect, asks both sides and counts what they agree on."""

import collections
import json
import random
from concurrent.futures import ThreadPoolExecutor

from .answer import Answer, same
from .engine import Engine
from .shorten import shortened

MOST_WRITTEN = 200  # differences that are shortened and written for one dialect


class Count(collections.Counter):
    """Of `equal`, `left out`, `different`; what is explained counts under the name of its explanation."""

    def explained(self, explanations):
        return {each.name: self[each.name] for each in explanations if self[each.name]}


class Comparison:
    def __init__(self, module):
        self.module = module
        self.reference = module.Reference()
        self.engine = Engine()

    def sides(self, workspace):
        """Both answers, or None where the reference has none that can be compared."""
        expected = self.reference.answer(workspace)
        return expected and (expected, self.of_engine(workspace, expected))

    def of_engine(self, workspace, expected):
        result = next((key for key in expected.expect if key != "error"), self.module.result(workspace))
        answer = self.engine.answer(workspace, result)
        in_its_form = getattr(self.module, "answered", None)
        return Answer(in_its_form(answer.expect), answer.message) if in_its_form else answer

    def explanation(self, workspace, expected, actual):
        return next((each for each in self.module.EXPLAINED if each.holds(workspace, expected, actual)), None)

    def unexplained(self, workspace):
        """Both answers where they differ without a reason."""
        both = self.sides(workspace)
        if both is None or agree(*both) or self.explanation(workspace, *both):
            return None
        return both

    def close(self):
        self.reference.close()
        self.engine.close()


def agree(expected, actual):
    return same(expected.expect, actual.expect)


def kind_of(expected, actual):
    """How two answers differ. A shortened program must differ the same way, and fail with the same kind of error."""
    return expected.failed, actual.failed, expected.message.split(":")[0]


def compare(module, seed, count, folder):
    """Gives the Count; differences are written to `folder` as case files."""
    comparison = Comparison(module)
    programs = module.Programs()
    name = module.__name__.rpartition(".")[2]
    found = Count()
    workspaces = [programs.make(random.Random(f"{name}/{seed}/{number}")) for number in range(count)]
    with ThreadPoolExecutor(module.THREADS) as pool:
        # Python's alarm clock rings in the main thread only, so that one thread is this one.
        ask = pool.map if module.THREADS > 1 else map
        for number, (workspace, expected) in enumerate(zip(workspaces, ask(comparison.reference.answer, workspaces))):
            if expected is None:
                found["left out"] += 1
                continue
            actual = comparison.of_engine(workspace, expected)
            if agree(expected, actual):
                found["equal"] += 1
            elif explanation := comparison.explanation(workspace, expected, actual):
                found[explanation.name] += 1
            else:
                found["different"] += 1
                if found["different"] <= MOST_WRITTEN:
                    write(folder, f"{name}/random/{seed}/{number}", comparison, workspace, expected, actual)
    comparison.close()
    return found


def write(folder, identifier, comparison, workspace, expected, actual):
    kind = kind_of(expected, actual)

    def differs(candidate):
        both = comparison.unexplained(candidate)
        return both is not None and kind_of(*both) == kind

    smallest = shortened(workspace, comparison.module, differs)
    expected, actual = comparison.unexplained(smallest) or (expected, actual)
    case = {"id": identifier, **smallest, "exact": True, "expect": expected.expect}
    case["note"] = f"here: {json.dumps(actual.expect, ensure_ascii=False)} {actual.message}".strip()[:2000]
    if expected.message:
        case["source"] = expected.message
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (identifier.replace("/", "-") + ".json")
    path.write_text(json.dumps(case, ensure_ascii=False, indent=1) + "\n")
