"""Repositories of Ansible with a variable that is wanted to be another, and what `ansible-playbook` makes of them: the
variables that a task of a role or a play sees on every host (tests/differential/changes.py)."""

import json
import pathlib
import re
import shutil
import tempfile

from . import ansible_project
from .ansible_project import NAMES, Programs, missing  # noqa: F401
from .changes import Program, write

ABSENT = "no such variable"
# A task that tells the variables of a host as JSON. Without the word in front Ansible would read that as a value.
SEEN = ", ".join(f"'{name}': {name} | default('{ABSENT}')" for name in NAMES)
TASK = f'- debug: {{msg: "values {{{{ {{{SEEN}}} | to_json }}}}"}}\n'
VARIABLE_FILES = {
    host: ["group_vars/all", f"group_vars/{group}", "group_vars/prod", f"host_vars/{host}"]
    for host, group in (("h1", "web"), ("h2", "web"), ("n1", "db"))
}
LEVELS = [
    (r"group_vars/all\b", "group_vars/all"),
    (r"group_vars/", "group_vars of a group"),
    (r"host_vars/", "host_vars"),
    (r"/defaults/", "defaults of a role"),
    (r"/vars/main", "vars of a role"),
    (r"/meta/", "dependencies of a role"),
    (r"^inv/", "inventory"),
    (r"^site\.yml$", "play"),
    (r"one\.yml$", "vars_files"),
]


def read(message):
    return {name: value for name, value in json.loads(message.removeprefix("values ")).items() if value != ABSENT}


class Changes:
    def __init__(self):
        self.reference = ansible_project.Reference()

    def make(self, random):
        files = Programs().repository(random)["files"]
        host = random.choice(["h1", "h2", "n1"])
        arguments = ["--root", ".", "--inventory", "inv/hosts", "--play", "site.yml", "--host", host]
        if random.random() < 0.7:
            arguments += ["--role", "own"]
        if random.random() < 0.2:
            arguments += ["--var", f"{random.choice(NAMES)}=given"]
        return Program(files, arguments, host)

    def values(self, folder, program, changes):
        given = dict(each.split("=", 1) for flag, each in zip(program.arguments, program.arguments[1:]) if flag == "--var")
        given.update((each["path"].removeprefix("/vars/"), each["value"]) for each in changes)
        with tempfile.TemporaryDirectory() as scratch:
            copied = shutil.copytree(folder, pathlib.Path(scratch) / "copy")
            write(copied, {"ansible.cfg": "[defaults]\nstdout_callback = json\n"})
            if "--role" in program.arguments:
                write(copied, {"roles/own/tasks/main.yml": TASK})
            else:
                with (copied / "site.yml").open("a", encoding="utf-8") as play:
                    play.write(f"  post_tasks:\n  {TASK}")
            command = ["ansible-playbook", "-i", "inv/hosts", "site.yml", "-e", json.dumps(given)]
            done = self.reference.run(command, copied, {})
        if done.returncode != 0:
            return None
        plays = json.loads(done.stdout)["plays"]
        told = [task["hosts"] for play in plays for task in play["tasks"]]
        return {host: read(result["msg"]) for hosts in told for host, result in hosts.items()}

    def wishes(self, random, program, values):
        own = values.get(program.host, {})
        parts = [f"{name}.a" for name, value in own.items() if isinstance(value, dict) and "a" in value]
        return [(path, random.choice(["wanted", 4711, "two words", ["a", 1]])) for path in [*own, *parts, *parts]]

    def by_hand(self, program, wish):
        import yaml

        name, value = wish
        # A folder without such files would get its first one, which nobody expects there.
        folders = [each for each in ("", "inv/") if any(re.match(each + "(group|host)_vars/", file) for file in program.files)]
        names = [f"{folder}{kind}" for folder in folders for kind in VARIABLE_FILES[program.host]]
        texts = {}
        for start in names if name in NAMES else []:
            file = next((each for each in program.files if re.match(re.escape(start) + r"(\.ya?ml|/|$)", each)), start + ".yml")
            texts[file] = yaml.safe_dump({**(yaml.safe_load(program.files.get(file, "")) or {}), name: value})
        return texts

    def path(self, program, values, path):
        """The others are ["value", "variables", "v1", "value"], and ["hosts", "h2", "v1"] of another host."""
        if path[:2] == ["value", "variables"] and path[3:4] == ["value"]:
            host, own = program.host, [path[2], *path[4:]]
        elif path[0] == "hosts":
            host, own = path[1], path[2:]
        else:
            return None
        return [host, *own] if host in values and own[0] in NAMES else None

    def is_in_file(self, candidate):
        return len(candidate["edits"]) > 0

    def level(self, candidate):
        if not self.is_in_file(candidate):
            return "command line (-e)"
        file = candidate["edits"][0]["file"]
        return next(name for pattern, name in LEVELS if re.search(pattern, file))

    def close(self):
        self.reference.close()
