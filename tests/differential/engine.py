"""The engine's side: one process of build/native/tests/outcomes that is asked workspace after workspace."""

import json
import pathlib
import subprocess

from .answer import Answer

ROOT = pathlib.Path(__file__).parents[2]
OUTCOMES = ROOT / "build/native/tests/outcomes"
COMMAND = ROOT / "build/native/evalground"


class Engine:
    def __init__(self, time_limit=10_000):
        self.options = json.dumps({"timeMs": time_limit})
        self.process = None

    def outcome(self, workspace):
        if self.process is None:
            self.process = subprocess.Popen([OUTCOMES], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        request = json.dumps({"workspace": json.dumps(workspace), "options": self.options})
        self.process.stdin.write(request.encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if line:
            return json.loads(json.loads(line)["outcome"])
        code = self.process.wait()
        self.process = None
        message = f"the engine ended with code {code}"
        return {"ok": False, "diagnostics": [{"severity": "error", "code": "died", "message": message}]}

    def answer(self, workspace, result):
        """`result` is the key of the outcome that counts: it is compared with what the reference says."""
        outcome = self.outcome(workspace)
        said = outcome.get("diagnostics", [])
        expect = {}
        if outcome["ok"]:
            expect = {result: outcome.get(result)}
        elif outcome.get("outputs"):
            expect = {"outputs": outcome["outputs"], "error": True}
        else:
            expect = {"error": True}
        return Answer(expect, "; ".join(f"{each['code']}: {each['message']}" for each in said)[:2000])

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()


def functions(dialect):
    """The engine's catalogue of a dialect: generators call every function of it."""
    command = [COMMAND, "functions", "--dialect", dialect, "--format", "json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
