"""Sphinx: examples that readers can run.

    .. evalground:: yaql
       :data: [1, 2, 3]

       $.where($ > 1)

    .. evalground-output::

       [2, 3]

In conf.py: extensions = ["evalground"], and where the file is not on Python's path, sys.path.insert(0, …).

    evalground_site     the playground, "/evalground"
    evalground_command  the command; without an output below it, an example shows what this gives now

Options of the directive: :dialect:, :data:, :vars:, :inputs:, :options:, :classes:, :env: (JSON), :files: (paths from
the document, the first of them after the block itself), :editable:, :show:, :view:, :height:, :title:. `evalground
check-docs` reads the same directives.
"""

import html
import json
import os
import subprocess

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
INPUTS = ["data", "local", "vars", "inputs", "attributes", "classes", "env", "options", "limits"]
PASSED = ["operation", "resource", "editable", "show", "hide", "view", "lines", "run", "height", "title", "theme"]


class evalground_example(nodes.General, nodes.Element):
    """The element. Its children are shown to readers without JavaScript: the source and its result."""


class Example(Directive):
    has_content = True
    required_arguments = 1
    option_spec = {name: directives.unchanged for name in ["dialect", "expression", "files", *INPUTS, *PASSED]}

    def run(self):
        environment = self.state.document.settings.env
        language = self.arguments[0].lower()
        named = self.options.get("dialect", language)
        if named not in LANGUAGES:
            raise self.error(f'evalground: there is no dialect "{named}"')
        dialect, path, lexer = LANGUAGES[named]
        source = "\n".join(self.content) + "\n"
        workspace = {"dialect": dialect}
        for name in INPUTS:
            if name in self.options:
                try:
                    workspace[name] = json.loads(self.options[name])
                except ValueError as problem:
                    raise self.error(f"evalground: :{name}: is not JSON: {problem}")
        for name in ("operation", "resource", "expression"):
            if name in self.options:
                workspace[name] = self.options[name]
        if path is None:
            workspace["expression"] = source.rstrip("\n")
        else:
            workspace["main"] = path
            workspace["files"] = {path: source}
        for name in self.options.get("files", "").split():
            _, file = environment.relfn2path(name)
            environment.note_dependency(file)
            with open(file, encoding="utf-8") as opened:
                workspace.setdefault("files", {})[name] = opened.read()
        node = evalground_example(workspace=workspace, passed={n: self.options[n] for n in PASSED if n in self.options})
        text = source.rstrip("\n")
        code = nodes.literal_block(text, text, language=lexer)
        node += code
        return [node]


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
    attributes = {"dialect": workspace.pop("dialect"), **node["passed"]}
    for name in ("operation", "resource", "expression"):
        if name in workspace:
            attributes[name] = workspace.pop(name)
    workspace.pop("main", None)  # the document is the first file
    words = "".join(f' {name}="{html.escape(value)}"' for name, value in attributes.items())
    self.body.append(f"<evalground-embed{words}>\n")
    # JSON without "<", so that no source can end the script element or become markup.
    for key, value in workspace.items():
        text = json.dumps(value).replace("<", "\\u003c")
        self.body.append(f'<script type="application/json" data-key="{key}">{text}</script>\n')
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
