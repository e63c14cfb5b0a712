"""The callback plugin in real playbook runs: its links open to the same errors and hold no secrets.

    python3 integrations/ansible/test_evalground.py [build/native/evalground]
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
COMMAND = os.path.join(ROOT, "build", "native", "evalground")

PLAYBOOK = """
- hosts: localhost
  gather_facts: false
  vars_files: [vaulted.yml]
  vars:
    app: {name: shop, port: 80, unread: 1}
    unrelated: never-read
    db_password: hunter2-in-the-clear
    greeting: "with {{ db_password }}"
    url: "http://{{ app.name }}:{{ app.prt }}"
  tasks:
    - name: argument
      debug: {msg: "{{ url }} {{ db_password }} {{ from_vault }}"}
      ignore_errors: true
    - name: conditional
      debug: {msg: never}
      when: app.port == 80 and app.missing_part.x == 1
      ignore_errors: true
    - name: file
      template: {src: app.conf.j2, dest: /dev/null}
      ignore_errors: true
    - name: hidden
      debug: {msg: "{{ hidden_missing }}"}
      no_log: true
      ignore_errors: true
    - name: quoted
      debug: {msg: "{{ greeting | int | bad_filter }}"}
      ignore_errors: true
    - name: chosen
      debug: {msg: "{{ app.name | upper }}"}
      tags: [evalground]
    - name: silent
      debug: {msg: "{{ app.name | upper }}"}
"""


def run(*command, cwd=None, env=None):
    return subprocess.run(command, cwd=cwd, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


class Playbook(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="evalground-")
        os.makedirs(os.path.join(cls.folder, "callback_plugins"))
        os.makedirs(os.path.join(cls.folder, "templates"))
        shutil.copy(os.path.join(HERE, "evalground.py"), os.path.join(cls.folder, "callback_plugins"))
        for name, text in {
            "site.yml": PLAYBOOK,
            "password": "vault-password\n",
            "vaulted.yml": "from_vault: out-of-the-vault\n",
            "templates/app.conf.j2": "port={{ app.port }}\n{% include 'part.j2' %}\n",
            "templates/part.j2": "{{ app.nothing.x }}\n",
        }.items():
            with open(os.path.join(cls.folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        env = dict(
            os.environ,
            ANSIBLE_CALLBACKS_ENABLED="evalground",
            ANSIBLE_VAULT_PASSWORD_FILE=os.path.join(cls.folder, "password"),
            ANSIBLE_LOCAL_TEMP=os.path.join(cls.folder, "tmp"),
            EVALGROUND_SITE="https://example.org/",
            LC_ALL="C.UTF-8",
        )
        run("ansible-vault", "encrypt", "vaulted.yml", cwd=cls.folder, env=env)
        cls.result = run("ansible-playbook", "-i", "localhost,", "-c", "local", "site.yml", cwd=cls.folder, env=env)
        cls.links = dict(re.findall(r"evalground: .* of task (\w+) on localhost: (\S+)", cls.result.stdout))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def opened(self, task):
        self.assertIn(task, self.links, self.result.stdout + self.result.stderr)
        return run(COMMAND, "link", "--open", self.links[task]).stdout

    def problem(self, task):
        return run(COMMAND, "eval", self.links[task]).stderr

    def test_has_a_link_for_each_failure_and_each_chosen_task(self):
        self.assertEqual(
            sorted(self.links), ["argument", "chosen", "conditional", "file", "quoted"], self.result.stdout + self.result.stderr
        )
        self.assertTrue(all(link.startswith("https://example.org/#w1.") for link in self.links.values()))

    def test_links_open_to_the_same_errors(self):
        for task, message in [
            ("argument", "'dict object' has no attribute 'prt'"),
            ("conditional", "'dict object' has no attribute 'missing_part'"),
            ("file", "'dict object' has no attribute 'nothing'"),
        ]:
            with self.subTest(task):
                self.assertIn(message, self.result.stdout)
                self.assertIn(message, self.problem(task))

    def test_a_chosen_task_opens_to_its_result(self):
        self.assertEqual(run(COMMAND, "eval", "--format", "text", self.links["chosen"]).stdout.strip(), "SHOP")

    def test_links_hold_only_what_was_read(self):
        for task in self.links:
            self.assertNotIn("never-read", self.opened(task))
            self.assertNotIn("unread", self.opened(task))

    def test_links_hold_no_secrets(self):
        for task in self.links:
            text = self.opened(task)
            for secret in ("hunter2", "out-of-the-vault", "vault-password"):
                self.assertNotIn(secret, text, task)
        self.assertIn("<<REDACTED>>", self.opened("argument"))
        self.assertNotIn("hidden", self.links)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        COMMAND = os.path.abspath(sys.argv.pop())
    for program in ("ansible-playbook", "ansible-vault"):
        if shutil.which(program) is None:
            print("left out: Ansible's plugin: %s is not installed; it comes with ansible-core" % program)
            sys.exit(0)
    unittest.main()
