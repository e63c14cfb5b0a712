"""Repositories of Ansible: inventories as `ansible-inventory --list` prints them, and what a task of `ansible-playbook`
sees of group and host variables, plays and roles. The reference runs on this machine only (`connection: local`), writes
into a folder of its own and runs no command but its own `copy`."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from .answer import Answer

PROGRAM = "title"  # the files are the program: differences are shown verbatim
THREADS = 1
ATTEMPTS = 0
SPLITS = []
EXPLAINED = []

GROUPS = ["web", "db", "eu", "prod", "stage"]
NAMES = [f"v{number}" for number in range(8)]
VALUES = [
    "5", "-3", "1.50", "1e3", "0777", "0o17", "0x1F", "1_000", "yes", "true", "True", "None", "null", "'x'", "a#b", "x",
    "[1,2]", "{'a':1}", "(1,2)", "http://h.test/?a=b", "1.10.2", "é", "a;b", "''", "1+2",
]
YAML_VALUES = [
    "5", "0644", "1:30", "1e3", "yes", "no", "~", "'5'", "[1, two]", "{a: 1, b: [x]}", "text", "1.0", "0o17", ".5",
    "'{{ inventory_hostname }}'", "'{{ v0 | default(1) }}-x'", "on", "\"a\\tb\"",
]
PATTERNS = ["h1", "h2", "h3", "n[1:3]", "n[01:03]", "x-[a:c]", "m[0:4:2].test", "p1:22", "10.0.0.7:23", "q[2:3]:99"]


def missing():
    return None if shutil.which("ansible-inventory") else "ansible"


def result(workspace):
    return "value"


def ini(random):
    lines = []
    host = lambda: " ".join(  # noqa: E731
        [random.choice(PATTERNS)] + [f"{random.choice(NAMES)}={random.choice(VALUES)}" for _ in range(random.choice([0, 0, 1, 2]))]
    )
    lines += [host() for _ in range(random.randint(0, 2))]
    used = random.sample(GROUPS, random.randint(1, 4))
    sections = []
    for number, group in enumerate(used):
        body = [f"[{group}]" + random.choice(["", "", "  # comment"])] + [host() for _ in range(random.randint(0, 3))]
        sections.append(body)
        if random.random() < 0.6:
            rows = [f"{random.choice(NAMES)}{random.choice(['=', ' = '])}{random.choice(VALUES + ['two words', chr(34) + 'q' + chr(34) + ' # c', 'w # c'])}" for _ in range(2)]
            if random.random() < 0.2:
                rows.append(f"ansible_group_priority={random.randint(-2, 9)}")
            sections.append([f"[{group}:vars]"] + rows)
        below = used[number + 1 :]
        if below and random.random() < 0.5:
            sections.append([f"[{group}:children]"] + random.sample(below, random.randint(1, len(below))))
    if random.random() < 0.3:
        sections.append(["[all:vars]", f"{random.choice(NAMES)}={random.choice(VALUES)}"])
    random.shuffle(sections)
    for section in sections:
        lines += section + random.choice([[], [""], ["; comment"]])
    return "\n".join(lines) + "\n"


def groups_yaml(random, names, level):
    text = ""
    indent = "  " * level
    for name in names:
        text += f"{indent}{name}:\n"
        parts = []
        if random.random() < 0.8:
            hosts = "".join(
                f"{indent}    {pattern}:" + (f" {{{random.choice(NAMES)}: {random.choice(YAML_VALUES)}}}\n" if random.random() < 0.5 else "\n")
                for pattern in random.sample(["h1", "h2", "h3", "n[1:3]", "x-[a:c]"], 2)
            )
            parts.append(f"{indent}  hosts:\n{hosts}")
        if random.random() < 0.5:
            parts.append(f"{indent}  vars:\n{indent}    {random.choice(NAMES)}: {random.choice(YAML_VALUES)}\n")
        if level < 2 and random.random() < 0.5:
            below = random.sample([f"{name}_{word}" for word in "abc"], 2)
            parts.append(f"{indent}  children:\n" + groups_yaml(random, below, level + 2))
        random.shuffle(parts)
        text += "".join(parts)
    return text


def variables(random, least=0):
    names = random.sample(NAMES, random.randint(max(least, 1), 3))
    return "".join(f"{name}: {random.choice(YAML_VALUES)}\n" for name in names)


def beside(random, files, folder):
    for group in ["all"] + GROUPS:
        if random.random() < 0.3:
            ending = random.choice([".yml", ".yml", ".yaml", "", "/10.yml", "/sub/x.yaml"])
            files[f"{folder}group_vars/{group}{ending}"] = variables(random)
    for host in ["h1", "h2", "n1"]:
        if random.random() < 0.3:
            files[f"{folder}host_vars/{host}.yml"] = variables(random)


def levels(random, names):
    return "{" + ", ".join(f"{name}: {random.choice(YAML_VALUES)}" for name in random.sample(names, 2)) + "}"


class Programs:
    def make(self, random):
        return self.inventory(random) if random.random() < 0.7 else self.repository(random)

    def inventory(self, random):
        files, sources = {}, []
        for folder in random.choice([[""], ["a/"], ["a/", "b/"]]):
            if random.random() < 0.6:
                name, text = f"{folder}hosts", ini(random)
            else:
                name, text = f"{folder}hosts.yml", groups_yaml(random, random.sample(GROUPS, 2), 0)
            files[name] = text
            sources.append(name)
            beside(random, files, folder)
        if "a/" in "".join(sources):
            beside(random, files, "")
        options = {"flavor": "ansible", "inventory": sources if len(sources) > 1 else sources[0]}
        if random.random() < 0.2:
            options["hash_behaviour"] = "merge"
        return {"title": "", "dialect": "jinja2", "operation": "inventory", "files": files, "options": options}

    def repository(self, random):
        files = {"inv/hosts": "[web]\nh1 v0=1\nh2\n[db]\nn1\n[prod:children]\nweb\ndb\n[prod:vars]\nv1=prod\n[all:vars]\nv2=all\n"}
        beside(random, files, "inv/")
        beside(random, files, "")
        entry = random.choice(["own", "{role: own, v3: param}", "{role: own, vars: {v4: entry}}", "{role: own, port: 1, v5: '{{ v0 | default(0) }}'}"])
        roles = random.choice([f"[{entry}]", f"[other, {entry}]", f"[{entry}, other]"])
        play = f"- hosts: {random.choice(['all', 'web', 'prod:!db', 'h*'])}\n  gather_facts: false\n  connection: local\n"
        if random.random() < 0.6:
            play += f"  vars: {levels(random, NAMES)}\n"
        if random.random() < 0.5:
            files[random.choice(["one.yml", "vars/one.yml"])] = variables(random)
            play += "  vars_files: [one.yml]\n"
        play += f"  roles: {roles}\n"
        files["site.yml"] = play
        for role in ["own", "other", "dep"]:
            files[f"roles/{role}/defaults/main.yml"] = variables(random)
            if random.random() < 0.4:
                files[f"roles/{role}/vars/main.yml"] = variables(random)
        if random.random() < 0.5:
            files["roles/own/meta/main.yml"] = f"dependencies: [{random.choice(['dep', '{role: dep, v6: dep}', '{role: dep, vars: {v6: dep}}'])}]\n"
        seen = ", ".join(f"'{name}': {name} | default('-')" for name in NAMES)
        expression = "{{ {" + seen + ", 'groups': groups, 'mine': group_names, 'dir': role_path, 'near': hostvars.h2.v1 | default('-')} | to_json }}"
        options = {"flavor": "ansible", "inventory": "inv/hosts", "play": "site.yml", "role": "own"}
        return {"title": "", "dialect": "jinja2", "operation": "matrix", "files": files, "expression": expression, "options": options}


class Reference:
    def __init__(self):
        self.home = tempfile.mkdtemp()

    def answer(self, workspace):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.home))
        for name, text in workspace["files"].items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        try:
            inventory = workspace["operation"] == "inventory"
            return self.inventory(workspace, folder) if inventory else self.playbook(workspace, folder)
        finally:
            shutil.rmtree(folder)

    def run(self, command, folder, options):
        environment = {
            "PATH": os.environ["PATH"], "HOME": self.home, "LANG": "C.UTF-8", "ANSIBLE_INVENTORY_UNPARSED_FAILED": "0",
            "ANSIBLE_HASH_BEHAVIOUR": options.get("hash_behaviour", "replace"), "ANSIBLE_LOCALHOST_WARNING": "0",
            "ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED": "1", "ANSIBLE_DEPRECATION_WARNINGS": "0",
            "ANSIBLE_INVENTORY_ENABLED": "host_list,yaml,ini",
        }
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)

    def inventory(self, workspace, folder):
        given = workspace["options"]["inventory"]
        sources = [part for source in ([given] if isinstance(given, str) else given) for part in ("-i", source)]
        done = self.run(["ansible-inventory", "--list", "--playbook-dir", ".", *sources], folder, workspace["options"])
        if done.returncode != 0:
            return Answer({"error": True}, done.stderr[-2000:])
        return Answer({"value": json.loads(done.stdout)})

    def playbook(self, workspace, folder):
        out = folder / "out"
        out.mkdir()
        tasks = folder / "roles/own/tasks"
        tasks.mkdir(parents=True, exist_ok=True)
        content = json.dumps(workspace["expression"])
        (tasks / "main.yml").write_text(f"- copy:\n    content: {content}\n    dest: '{out}/{{{{ inventory_hostname }}}}'\n")
        done = self.run(["ansible-playbook", "-i", "inv/hosts", "site.yml"], folder, {})
        if done.returncode not in (0, 2):
            return Answer({"error": True}, (done.stdout + done.stderr)[-2000:])
        rendered = {}
        for path in sorted(out.iterdir()):
            text = path.read_text().replace(str(folder), "/workspace")
            rendered[path.name] = json.loads(text)
        if done.returncode == 2:
            return None
        return Answer({"value": rendered})

    def close(self):
        shutil.rmtree(self.home)


def answered(expect):
    """The engine's answer in the form of the reference's."""
    value = expect.get("value")
    if not isinstance(value, dict) or "rendered" not in value:
        return expect
    texts = {host: each.get("text") for host, each in value["rendered"].items()}
    read = {host: json.loads(text) if text and re.match(r"[{\[]", text) else text for host, text in texts.items()}
    return {"value": read}
