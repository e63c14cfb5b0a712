"""Runs the Python functions of a document for the engine, in Pyodide and in python3.

call(request, ask) takes and gives JSON text: {"value": …}, {"missing": [names]} or {"exception": {…}}. Meanwhile
ask(question) puts questions to the engine, as JSON text too: for a query, a variable, an attribute, a file. Files and
modules are those of the workspace, below /workspace, and are asked for when they are needed. Filters and tests of
Ansible (ansible.py) are called by their place and names: {"plugin": "filter", "function", "path", "args", "kwargs", …}.
"""
import base64
import builtins
import collections.abc
import importlib.abc
import importlib.machinery
import importlib.util
import io
import json
import math
import os
import random
import sys
from collections.abc import Mapping
from collections.abc import Set as AbstractSet

ROOT = "/workspace"
DEEPEST = 10  # nesting of calls made by queries of calls


class QueryError(Exception):
    """The engine could not answer. `number` identifies the engine's own error."""

    number = None


class Ended(BaseException):
    """The evaluation has ended: a limit is exceeded, or a request must be answered from outside first."""


class Session:
    """State of one evaluation."""

    def __init__(self, seed, env):
        self.ask = None
        self.nesting = 0
        self.sensitive = False  # the running call has read a secret
        self.secrets = set()  # secret texts that any call has read; a call may have stored them in globals
        self.scripts = {}
        self.keeps_tuples = False  # results keep tuples
        forget_stand_ins()
        os.environ.clear()
        os.environ.update(env)
        random.seed(seed)
        for name, module in list(sys.modules.items()):
            if str(getattr(module, "__file__", None) or "").startswith(ROOT + "/"):
                del sys.modules[name]
        sys.path[:] = [path for path in sys.path if path and not path.startswith(ROOT)]
        for path in [path for path in sys.path_importer_cache if path.startswith(ROOT)]:
            del sys.path_importer_cache[path]

    def question(self, **question):
        answer = json.loads(self.ask(json.dumps(question)))
        self.mark(answer.get("sensitive"), answer.get("value"))
        if "error" in answer:
            if answer.get("fatal"):
                raise Ended()
            error = QueryError(answer["error"])
            error.number = answer.get("number")
            raise error
        return decode(answer.get("value"))

    def mark(self, sensitive, value):
        if sensitive:
            self.sensitive = True
            self.secrets.update(text for text in texts_in(value) if len(text) > 3)

    def knows(self, value):
        return self.sensitive or any(secret in text for text in texts_in(value) for secret in self.secrets)


session = None


def texts_in(value):
    if isinstance(value, str) and value:
        yield value
    elif isinstance(value, (list, dict)):
        for item in value if isinstance(value, list) else value.values():
            yield from texts_in(item)


# Values that JSON cannot represent are encoded as {"$": form, …}.

class Attributes(Mapping):
    """A map of the engine whose values are evaluated when they are read."""

    def __init__(self, kind, owner):
        self._what = {"ask": kind, "resource": owner}

    def __getitem__(self, name):
        found = session.question(name=name, **self._what)
        if not found:
            raise KeyError(name)
        return found[0]

    def __iter__(self):
        return iter(session.question(ask="names", of=self._what["ask"], resource=self._what["resource"]))

    def __len__(self):
        return sum(1 for _ in self)

    def __repr__(self):
        return repr(list(self))


class Resource:
    """A resource of the tree."""

    def __init__(self, key, name):
        self.key = key
        self.name = name
        self.attributes = Attributes("attribute", key)

    def query(self, expression, vars=None, wantList=False):
        if vars:
            expression = {"eval": expression, "vars": vars}
        return session.question(
            ask="query", resource=self.key, expression=encode(expression), list=bool(wantList))

    def __eq__(self, other):
        return isinstance(other, Resource) and self.key == other.key

    def __hash__(self):
        return hash(self.key)

    def __repr__(self):
        return f"NodeInstance({self.name!r})"


class Context:
    """The context that is passed to a function."""

    def __init__(self, resource):
        self.currentResource = resource
        self.vars = Attributes("variable", None)

    def query(self, expression, vars=None, wantList=False):
        if vars:
            expression = {"eval": expression, "vars": vars}
        return session.question(ask="query", resource=None, expression=encode(expression), list=bool(wantList))


def decode(value):
    if isinstance(value, list):
        return [decode(item) for item in value]
    if not isinstance(value, dict):
        return value
    form = value.get("$")
    if form is None:
        return {key: decode(item) for key, item in value.items()}
    if form == "resource":
        return Resource(value["key"], value["name"])
    if form == "bytes":
        return base64.b64decode(value["base64"])
    if form == "real":
        return float(value["text"])
    if form == "tuple":
        return tuple(decode(item) for item in value["items"])
    return {decode(key): decode(item) for key, item in value["items"]}


def encode(value):
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else {"$": "real", "text": repr(float(value))}
    if isinstance(value, Resource):
        return {"$": "resource", "key": value.key, "name": value.name}
    if isinstance(value, (bytes, bytearray)):
        return {"$": "bytes", "base64": base64.b64encode(value).decode()}
    if isinstance(value, AbstractSet):
        return [encode(item) for item in sorted(value, key=repr)]
    if isinstance(value, tuple) and session.keeps_tuples:
        return {"$": "tuple", "items": [encode(item) for item in value]}
    if isinstance(value, (list, tuple)):
        return [encode(item) for item in value]
    if isinstance(value, Mapping):
        if all(isinstance(key, str) and key != "$" for key in value):
            return {key: encode(item) for key, item in value.items()}
        return {"$": "map", "items": [[encode(key), encode(item)] for key, item in value.items()]}
    raise TypeError(f"a result must be plain data, not {type(value).__name__}")


