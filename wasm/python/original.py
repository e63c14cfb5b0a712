"""Evaluates a workspace by the original implementation of its language, in python3 and in Pyodide.

answer(text, driver) takes a workspace as JSON, whose files lie in the current folder (their paths are used whole, as
relative ones are those of bridge.py in Pyodide), and gives JSON: {"name": …} with "value", "text", "outputs" or
"error", or {"missing": why} where the original is not there or cannot be compared.

`driver` is the text of engine/dialects/<name>/original/driver.py. Only its class knows the language:

    Driver()                      finds the original; throws ImportError where it is not installed
    name                          its name and version: "jinja2 3.1.2"
    evaluate(workspace, source)   {"value": …}, {"text": …} or {"outputs": …}; what it throws is the original's failure.
                                  source() gives the text of the main document, or else the expression
    failure(error)                what people are told of a failure; without it the type and the message
"""
import json
import os
import shutil
import sys
import zipimport

FOLDER = "/asked"


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
    return f"{type(error).__name__}: {error}"


def evaluated(driver, workspace):
    given = {"name": driver.name}
    try:
        given.update(driver.evaluate(workspace, lambda: source_of(workspace)))
    except Exception as error:
        given["error"] = getattr(driver, "failure", failure)(error)
    return given


def answer(text, driver):
    names = {"__name__": "driver"}
    try:
        exec(compile(driver, "driver.py", "exec"), names)
        given = evaluated(names["Driver"](), json.loads(text))
        return json.dumps(given, default=plain, allow_nan=False)
    except ImportError as error:
        return json.dumps({"missing": str(error)})
    except (TypeError, ValueError) as error:
        return json.dumps({"missing": f"its result cannot be written as JSON: {error}"})


def ask(text, archive):
    """In Pyodide: the original and its driver are in an archive, and the files of the workspace are in the request."""
    if archive not in sys.path:
        sys.path.append(archive)
    try:
        driver = zipimport.zipimporter(archive).get_data("driver.py").decode()
    except OSError:
        return json.dumps({"missing": "its archive has no driver.py"})
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
    return answer(json.dumps(workspace), driver)
