"""Programs that are nearly right: a few of the tokens of a right one are dropped, doubled, swapped or others."""

import re


def tokens(text):
    return re.findall(r"\s+|\w+|.", text, re.S)


def edited(random, text, others):
    """`others` are tokens of the language that may come in anywhere."""
    parts = tokens(text)
    for _ in range(random.randint(1, 2)):
        at = random.randrange(len(parts) + 1)
        kind = random.choice(["drop", "insert", "insert", "double", "swap", "replace"])
        if kind == "insert" or at == len(parts):
            parts.insert(at, random.choice(others))
        elif kind == "drop":
            del parts[at]
        elif kind == "double":
            parts.insert(at, parts[at])
        elif kind == "swap":
            parts.insert(random.randrange(len(parts)), parts.pop(at))
        else:
            parts[at] = random.choice(others)
    return "".join(parts)