# The files of the workspace.

def read(path):
    """The content of a file as bytes; True for a folder, None if it does not exist."""
    found = session.question(ask="file", path=path) if session and session.ask else None
    return found.encode() if isinstance(found, str) else found


def virtual(path):
    """The corresponding path in the workspace, or None if it is outside."""
    if not isinstance(path, (str, os.PathLike)):
        return None
    path = os.path.normpath(os.path.join(ROOT, os.fspath(path)))
    return path if isinstance(path, str) and path.startswith(ROOT + "/") else None


def open_file(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    path = virtual(file)
    if path is None:
        return real_open(file, mode, buffering, encoding, errors, newline, closefd, opener)
    if set(mode) & set("wax+"):
        raise PermissionError(f"the files of the workspace cannot be written from Python: {path}")
    content = read(path)
    if not isinstance(content, bytes):
        raise FileNotFoundError(f"there is no such file in the workspace: {path}")
    stream = io.BytesIO(content)
    return stream if "b" in mode else io.TextIOWrapper(stream, encoding or "utf-8", errors, newline)


class Loader(importlib.abc.InspectLoader):
    def __init__(self, path):
        self.path = path

    def get_source(self, fullname):
        return read(self.path).decode("utf-8-sig")

    def get_code(self, fullname):
        return compile(self.get_source(fullname), self.path, "exec", dont_inherit=True)

    def is_package(self, fullname):
        return self.path.endswith("/__init__.py")


class Finder:
    """Finds modules in one folder of the workspace."""

    def __init__(self, folder):
        if folder != ROOT and not folder.startswith(ROOT + "/"):
            raise ImportError
        self.folder = folder

    def find_spec(self, fullname, target=None):
        base = f"{self.folder}/{fullname.rpartition('.')[2]}"
        for path, places in ((base + "/__init__.py", [base]), (base + ".py", None)):
            if isinstance(read(path), bytes):
                return importlib.util.spec_from_file_location(
                    fullname, path, loader=Loader(path), submodule_search_locations=places)
        if read(base) is not True:
            return None
        spec = importlib.machinery.ModuleSpec(fullname, None, is_package=True)
        spec.submodule_search_locations = [base]
        return spec


class Hidden:
    """Prevents modules from being imported."""

    def __init__(self, names):
        self.names = names

    def find_spec(self, fullname, path=None, target=None):
        if fullname.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"the module {fullname} is not available to documents", name=fullname)


def hide(names):
    sys.meta_path.insert(0, Hidden(set(names)))
    for name in list(sys.modules):
        if name.partition(".")[0] in names:
            del sys.modules[name]


def module_of(request):
    folder = f"{ROOT}/{request['folder']}".rstrip("/")
    for place in (ROOT, folder):
        if place in sys.path:
            sys.path.remove(place)
        sys.path.insert(0, place)
    if "module" in request:
        return importlib.import_module(request["module"])
    path = f"{ROOT}/{request['path']}"
    if path not in session.scripts:
        name = os.path.splitext(os.path.basename(path))[0]
        spec = importlib.util.spec_from_file_location(name, path, loader=Loader(path))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        session.scripts[path] = module
    return session.scripts[path]


def frames_of(error):
    """The positions in files of the workspace, outermost first. Columns are in bytes, if Python knows them."""
    frames = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename.startswith(ROOT + "/"):
            frame = {"path": code.co_filename[len(ROOT) + 1:], "line": trace.tb_lineno, "in": code.co_name}
            if hasattr(code, "co_positions"):
                line, end_line, begin, end = list(code.co_positions())[trace.tb_lasti // 2]
                if line == end_line == trace.tb_lineno and begin is not None and end is not None:
                    frame.update(begin=begin, end=end)
            frames.append(frame)
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and str(error.filename).startswith(ROOT + "/") and error.lineno:
        frames.append({"path": error.filename[len(ROOT) + 1:], "line": error.lineno, "in": "<module>"})
    return frames


def text_of(error):
    try:
        return str(error.msg if isinstance(error, SyntaxError) else error)
    except Exception:
        return ""


def begin():
    """The next call starts a new evaluation."""
    global session
    session = None


def call(request, ask):
    global session
    request = json.loads(request)
    if session is None:
        session = Session(request["seed"], request["env"])
    outside = session.ask, session.sensitive
    session.ask, session.sensitive = ask, False
    session.mark(request["sensitive"], request.get("args"))
    session.nesting += 1
    try:
        if session.nesting > DEEPEST:
            raise RecursionError("functions of the document call each other too deeply")
        is_plugin = "plugin" in request
        session.keeps_tuples = is_plugin
        functions = plugins_of(request) if is_plugin else vars(module_of(request))
        function = functions.get(request["function"])
        if callable(function) and is_plugin:
            result = call_plugin(function, request)
            answer = {"value": encode(list(result) if isinstance(result, collections.abc.Iterator) else result)}
        elif callable(function):
            arguments = [decode(request["args"])] if "args" in request else []
            answer = {"value": encode(function(Context(decode(request["resource"])), *arguments))}
        else:
            answer = {"missing": sorted(name for name, value in functions.items() if callable(value))}
    except BaseException as error:
        answer = {"exception": {"type": type(error).__name__, "message": text_of(error), "frames": frames_of(error)}}
        if isinstance(error, QueryError):
            answer["exception"]["number"] = error.number
    answer["sensitive"] = session.knows(answer)
    session.nesting -= 1
    session.ask, session.sensitive = outside
    return json.dumps(answer)


sys.path_hooks.insert(0, Finder)
sys.dont_write_bytecode = True
real_open = builtins.open
builtins.open = io.open = open_file
