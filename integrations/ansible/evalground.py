# Copy this file into a folder `callback_plugins/` beside the playbook and enable it:
#
#   ANSIBLE_CALLBACKS_ENABLED=evalground ansible-playbook site.yml
#
# It is a single file, needs only the standard library, opens no connection and writes no file.
from __future__ import absolute_import, division, print_function

__metaclass__ = type

DOCUMENTATION = """
name: evalground
type: notification
short_description: a link to what failed to evaluate
description:
  - Prints a link for each template or conditional that cannot be evaluated. It holds that text, the variables that it
    reads, and nothing else, and opens in Evalground to the same error.
  - Values of tasks with C(no_log), vaulted values and those whose names look like secrets are replaced beforehand.
requirements:
  - enable it in C(callbacks_enabled)
options:
  site:
    description: The address of the page that links open in.
    default: ''
    env:
      - name: EVALGROUND_SITE
    ini:
      - section: callback_evalground
        key: site
  tag:
    description: Tasks with this tag get a link although they do not fail.
    default: evalground
    env:
      - name: EVALGROUND_TAG
    ini:
      - section: callback_evalground
        key: tag
"""

import base64
import datetime
import json
import os
import re
import zlib

from ansible import __version__ as ansible_version
from ansible.errors import AnsibleError
from ansible.plugins.callback import CallbackBase
from ansible.template import Templar

try:
    from jinja2 import meta, nodes
    from jinja2.exceptions import TemplateError
except ImportError:  # Ansible always has Jinja2
    meta = nodes = None
    TemplateError = AnsibleError

REDACTED = "<<REDACTED>>"
SUSPECT_NAME = re.compile(r"pass|secret|token|key|cred", re.I)
SUSPECT_TEXT = re.compile(
    r"-----BEGIN [A-Z ]*(?:PRIVATE KEY|CERTIFICATE)|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\beyJ[\w-]{8,}\.[\w-]{8,}\."
    r"|\bgh[pousr]_\w{30,}|^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[A-Za-z0-9+/_-]{40,}={0,2}$"
)
MOST_LEVELS = 20
LONGEST_LINK = 64 * 1024  # longer links are impractical in a terminal

# Available for every host. They are large, and do not help to see why a template fails.
MAGIC = frozenset(
    "hostvars vars environment groups ansible_play_hosts ansible_play_hosts_all ansible_play_batch omit"
    " lookup query q undef now range dict lipsum cycler joiner namespace".split()
)


def encode_link(workspace):
    """docs/links.md: w1.<codec>.<data>.<crc>"""
    text = json.dumps({"ws": workspace, "app": "ansible"}, ensure_ascii=False, separators=(",", ":"))
    data = text.encode("utf-8", "replace")
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(data) + packer.flush()
    codec, body = ("d", packed) if len(packed) < len(data) else ("j", data)
    encoded = base64.urlsafe_b64encode(body).rstrip(b"=").decode("ascii")
    return "w1.%s.%s.%08x" % (codec, encoded, zlib.crc32(data) & 0xFFFFFFFF)


def has_template(text):
    return "{{" in text or "{%" in text


