"""Evaluates a workspace by the original implementation of its language, in python3 and in Pyodide.

answer(text) takes a workspace as JSON, whose files lie in the current folder (their paths are used whole, as relative
ones are those of bridge.py in Pyodide), and gives JSON: {"name": …} with "value",
"text" or "error", or {"missing": why} where the original is not there or cannot be compared.
"""
import json
import os
import shutil
import sys

FOLDER = "/asked"

JINJA_SETTINGS = (
    "trim_blocks", "lstrip_blocks", "keep_trailing_newline", "autoescape", "block_start_string", "block_end_string",
    "variable_start_string", "variable_end_string", "comment_start_string", "comment_end_string",
    "line_statement_prefix", "line_comment_prefix", "newline_sequence")


def plain(value):
    if hasattr(value, "items"):
        return dict(value.items())
    if hasattr(value, "__iter__"):
        return list(value)
    return str(value)


def source_of(workspace):
    main = workspace.get("main")
    if not main:
        return workspace.get("expression")
    with open(os.path.abspath(main), encoding="utf-8", newline="") as file:
        return file.read()


def failure(error):
    return {"error": f"{type(error).__name__}: {error}"}


def jinja(workspace, options):
    import jinja2
    from importlib.metadata import version
    settings = {key: value for key, value in options.items() if key in JINJA_SETTINGS}
    kinds = {"strict": jinja2.StrictUndefined, "chainable": jinja2.ChainableUndefined, "debug": jinja2.DebugUndefined}
    settings["undefined"] = kinds.get(options.get("undefined"), jinja2.Undefined)
    extensions = [name if "." in name else "jinja2.ext." + name for name in options.get("extensions") or []]
    answer = {"name": "jinja2 " + version("jinja2")}
    try:
        env = jinja2.Environment(loader=jinja2.FileSystemLoader(os.getcwd()), extensions=extensions, **settings)
        variables = workspace.get("vars") or {}
        expression = workspace.get("expression")
        if expression is not None:
            answer["value"] = env.compile_expression(expression, undefined_to_none=True)(**variables)
        else:
            answer["text"] = env.from_string(source_of(workspace)).render(**variables)
    except Exception as error:
        answer.update(failure(error))
    return answer


def ansible(workspace, options):
    import ansible
    from ansible.parsing.dataloader import DataLoader
    from ansible.template import Templar
    loader = DataLoader()
    loader.set_basedir(".")
    templar = Templar(loader=loader, variables=workspace.get("vars") or {})
    answer = {"name": "ansible-core " + ansible.__version__}
    try:
        expression = workspace.get("expression")
        if expression is not None:
            answer["value"] = templar.template(expression if "{{" in expression else "{{ %s }}" % expression)
        else:
            with templar.set_temporary_context(searchpath=[".", "templates"]):
                answer["text"] = templar.do_template(
                    source_of(workspace), preserve_trailing_newlines=True, escape_backslashes=False)
    except Exception as error:
        answer["error"] = str(error)
    return answer


def yaql(workspace, options):
    import yaql
    from importlib.metadata import version
    factory = yaql.factory.YaqlFactory if hasattr(yaql, "factory") else yaql.YaqlFactory
    settings = {"yaql.convertInputData": True, "yaql.convertOutputData": True, "yaql.limitIterators": 100000}
    answer = {"name": "yaql " + version("yaql")}
    try:
        engine = factory(allow_delegates=True).create(settings)
        context = yaql.create_context()
        for key, value in (workspace.get("vars") or {}).items():
            context["$" + key] = value
        expression = workspace.get("expression")
        expression = source_of(workspace) if expression is None else expression
        answer["value"] = engine(expression).evaluate(data=workspace.get("data"), context=context)
    except Exception as error:
        answer.update(failure(error))
    return answer


ORIGINALS = {
    "jinja2": lambda workspace, options: (ansible if options.get("flavor") == "ansible" else jinja)(workspace, options),
    "yaql": yaql,
}


def answer(text):
    workspace = json.loads(text)
    try:
        given = ORIGINALS[workspace["dialect"]](workspace, workspace.get("options") or {})
        return json.dumps(given, default=plain, allow_nan=False)
    except ImportError as error:
        return json.dumps({"missing": str(error)})
    except (TypeError, ValueError) as error:
        return json.dumps({"missing": f"its result cannot be written as JSON: {error}"})


def ask(text, archive):
    """In Pyodide: the original is an archive, and the files of the workspace are in the request."""
    if archive not in sys.path:
        sys.path.append(archive)
    workspace = json.loads(text)
    os.chdir("/")
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    os.chdir(FOLDER)
    for path, content in (workspace.pop("files", None) or {}).items():
        if isinstance(content, str) and "://" not in path:
            place = os.path.join(FOLDER, os.path.normpath("/" + path).lstrip("/"))
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "w", encoding="utf-8", newline="") as file:
                file.write(content)
    return answer(json.dumps(workspace))
