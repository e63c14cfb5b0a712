"""Random programs for the engine and for the live references, compared (scripts/differential).

run.py is the loop over the programs of a dialect. A dialect is a module of this package, which lies in the folder
`original` of engine/dialects/<name>. `driver.py` there, which `evalground verify` runs, is none of them:

    PROGRAM             the key of the workspace that holds the program's text: "expression" or "main"
    THREADS             how many programs the reference may be asked at once
    ATTEMPTS, SPLITS    how long, and into what parts, a program is shortened (shorten.py)
    EXPLAINED           the differences that are wanted, each with its reason (answer.Explained)
    missing()           what has to be installed before the reference can be asked; None when it is there
    Programs()          its method `make(random)` gives a workspace
    Reference()         its method `answer(workspace)` gives an Answer, or None for what cannot be compared;
                        `close()` leaves nothing behind
"""

import pathlib

__path__ += sorted(map(str, pathlib.Path(__file__).resolve().parents[2].glob("engine/dialects/*/original")))
