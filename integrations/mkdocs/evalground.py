"""MkDocs 1.4 and newer: marked fences become examples that readers can run.

    ```yaql {.evalground data="[1, 2, 3]"}        hooks:
    $.where($ > 1)                                  - evalground.py
    ```                                           extra:
                                                    evalground: /evalground
    ```json {.evalground-output}
    [2, 3]
    ```

Beside the mark a fence may have: dialect, expression, data, vars, inputs, options, … (JSON), file (what the block is
called), editable, show, view, height, title. `evalground check-docs` reads the same fences.
"""

import html
import json
import re

LANGUAGES = {
    # described: languages, by scripts/describe
    "unfurl": ("unfurl", "main.yaml"),
    "jinja2": ("jinja2", "main.j2"),
    "jinja": ("jinja2", "main.j2"),
    "j2": ("jinja2", "main.j2"),
    "html+jinja": ("jinja2", "main.j2"),
    "django": ("jinja2", "main.j2"),
    "ansible": ("ansible", "main.j2"),
    "yaml+jinja": ("ansible", "main.j2"),
    "yaql": ("yaql", None),
    "heat": ("heat", "main.yaml"),
    "hot": ("heat", "main.yaml"),
    "cfengine": ("cfengine", "main.cf"),
    "cfengine3": ("cfengine", "main.cf"),
    "cf3": ("cfengine", "main.cf"),
    "dcontroller": ("dcontroller", "main.yaml"),
    "delta-controller": ("dcontroller", "main.yaml"),
    # end
}
INPUTS = ["data", "local", "vars", "inputs", "attributes", "classes", "env", "options", "limits"]
PASSED = ["operation", "expression", "resource", "editable", "show", "hide", "view", "lines", "run", "height"]
PASSED += ["title", "theme", "id", "depends"]

FENCE = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,}|~{3,})(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=indent)(?P=fence)[ \t]*$", re.M | re.S
)
WORD = re.compile(
    r"""\.(?P<class>[\w-]+)|(?P<name>[\w-]+)(?:=(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s}]*)))?"""
)


def read_info(info):
    """'yaql {.evalground data="[1]"}' → the language, classes, attributes."""
    info = info.strip()
    language = re.match(r"[\w+#-]*", info).group()
    classes, attributes = [], {}
    for word in WORD.finditer(info[len(language) :]):
        if word["class"]:
            classes.append(word["class"])
        else:
            value = next((v for v in (word["double"], word["single"], word["bare"]) if v is not None), "")
            attributes[re.sub("^data-(?=.)", "", word["name"])] = value
    if not language and classes:
        language = classes.pop(0)
    marks = {*classes, *attributes, language}
    return language.lower(), marks, attributes


def dedented(match):
    indent = len(match["indent"])
    return "".join(line[min(indent, len(line) - len(line.lstrip(" "))) :] for line in match["text"].splitlines(True))


def element(language, attributes, source, shown):
    """The element; None if the block is not an example in a dialect."""
    named = attributes.get("dialect", language)
    if named not in LANGUAGES:
        return None
    dialect, path = LANGUAGES[named]
    words = {"dialect": dialect, **{name: attributes[name] for name in PASSED if name in attributes}}
    inputs = {name: json.loads(attributes[name]) for name in INPUTS if name in attributes}
    parts = []
    if path is None:
        words["expression"] = source.rstrip("\n")
    else:
        inputs["files"] = {attributes.get("file", path): source}
    # JSON without "<", so that no source can end the script element or become markup.
    for key, value in inputs.items():
        text = json.dumps(value).replace("<", "\\u003c")
        parts.append(f'<script type="application/json" data-key="{key}">{text}</script>')
    # Shown to readers without JavaScript.
    parts.append(f'<pre class="highlight"><code class="language-{language}">{html.escape(source, False)}</code></pre>')
    if shown is not None:
        parts.append(f'<output slot="fallback"><pre>{html.escape(shown, False)}</pre></output>')
    given = "".join(f' {name}="{html.escape(value)}"' for name, value in words.items())
    return f"<evalground-embed{given}>\n" + "\n".join(parts) + "\n</evalground-embed>"


def on_config(config):
    site = config["extra"].get("evalground", "/evalground")
    config["extra_javascript"].append(site.rstrip("/") + "/embed.js")
    return config


def on_page_markdown(markdown, page, **_):
    fences = list(FENCE.finditer(markdown))
    result, at, page.evalground = [], 0, []
    for index, fence in enumerate(fences):
        if fence.start() < at:
            continue
        language, marks, attributes = read_info(fence["info"])
        if "evalground" not in marks:
            continue
        shown, end = None, fence.end()
        if index + 1 < len(fences):
            following = fences[index + 1]
            is_next = not markdown[fence.end() : following.start()].strip()
            if is_next and {"evalground-output", "output"} & read_info(following["info"])[1]:
                shown, end = dedented(following), following.end()
        try:
            made = element(language, attributes, dedented(fence), shown)
        except ValueError as problem:
            raise SystemExit(f"{page.file.src_path}: evalground: {fence['info'].strip()}: {problem}") from None
        if made is None:
            continue
        result += [markdown[at : fence.start()], "\n", fence["indent"], placeholder(len(page.evalground)), "\n"]
        page.evalground.append(made)
        at = end
    return "".join(result) + markdown[at:]


def placeholder(number):
    """A placeholder word that Markdown leaves unchanged wherever the block is: in lists, in notes."""
    return f"evalgroundexample{number}x"


def on_page_content(content, page, **_):
    for number, made in enumerate(page.evalground):
        word = placeholder(number)
        content = re.sub(f"<p>{word}</p>|{word}", lambda _, made=made: made, content, count=1)
    return content
