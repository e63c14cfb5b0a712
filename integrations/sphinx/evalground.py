"""Sphinx: examples that readers can run.

    .. evalground:: yaql
       :data: [1, 2, 3]

       $.where($ > 1)

    .. evalground-output::

       [2, 3]

In conf.py: extensions = ["evalground"], and where the file is not on Python's path, sys.path.insert(0, …).

    evalground_site     the playground, "/evalground"
    evalground_command  the command; without an output below it, an example shows what this gives now

Options of the directive: :dialect:, :data:, :vars:, :inputs:, :options:, :classes:, :env: (JSON, or YAML where PyYAML
is installed), :file: (what the block is called), :files: (paths from the document), :editable:, :show:, :view:,
:height:, :title:. `evalground check-docs` reads the same directives.
"""

import html
import json
import os
import subprocess
from urllib.parse import unquote

from docutils import nodes
from docutils.parsers.rst import Directive, directives

# By the name of a block: the dialect, the file that its text becomes, and the lexer of Pygments.
LANGUAGES = {
    # described: languages, by scripts/describe
    "unfurl": ("unfurl", "main.yaml", "yaml"),
    "jinja2": ("jinja2", "main.j2", "jinja"),
    "jinja": ("jinja2", "main.j2", "jinja"),
    "j2": ("jinja2", "main.j2", "jinja"),
    "html+jinja": ("jinja2", "main.j2", "jinja"),
    "django": ("jinja2", "main.j2", "jinja"),
    "ansible": ("ansible", "main.j2", "jinja"),
    "yaml+jinja": ("ansible", "main.j2", "jinja"),
    "yaql": ("yaql", None, "none"),
    "heat": ("heat", "main.yaml", "yaml"),
    "hot": ("heat", "main.yaml", "yaml"),
    "cfengine": ("cfengine", "main.cf", "cfengine3"),
    "cfengine3": ("cfengine", "main.cf", "cfengine3"),
    "cf3": ("cfengine", "main.cf", "cfengine3"),
    "dcontroller": ("dcontroller", "main.yaml", "yaml"),
    "delta-controller": ("dcontroller", "main.yaml", "yaml"),
    # end
}
# described: marks, by scripts/describe
VALUES = "data local vars inputs attributes classes env options limits seed".split()
TEXTS = "dialect operation expression resource clock".split()
ELEMENT = "editable show hide view lines run loading height max-height theme mode expect depends label title id".split()
# end


class evalground_example(nodes.General, nodes.Element):
    """The element. Its children are shown to readers without JavaScript: the source and its result."""


def value_of(text):
    """The value of a key, which is written as JSON or YAML, either of them percent-encoded if it begins with "%"."""
    text = unquote(text) if text.startswith("%") else text
    try:
        return json.loads(text)
    except ValueError:
        try:
            import yaml
        except ImportError:
            raise ValueError("it is not JSON, and YAML needs PyYAML") from None
        try:
            return yaml.safe_load(text)
        except yaml.YAMLError as problem:
            raise ValueError(f"it is neither JSON nor YAML: {problem}") from None


