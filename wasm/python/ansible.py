# Stand-ins for the parts of Ansible and Jinja that filter, test and lookup plugins of repositories import. They are
# installed from the first plugin call until the end of the evaluation, even where the real packages exist, so that a
# plugin gives the same result everywhere.

class StandIns:
    """Finds the modules below. Other modules of these packages do not exist."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname in STAND_INS:
            return importlib.machinery.ModuleSpec(fullname, self, is_package=True)
        if fullname.partition(".")[0] in ("ansible", "jinja2", "markupsafe"):
            raise ModuleNotFoundError(f"there is no module {fullname} for plugins here", name=fullname)
        return None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        vars(module).update(STAND_INS[module.__name__])


def text_from(value, encoding="utf-8", errors=None, nonstring="simplerepr"):
    if isinstance(value, str) or (nonstring == "passthru" and not isinstance(value, bytes)):
        return value
    if isinstance(value, bytes):
        return value.decode(encoding, "surrogateescape" if errors in (None, "surrogate_or_strict") else
                            "replace" if errors == "surrogate_then_replace" else errors)
    if nonstring == "strict":
        raise TypeError("obj must be a string type")
    return "" if nonstring == "empty" else str(value)


def bytes_from(value, encoding="utf-8", errors=None, nonstring="simplerepr"):
    if isinstance(value, bytes):
        return value
    value = text_from(value, encoding, None, nonstring)
    return value.encode(encoding, "surrogateescape") if isinstance(value, str) else value


class AnsibleError(Exception):
    def __init__(self, message="", obj=None, show_content=True, suppress_extended_error=False, orig_exc=None):
        super().__init__(message)
        self.message = message if isinstance(message, str) else str(message)
        self.obj = obj
        self.orig_exc = orig_exc

    def __str__(self):
        return self.message


def error_classes():
    classes = {"AnsibleError": AnsibleError}
    for name, base in (
        ("AnsibleAssertionError", "AnsibleError"), ("AnsibleOptionsError", "AnsibleError"),
        ("AnsibleParserError", "AnsibleError"), ("AnsibleInternalError", "AnsibleError"),
        ("AnsibleRuntimeError", "AnsibleError"), ("AnsibleTemplateError", "AnsibleRuntimeError"),
        ("AnsibleFilterError", "AnsibleTemplateError"), ("AnsibleLookupError", "AnsibleTemplateError"),
        ("AnsibleFilterTypeError", "AnsibleTemplateError"), ("AnsibleUndefinedVariable", "AnsibleTemplateError"),
        ("AnsibleFileNotFound", "AnsibleRuntimeError"), ("AnsiblePluginError", "AnsibleError"),
        ("AnsibleActionFail", "AnsibleRuntimeError"),
    ):
        classes[name] = type(name, (classes[base],), {"__module__": "ansible.errors"})
    return classes


def boolean(value, strict=True):
    word = value.strip().lower() if isinstance(value, str) else value
    if word in ("y", "yes", "on", "1", "true", "t", 1, 1.0, True):
        return True
    if word in ("n", "no", "off", "0", "false", "f", 0, 0.0, False) or not strict:
        return False
    raise TypeError(f"The value '{value}' is not a valid boolean.")


def is_string(value):
    return isinstance(value, (str, bytes))


def is_iterable(value, include_strings=False):
    return (include_strings or not is_string(value)) and hasattr(value, "__iter__")


def is_sequence(value, include_strings=False):
    return (include_strings or not is_string(value)) and isinstance(value, collections.abc.Sequence)


class Display:
    """Discards messages that a plugin prints to the terminal."""

    verbosity = 0

    def __getattr__(self, name):
        return lambda *args, **kwargs: None


def needing(what):
    """Decorator for functions that receive more than the value from Jinja. They cannot be called here."""
    def mark(function):
        function.needs = what
        return function
    return mark


class Undefined:
    """Undefined values are never passed to a plugin."""


class FileLoader:
    """Finds and reads files of the workspace."""

    def get_basedir(self):
        return ROOT

    def path_dwim(self, given):
        return os.path.normpath(os.path.join(ROOT, os.path.expanduser(text_from(given))))

    def path_exists(self, path):
        return read(self.path_dwim(path)) is not None

    def is_file(self, path):
        return isinstance(read(self.path_dwim(path)), bytes)

    def is_directory(self, path):
        return read(self.path_dwim(path)) is True

    def get_real_file(self, path, decrypt=True):
        return self.path_dwim(path)

    def _get_file_contents(self, path):
        with open(self.path_dwim(path), "rb") as file:
            return file.read(), True

    def load(self, data, file_name="<string>", show_content=True, json_only=False):
        return session.question(ask="yaml", value=encode(text_from(data)))

    def load_from_file(self, path, cache=True, unsafe=False, json_only=False):
        return self.load(self._get_file_contents(path)[0])


class Templar:
    """Evaluates templates with the variables of the play."""

    def __init__(self, variables):
        self.available_variables = self._available_variables = variables
        self._loader = FileLoader()

    def template(self, value, *args, **kwargs):
        return session.question(ask="template", value=encode(value))

    def is_template(self, data):
        if isinstance(data, str):
            return any(mark in data for mark in ("{{", "{%", "{#"))
        if isinstance(data, Mapping):
            return any(map(self.is_template, data.values()))
        return isinstance(data, (list, tuple)) and any(map(self.is_template, data))


# Converts the text of a plugin option, by the type in its documentation.
OPTION_TYPES = {
    "bool": lambda value: boolean(value, strict=False),
    "int": int,
    "float": float,
    "list": lambda value: [part.strip() for part in value.split(",")] if isinstance(value, str) else list(value),
    "pathlist": lambda value: [part.strip() for part in value.split(",")] if isinstance(value, str) else list(value),
    "str": lambda value: value if isinstance(value, (str, list, dict, tuple)) else str(value),
}
OPTION_TYPES.update(boolean=OPTION_TYPES["bool"], integer=int, string=OPTION_TYPES["str"])


class LookupBase:
    """The base class of lookups. An option of a plugin's documentation is given by name, else by a variable or the
    environment, else by its default."""

    def __init__(self, loader=None, templar=None, **kwargs):
        self._loader = loader
        self._templar = templar
        self._display = Display()
        self._options = {}

    def documented_options(self):
        text = type(self).run.__globals__.get("DOCUMENTATION")
        return ((session.question(ask="yaml", value=text) or {}).get("options") or {}) if text else {}

    def set_options(self, task_keys=None, var_options=None, direct=None):
        direct = direct or {}
        for name, about in self.documented_options().items():
            self._options[name] = self.option_value(name, about or {}, var_options or {}, direct)
        for name in direct:
            self._options.setdefault(name, direct[name])

    def option_value(self, name, about, variables, direct):
        named = [name, *about.get("aliases", [])]
        given = [direct[each] for each in named if each in direct]
        given += [self._templar.template(variables[each["name"]])
                  for each in about.get("vars", []) if each["name"] in variables]
        given += [os.environ[each["name"]] for each in about.get("env", []) if each["name"] in os.environ]
        if not given and about.get("required") and not name.startswith("_"):
            raise AnsibleError(f"Required option {name!r} of the lookup is missing.")
        value = given[0] if given else about.get("default")
        if value is None:
            return None
        try:
            return OPTION_TYPES.get(about.get("type"), lambda value: value)(value)
        except (TypeError, ValueError) as error:
            raise AnsibleError(f"The option {name!r} is no {about['type']}: {error}") from error

    def set_option(self, option, value):
        self._options[option] = value

    def get_option(self, option, hostvars=None):
        if option not in self._options:
            documented = self.documented_options()
            if option not in documented:
                raise KeyError(f"Requested option {option} was not defined in configuration")
            self._options[option] = self.option_value(option, documented[option] or {}, hostvars or {}, {})
        return self._options[option]

    def get_options(self, hostvars=None):
        return self._options

    def has_option(self, option):
        return option in self._options

    def get_basedir(self, variables):
        return variables["role_path"] if "role_path" in variables else ROOT

    def find_file_in_search_path(self, myvars, subdir, needle, ignore_missing=False):
        return session.question(ask="find", folder=subdir, name=text_from(needle))

    @staticmethod
    def _flatten(terms):
        flat = []
        for term in terms:
            flat.extend(term if isinstance(term, (list, tuple)) else [term])
        return flat

    @staticmethod
    def _combine(a, b):
        return [LookupBase._flatten([x, y]) for x in a for y in b]

    @staticmethod
    def _flatten_hash_to_list(terms):
        return [{"key": key, "value": terms[key]} for key in terms]


def stand_ins():
    texts = {"to_text": text_from, "to_native": text_from, "to_bytes": bytes_from}
    abc = {name: getattr(collections.abc, name) for name in (
        "Mapping", "MutableMapping", "Sequence", "MutableSequence", "Set", "Iterable", "Hashable")}
    six = {
        "PY2": False, "PY3": True, "string_types": (str,), "integer_types": (int,), "class_types": (type,),
        "text_type": str, "binary_type": bytes, "iteritems": lambda d: iter(d.items()),
        "iterkeys": lambda d: iter(d.keys()), "itervalues": lambda d: iter(d.values()),
    }
    marks = {f"pass_{what}": needing(what) for what in ("context", "environment", "eval_context")}
    old_marks = {"contextfilter": needing("context"), "environmentfilter": needing("environment")}
    collections_of = {**abc, "is_string": is_string, "is_iterable": is_iterable, "is_sequence": is_sequence}
    modules = {
        "ansible.errors": error_classes(),
        "ansible.module_utils._text": texts,
        "ansible.module_utils.common.text.converters": texts,
        "ansible.module_utils.common.collections": collections_of,
        "ansible.module_utils.common._collections_compat": abc,
        "ansible.module_utils.six": six,
        "ansible.module_utils.parsing.convert_bool": {"boolean": boolean},
        "ansible.parsing.yaml.objects": {"AnsibleUnicode": str, "AnsibleSequence": list, "AnsibleMapping": dict},
        "ansible.plugins.lookup": {"LookupBase": LookupBase, "display": Display()},
        "ansible.utils.display": {"Display": Display},
        "ansible.utils.unsafe_proxy": {"AnsibleUnsafeText": str, "wrap_var": lambda value: value},
        "jinja2": {**marks, "Undefined": Undefined},
        "jinja2.filters": {**marks, **old_marks},
        "jinja2.utils": marks,
        "jinja2.runtime": {"Undefined": Undefined, "StrictUndefined": Undefined},
        "markupsafe": {"Markup": str},
    }
    for name in list(modules):
        while "." in name:
            name = name.rpartition(".")[0]
            modules.setdefault(name, {})
    return modules


STAND_INS = stand_ins()
finder = StandIns()


def forget_stand_ins():
    if finder in sys.meta_path:
        sys.meta_path.remove(finder)
        for name in list(sys.modules):
            if name in STAND_INS:
                del sys.modules[name]


class Variables(Attributes):
    """The variables of the play for a lookup. Testing whether one exists does not evaluate it."""

    def __contains__(self, name):
        return name in list(self)


def look_up(module):
    """A plugin's only lookup, as a function of its terms."""
    def run(*terms, **options):
        variables = Variables("variable", None)
        return module.LookupModule(loader=FileLoader(), templar=Templar(variables)).run(
            list(terms), variables=variables, **options)
    return run


PLUGINS = {"filter": ("FilterModule", "filters"), "test": ("TestModule", "tests")}


def plugins_of(request):
    """A plugin's functions by name."""
    if finder not in sys.meta_path:
        for name in list(sys.modules):
            if name.partition(".")[0] in ("ansible", "jinja2", "markupsafe"):
                del sys.modules[name]
        sys.meta_path.insert(0, finder)
    # Collections import each other by full name.
    above, _, _ = request["path"].rpartition("ansible_collections/")
    root = f"{ROOT}/{above}".rstrip("/")
    module = module_of(request)
    if root not in sys.path:
        sys.path.append(root)
    if request["plugin"] == "lookup":
        return {request["function"]: look_up(module)} if hasattr(module, "LookupModule") else {}
    holder, method = PLUGINS[request["plugin"]]
    return getattr(getattr(module, holder)(), method)()


def call_plugin(function, request):
    needs = getattr(function, "needs", None)
    if needs:
        raise AnsibleError(f"the plugin needs Jinja's {needs}, which is not here")
    return function(*map(decode, request["args"]), **{name: decode(value) for name, value in request["kwargs"].items()})
