"""The shortest form of a program that two sides still answer differently."""

import copy


def lines(text):
    return text.splitlines(keepends=True)


def shortened(workspace, dialect, differs):
    """`differs(workspace)` says whether the difference is still there. Parts are left out, long ones first: lines, and
    tokens where the dialect's module says that what is left stays a program (SPLITS)."""
    program, left = dialect.PROGRAM, [dialect.ATTEMPTS]

    def still(candidate):
        left[0] -= 1
        return left[0] >= 0 and differs(candidate)

    text = workspace[program]
    for split in dialect.SPLITS:
        parts = without(split(text), lambda parts: still({**workspace, program: "".join(parts)}))
        text = "".join(parts)
    workspace = {**workspace, program: text}
    for key in ("data", "vars", "inputs", "attributes"):
        if isinstance(workspace.get(key), dict):
            workspace = shortened_map(workspace, key, still)
    return workspace


def without(parts, holds):
    """What is left of a list when every stretch that can be spared is gone."""
    length = len(parts) // 2
    while length > 0:
        at = 0
        while at < len(parts):
            candidate = parts[:at] + parts[at + length :]
            if len(candidate) > 0 and holds(candidate):
                parts = candidate
            else:
                at += length
        length //= 2
    return parts


def shortened_map(workspace, key, still):
    for name in list(workspace[key]):
        candidate = copy.deepcopy(workspace)
        del candidate[key][name]
        if still(candidate):
            workspace = candidate
    return workspace