class Example(Directive):
    has_content = True
    required_arguments = 1
    option_spec = {name: directives.unchanged for name in ["file", "files", "key", *VALUES, *TEXTS, *ELEMENT]}

    def run(self):
        parts = self.state.document.settings.env.temp_data.setdefault("evalground", {"files": {}})
        source = "\n".join(self.content)
        if "key" in self.options:
            self.add_part(parts, source)
            return [nodes.literal_block(source, source, language=self.arguments[0])]
        named = self.options.get("dialect", self.arguments[0].lower())
        if named not in LANGUAGES:
            raise self.error(f'evalground: there is no dialect "{named}"')
        dialect, path, lexer = LANGUAGES[named]
        workspace = self.workspace(dialect, self.options.get("file", path), source, parts)
        passed = {name: self.options[name] for name in ELEMENT if name in self.options}
        node = evalground_example(workspace=workspace, passed=passed)
        node += nodes.literal_block(source, source, language=lexer)
        return [node]

    def add_part(self, parts, source):
        """Adds a part of the next example: a file, or the value of a key."""
        key = self.options["key"]
        if key == "files" and "file" in self.options:
            parts["files"][self.options["file"]] = source + "\n"
        elif key in VALUES or key in TEXTS:
            parts[key] = self.value(key, source)
        else:
            reason = '"files" needs :file:' if key == "files" else f'a workspace has no key "{key}"'
            raise self.error(f"evalground: {reason}")

    def value(self, name, text):
        try:
            return text if name in TEXTS else value_of(text)
        except ValueError as problem:
            raise self.error(f"evalground: :{name}: {problem}")

    def workspace(self, dialect, path, source, parts):
        files = {path: source + "\n"} if path else {}
        files.update(parts.pop("files"))
        given = {name: self.value(name, self.options[name]) for name in [*VALUES, *TEXTS] if name in self.options}
        workspace = {**parts, **given, "dialect": dialect}
        parts.clear()
        parts["files"] = {}
        if path:
            workspace["main"] = path
        else:
            workspace["expression"] = source
        environment = self.state.document.settings.env
        for name in self.options.get("files", "").split():
            _, file = environment.relfn2path(name)
            environment.note_dependency(file)
            with open(file, encoding="utf-8") as opened:
                files[name] = opened.read()
        return {**workspace, "files": files} if files else workspace


class Output(Directive):
    has_content = True
    optional_arguments = 1

    def run(self):
        text = "\n".join(self.content)
        language = self.arguments[0] if self.arguments else "none"
        return [nodes.literal_block(text, text, language=language, classes=["evalground-output"])]


def join_outputs(app, document):
    """Makes the output block after an example its child. Without one it runs the command to get the output."""
    for node in list(document.findall(evalground_example)):
        siblings = node.parent.children
        following = siblings[siblings.index(node) + 1 :]
        if following and "evalground-output" in following[0].get("classes", []):
            node.parent.remove(following[0])
            node += following[0]
        elif app.config.evalground_command:
            text = evaluated(app.config.evalground_command, node["workspace"])
            node += nodes.literal_block(text, text, language="none", classes=["evalground-output"])


def evaluated(command, workspace):
    done = subprocess.run(
        [command, "eval", "-"], input=json.dumps(workspace), capture_output=True, text=True, timeout=60, check=False
    )
    return (done.stdout if done.returncode == 0 else done.stderr).rstrip("\n")


def visit_html(self, node):
    workspace = dict(node["workspace"])
    workspace.pop("main", None)  # the document is the first file
    words = {name: value if name in TEXTS else json.dumps(value) for name, value in workspace.items()}
    # Attributes only, so no source can end the element or become markup.
    given = "".join(f' {name}="{html.escape(value)}"' for name, value in {**words, **node["passed"]}.items())
    self.body.append(f"<evalground-embed{given}>\n")
    for child in node.children:
        is_output = "evalground-output" in child.get("classes", [])
        if is_output:
            self.body.append('<output slot="fallback">')
        child.walkabout(self)
        if is_output:
            self.body.append("</output>\n")
    self.body.append("</evalground-embed>\n")
    raise nodes.SkipNode


def visit_other(_self, _node):
    """For PDF and manual pages: the source and its output as code blocks."""


def depart_other(_self, _node):
    pass


def add_script(app, _page, _template, context, doctree):
    if doctree is None:
        return
    elements = list(doctree.findall(nodes.Element))
    if any(isinstance(one, evalground_example) or "evalground" in one.get("classes", []) for one in elements):
        app.add_js_file(app.config.evalground_site.rstrip("/") + "/embed.js", loading_method="defer")


def setup(app):
    app.add_config_value("evalground_site", "/evalground", "html")
    app.add_config_value("evalground_command", os.environ.get("EVALGROUND", ""), "env")
    others = {form: (visit_other, depart_other) for form in ("latex", "text", "man", "texinfo")}
    app.add_node(evalground_example, html=(visit_html, depart_other), **others)
    app.add_directive("evalground", Example)
    app.add_directive("evalground-output", Output)
    app.connect("doctree-read", join_outputs)
    app.connect("html-page-context", add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
