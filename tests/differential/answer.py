"""What one side makes of a workspace, and when two sides agree.

An answer has the form of a case's `expect`: {"value": …}, {"text": …}, {"reports": …}, {"outputs": …} or
{"error": true}.
"""

import json
import math
from dataclasses import dataclass
from typing import Callable


@dataclass
class Answer:
    expect: dict
    message: str = ""  # of an error, for people

    @property
    def failed(self):
        return "error" in self.expect


@dataclass
class Explained:
    """A difference that is wanted: what it is called in the table, why, and how it is known."""

    name: str
    reason: str
    holds: Callable  # (workspace, reference's answer, engine's answer) -> bool


def failure(error):
    text = str(error) or type(error).__name__
    return Answer({"error": True}, f"{type(error).__name__}: {text}"[:2000])


def same(one, other):
    """Equality of JSON values: 1 and 1.0 differ, as do true and 1; the order of keys does not count."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float):
        return one == other and math.copysign(1, one) == math.copysign(1, other)
    return one == other


class NotComparable(Exception):
    """A value that no case can state: an object, an infinite number, half a character."""


def plain(value):
    """The JSON of a Python value. Tuples are lists; a key that is not text is its own JSON."""
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise NotComparable(value)
        return value
    if isinstance(value, str):
        if any("\ud800" <= letter <= "\udfff" for letter in value):
            raise NotComparable("half of a character")
        return str(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        if any(isinstance(key, (tuple, frozenset)) for key in value):
            raise NotComparable("a key that JSON cannot write")
        return {key if isinstance(key, str) else json.dumps(plain(key)): plain(item) for key, item in value.items()}
    raise NotComparable(type(value).__name__)
