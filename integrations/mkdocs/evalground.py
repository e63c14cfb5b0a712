"""MkDocs 1.4 and newer: marked fences become examples that readers can run.

    ```yaql {.evalground data="[1, 2, 3]"}        hooks:
    $.where($ > 1)                                  - evalground.py
    ```                                           extra:
                                                    evalground: /evalground
    ```json {.evalground-output}
    [2, 3]
    ```

With `evalground_command: evalground` in `extra`, the built pages contain the outputs of examples that show none, for
readers without JavaScript and for search engines.

Beside the mark a fence may have: dialect, expression, data, vars, inputs, options, … (JSON or YAML), file (what the
block is called), editable, show, view, height, title. `evalground check-docs` reads the same fences.
"""

import html
import json
import logging
import re
import subprocess
from urllib.parse import unquote

import yaml

LOG = logging.getLogger("mkdocs.hooks.evalground")

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
# described: marks, by scripts/describe
VALUES = "data local vars inputs attributes classes env options limits seed".split()
TEXTS = "dialect operation expression resource clock".split()
ELEMENT = "editable show hide view lines run loading height max-height theme mode expect depends label title id".split()
BLOCK = "file files key skip".split()
OUTPUTS = set("evalground-output output ansible-output example_output".split())
# end

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


def check(attributes):
    """Raises a ValueError if the value of a key cannot be read. Returns what is close to a name that exists."""
    for name in VALUES:
        text = attributes.get(name, "0")
        try:
            yaml.safe_load(unquote(text) if text.startswith("%") else text)
        except yaml.YAMLError as problem:
            raise ValueError(f'"{name}" is neither JSON nor YAML: {problem}') from None
    known = [*VALUES, *TEXTS, *ELEMENT, *BLOCK]
    slips = [(name, meant) for name in attributes if name not in known for meant in known if is_slip(name, meant)]
    return [f'"{name}" is not read. Did you mean "{meant}"?' for name, meant in slips]


def is_slip(name, meant):
    """Whether one letter is wrong, missing or added, or two neighbors are exchanged."""
    while name and name[:1] == meant[:1]:
        name, meant = name[1:], meant[1:]
    while name and name[-1:] == meant[-1:]:
        name, meant = name[:-1], meant[:-1]
    return (len(name) <= 1 and len(meant) <= 1) or (len(name) == 2 and name == meant[::-1])


def add_part(parts, attributes, text):
    """Adds a part of the next example, a file or the value of a key, to the attributes of its element."""
    key = attributes["key"]
    if key == "files" and "file" in attributes:
        parts.setdefault("files", {})[attributes["file"]] = text
    elif key in VALUES or key in TEXTS:
        parts[key] = text
    else:
        raise ValueError('"files" needs "file"' if key == "files" else f'a workspace has no key "{key}"')


def element(language, attributes, parts, source, shown):
    """The element. Its parts are attributes, so no source can end it or become markup."""
    named = attributes.get("dialect", language)
    if named not in LANGUAGES:
        raise ValueError(f'the block needs a dialect: its language is "{named}"')
    dialect, path = LANGUAGES[named]
    path = attributes.get("file", path)
    files = {**({path: source} if path else {}), **parts.pop("files", {})}
    words = {**parts, **{name: attributes[name] for name in [*VALUES, *TEXTS, *ELEMENT] if name in attributes}}
    words["dialect"] = dialect
    if not path:
        words["expression"] = source.rstrip("\n")
    if files:
        words["files"] = json.dumps(files)
    # Shown to readers without JavaScript.
    inner = [f'<pre class="highlight"><code class="language-{language}">{html.escape(source, False)}</code></pre>']
    if shown is not None:
        inner.append(f'<output slot="fallback"><pre>{html.escape(shown, False)}</pre></output>')
    given = "".join(f' {name}="{html.escape(value)}"' for name, value in words.items())
    return f"<evalground-embed{given}>\n" + "\n".join(inner) + "\n</evalground-embed>"


def on_config(config):
    site = config["extra"].get("evalground", "/evalground")
    config["extra_javascript"].append(site.rstrip("/") + "/embed.js")
    return config


def on_page_markdown(markdown, page, **_):
    fences = list(FENCE.finditer(markdown))
    result, at, page.evalground, parts = [], 0, [], {}
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
            if is_next and OUTPUTS & read_info(following["info"])[1]:
                shown, end = dedented(following), following.end()
        place = f"{page.file.src_path}: evalground: {fence['info'].strip()}"
        try:
            for warning in check(attributes):
                LOG.warning("%s: %s", place, warning)
            if "key" in attributes:
                add_part(parts, attributes, dedented(fence))
                # Not all of MkDocs' readers of fences know these attributes.
                result += [markdown[at : fence.start("info")], language]
                at = fence.end("info")
                continue
            made = element(language, attributes, parts, dedented(fence), shown)
        except ValueError as problem:
            raise SystemExit(f"{place}: {problem}") from None
        parts = {}
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


def on_post_build(config, **_):
    """Writes missing outputs into the pages."""
    command = config["extra"].get("evalground_command")
    if not command:
        return
    arguments = [command, "check-docs", "--update", "--insert", "--allow-empty", config["site_dir"]]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode != 0:
        LOG.warning("evalground: %s", (done.stdout + done.stderr).strip())