class Redaction:
    """Plain copies of values without secrets. Remembers the texts that it removed."""

    def __init__(self):
        self.secrets = set()
        self._vaulted = {}

    def is_vaulted_file(self, value):
        """Whether a value was read from a file that is entirely encrypted."""
        position = getattr(value, "ansible_pos", None)
        path = position[0] if position else None
        if not path:
            return False
        if path not in self._vaulted:
            try:
                with open(path, "rb") as file:
                    self._vaulted[path] = file.read(14) == b"$ANSIBLE_VAULT"
            except OSError:
                self._vaulted[path] = False
        return self._vaulted[path]

    def hide(self, value, level=0):
        if isinstance(value, dict) and level < MOST_LEVELS:
            for key in list(value):
                self.hide(value[key], level + 1)
        elif isinstance(value, (list, tuple)) and level < MOST_LEVELS:
            for item in value:
                self.hide(item, level + 1)
        elif not isinstance(value, bool) and value is not None:
            self.secrets.add(str(value))
        return REDACTED

    def plain(self, value, name="", level=0):
        is_secret = (
            type(value).__name__ == "AnsibleVaultEncryptedUnicode"
            or self.is_vaulted_file(value)
            or self.is_vaulted_file(name)
            or (isinstance(value, dict) and value.get("_ansible_no_log"))
            or (SUSPECT_NAME.search(str(name)) and not isinstance(value, (bool, type(None), dict, list)))
            or (isinstance(value, str) and SUSPECT_TEXT.search(value))
        )
        if is_secret:
            return self.hide(value)
        if level >= MOST_LEVELS:
            return None
        if isinstance(value, dict):
            return {str(key): self.plain(value[key], key, level + 1) for key in value}
        if isinstance(value, (list, tuple, set)):
            # The items of a list named `passwords` are as secret as the list.
            return [self.plain(item, name, level + 1) for item in value]
        if isinstance(value, (bool, int)) or value is None:
            return value
        if isinstance(value, float):
            return value if value == value and abs(value) != float("inf") else None
        if isinstance(value, (datetime.date, datetime.datetime)):
            return value.isoformat()
        if isinstance(value, bytes):
            return value.decode("utf-8", "replace")
        return str(value)

    def text(self, text):
        """Replaces secrets that were removed elsewhere, unless they are so short that they occur in words by chance."""
        for secret in sorted(self.secrets, key=len, reverse=True):
            if len(secret) >= 4:
                text = text.replace(secret, REDACTED)
        return text

    def source(self, text):
        """The same for a template, where a short word is more likely a name."""
        for secret in sorted(self.secrets, key=len, reverse=True):
            if len(secret) >= 8 or (len(secret) >= 4 and not secret.isalpha()):
                text = text.replace(secret, REDACTED)
        return text

    def everywhere(self, value):
        if isinstance(value, dict):
            return {self.text(key): self.everywhere(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.everywhere(item) for item in value]
        return self.text(value) if isinstance(value, str) else value


class Reads:
    """The variables that a text reads, with the keys of each; None: the whole variable."""

    def __init__(self, environment, variables):
        self._environment = environment
        self._variables = variables
        self.names = {}
        self.templates = []  # names of the templates that it includes
        self._seen = set()

    def add_text(self, text):
        if text in self._seen:
            return
        self._seen.add(text)
        try:
            tree = self._environment.parse(text)
        except TemplateError:
            return
        try:
            free = meta.find_undeclared_variables(tree)
        except Exception:  # an unknown filter raises different exceptions in different versions
            free = {node.name for node in tree.find_all(nodes.Name)}
        self.templates += [name for name in meta.find_referenced_templates(tree) if name]
        rooted = set()  # names that are read only as the first part of `a.b`
        for node in tree.find_all((nodes.Getattr, nodes.Getitem)):
            inner = node.node
            key = node.attr if isinstance(node, nodes.Getattr) else getattr(node.arg, "value", None)
            if isinstance(inner, nodes.Name) and inner.name in free and isinstance(key, str):
                rooted.add(id(inner))
                self._add(inner.name, key)
        for node in tree.find_all(nodes.Name):
            if node.name in free and id(node) not in rooted and node.ctx == "load":
                self._add(node.name, None)

    def _add(self, name, key):
        if name not in self._variables or name in MAGIC:
            return
        if key is None:
            self.names[name] = None
        elif self.names.get(name, True) is not None:
            self.names.setdefault(name, set()).add(key)
        value = self._variables[name]
        if key is not None and isinstance(value, dict):
            value = value.get(key)
        self._add_value(value, 0)

    def _add_value(self, value, level):
        if level > MOST_LEVELS:
            return
        if isinstance(value, str) and has_template(value):
            self.add_text(value)
        elif isinstance(value, dict):
            for item in value.values():
                self._add_value(item, level + 1)
        elif isinstance(value, (list, tuple)):
            for item in value:
                self._add_value(item, level + 1)

    def variables(self):
        result = {}
        for name in sorted(self.names):
            keys, value = self.names[name], self._variables[name]
            if keys is not None and isinstance(value, dict):
                value = type(value)((key, value[key]) for key in value if key in keys)
            result[name] = value
        return result


class CallbackModule(CallbackBase):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "notification"
    CALLBACK_NAME = "evalground"
    CALLBACK_NEEDS_ENABLED = True
    CALLBACK_NEEDS_WHITELIST = True  # the option's name before 2.11

    def __init__(self, *args, **kwargs):
        super(CallbackModule, self).__init__(*args, **kwargs)
        self._play = None
        self._task = None

    def v2_playbook_on_play_start(self, play):
        self._play = play

    # Keep the task as written. The task of a result may contain rendered templates.
    def v2_playbook_on_task_start(self, task, is_conditional):
        self._task = task

    def v2_playbook_on_handler_task_start(self, task):
        self._task = task

    def v2_runner_on_failed(self, result, ignore_errors=False):
        self._guarded(result, only_failing=True)

    def v2_runner_on_ok(self, result):
        if self.get_option("tag") in result._task.tags:
            self._guarded(result, only_failing=False)

    def _guarded(self, result, only_failing):
        if result._task.no_log or result._result.get("_ansible_no_log") or "censored" in result._result:
            return
        try:
            self._report(result, only_failing)
        except Exception as error:  # a playbook must not fail because of a link
            self._display.vvv("evalground: no link: %s" % type(error).__name__)

    def _report(self, result, only_failing):
        variables = self._play.get_variable_manager().get_vars(play=self._play, host=result._host, task=result._task)
        item_name = result._result.get("ansible_loop_var", "item")
        if item_name in result._result:
            variables[item_name] = result._result[item_name]
        loader = self._play.get_loader()
        templar = Templar(loader=loader, variables=variables)
        is_same = self._task is not None and self._task._uuid == result._task._uuid
        for what, text, name in self._texts(self._task if is_same else result._task, loader, templar):
            error = self._error_of(templar, text)
            if error is None and only_failing:
                continue
            self._print(result, what, text, name, error, templar, variables, loader)
            return

    @staticmethod
    def _error_of(templar, text):
        """The error, or None. Lookups are disabled because they may have side effects."""
        try:
            templar.template(text, disable_lookups=True)
        except (AnsibleError, TemplateError) as error:
            return str(error)
        return None

    def _texts(self, task, loader, templar):
        """The texts that a task evaluates, in order: what each is, its text, and its file name."""
        for condition in task.when:
            if isinstance(condition, str):
                yield "conditional", "{%% if %s %%}True{%% else %%}False{%% endif %%}" % condition, None
        if isinstance(task.loop, str) and has_template(task.loop):
            yield "loop", task.loop, None
        for key, value in self._templates_in(task.args, ""):
            yield "argument %s" % key, value, None
        if task.action.split(".")[-1] == "template" and isinstance(task.args.get("src"), str):
            try:
                path = loader.path_dwim_relative_stack(
                    task.get_search_path(), "templates", templar.template(task.args["src"], disable_lookups=True)
                )
                with open(path, encoding="utf-8") as file:
                    yield "template", file.read(), path
            except (AnsibleError, OSError, UnicodeDecodeError):
                pass

    def _templates_in(self, value, path):
        if isinstance(value, str):
            if has_template(value) and type(value).__name__ != "AnsibleUnsafeText":
                yield path, value
        elif isinstance(value, dict):
            for key in value:
                for found in self._templates_in(value[key], ("%s.%s" % (path, key)).lstrip(".")):
                    yield found
        elif isinstance(value, (list, tuple)):
            for index, item in enumerate(value):
                for found in self._templates_in(item, "%s[%d]" % (path, index)):
                    yield found

    def _print(self, result, what, text, path, error, templar, variables, loader):
        reads = Reads(templar.environment, variables)
        reads.add_text(text)
        main = os.path.basename(path) if path else "main.j2"
        files = {main: text}
        folder = os.path.dirname(path) if path else None
        for name in reads.templates:  # the list grows during the loop
            if folder is None or name in files or os.path.isabs(name) or ".." in name.split("/"):
                continue
            try:
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    files[name] = file.read()
                reads.add_text(files[name])
            except (OSError, UnicodeDecodeError):
                continue
        redaction = Redaction()
        plain = {name: redaction.plain(value, name) for name, value in reads.variables().items()}
        # Values of variables with suspicious names are secret wherever they occur, even if the text does not read these
        # variables.
        for name, value in variables.items():
            if name not in plain and name not in MAGIC:
                redaction.plain(value, name)
        major = tuple(int(part) for part in re.findall(r"\d+", ansible_version)[:2])
        options = {"flavor": "ansible"}
        if major >= (2, 19):
            options["reference"] = "2.21"
        texts = {name: redaction.source(content) for name, content in files.items()}
        workspace = {"dialect": "jinja2", "files": texts, "vars": redaction.everywhere(plain)}
        workspace["options"] = options
        if error is not None:
            workspace["description"] = redaction.text(error)
        workspace = {key: value for key, value in workspace.items() if value != {}}
        link = encode_link(workspace)
        where = "%s of task %s on %s" % (what, result._task.get_name(), result._host.get_name())
        if len(link) > LONGEST_LINK:
            self._display.display("evalground: the %s is too large for a link." % redaction.text(where))
            return
        self._display.display("evalground: %s: %s#%s" % (redaction.text(where), self.get_option("site"), link))
