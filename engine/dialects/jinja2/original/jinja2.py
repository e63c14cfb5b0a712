"""Jinja2: expressions of the right types, any filter, test and method on any value, whole templates with files."""

import importlib.util
import json
import random
import re

from . import limits
from .answer import Answer, Explained, NotComparable, failure, plain, same
from .edits import edited, tokens
from .engine import functions
from .grammar import Grammar
from .shorten import lines

PROGRAM = "expression"
THREADS = 1
ATTEMPTS = 400
SPLITS = [lines, tokens]

EXPRESSIONS = """
int:
  <int> + <int>
  <int> - <int>
  <int> * <int>
  <int> // <int>
  <int> % <int>
  <int> ** <index>
  -<int>
  <text>|length
  <list>|length
  <ints>|sum
  <ints>|max
  <ints>|min
  <ints>|first
  <ints>|last
  [<int>]|random
  (range(<index>)|random) * 0
  <ints>[<index>]
  <text>|int
  <text>|int(<int>)
  <real>|int
  <int>|abs
  <text>.find(<text>)
  <text>.count(<text>)
  <list>.index(<any>)
  <people>[<index>].age
  <people>|sum(attribute='age')
  <int> if <truth> else <int>
  <text>|wordcount
  <map>.get(<text>, <int>)
  <list>.count(<any>)
real:
  <real> + <int>
  <real> * <int>
  <int> / <int>
  <int> // <real>
  <real> % <int>
  <real>|round
  <real>|round(<index>)
  <real>|round(<index>, 'floor')
  <text>|float
  <text>|float(<real>)
  <real>|abs
text:
  <text> ~ <any>
  <text> + <text>
  <text> * <index>
  <text>|upper
  <text>|lower
  <text>|title
  <text>|capitalize
  <text>|trim
  <text>|trim(<text>)
  <text>|replace(<text>, <text>)
  <text>|replace(<text>, <text>, <index>)
  <text>|center(<index>)
  <text>|indent(<index>)
  <text>|indent(<index>, first=<truth>, blank=<truth>)
  <text>|truncate(<index>)
  <text>|truncate(<index>, <truth>, <text>, <index>)
  <text>|wordwrap(<width>)
  <text>|wordwrap(<width>, <truth>)
  <text>|escape
  <text>|e ~ <text>
  <text>|safe
  <text>|forceescape
  <text>|striptags
  <text>|urlize
  <text>|urlize(<width>, <truth>)
  <text>|urlencode
  <map>|urlencode
  <map>|xmlattr
  <any>|tojson
  <any>|tojson(indent=<index>)
  <any>|string
  <any>|pprint
  <list>|join(<text>)
  <people>|join(<text>, attribute='name')
  <texts>|first
  <text>|reverse
  <text>[<index>:<index>]
  <text>[::<index>]
  <text>[<index>]
  <int>|filesizeformat
  <int>|filesizeformat(<truth>)
  '%s-%s'|format(<any>, <int>)
  '%05.1f|%-6d|%x'|format(<real>, <int>, <int>)
  '{}/{:>6}'.format(<any>, <text>)
  '{0[a]}{x!r}'.format(<map>, x=<any>)
  <text>.join(<texts>)
  <text>.strip(<text>)
  <text>.rsplit(<text>, <index>)|join('+')
  <text>.zfill(<index>)
  <text>.title()
  <text>.swapcase()
  <text>.center(<width>, '*')
  <text>.partition(<text>)|last
  <text> if <truth>
  <any>|default(<text>)
  <any>|default(<text>, true)
  missing|default(<text>)
truth:
  <int> < <int>
  <int> < <int> <= <real>
  <any> == <any>
  <any> != <any>
  <text> < <text>
  <any> in <list>
  <text> not in <text>
  not <any>
  <truth> and <any>
  <any> or <truth>
  <any> is defined
  <any> is none
  <any> is not string
  <any> is mapping
  <any> is sequence
  <any> is iterable
  <any> is number
  <any> is integer
  <any> is sameas <any>
  <int> is divisibleby <int>
  <int> is even
  <text> is lower
  <any> is in <list>
  <int> is gt <int>
  <text> is filter
  ints|random in ints
  (<list>|random) is undefined
  missing is undefined
  <text>.startswith(<text>)
  <text>.isalnum()
ints:
  [<int>, <int>]
  [<int>, <int>, <int>]
  <ints>|sort
  <ints>|sort(reverse=<truth>)
  <ints>|unique|list
  <ints>|reverse|list
  <ints>|map('abs')|list
  <ints>|select('odd')|list
  <ints>|reject('gt', <int>)|list
  range(<index>)|list
  range(<index>, <int>, <index>)|list
  <people>|map(attribute='age')|list
  <ints>[<index>:<index>]
  <ints>[::-1]
  <ints> + <ints>
texts:
  [<text>, <text>]
  <text>.split()
  <text>.split(<text>, <index>)
  <text>.splitlines()
  <text>|list
  <texts>|sort
  <texts>|sort(case_sensitive=<truth>)
  <texts>|map('upper')|list
  <texts>|map('replace', <text>, <text>)|list
  <texts>|unique|list
  <texts>|select('in', <texts>)|list
  <map>|list
  <people>|map(attribute='name')|list
  <people>|map(attribute='nope', default=<text>)|list
list:
  <ints>
  <texts>
  <people>
  [<any>, <any>]
  (<any>, <any>)
  <list>|batch(<index>)|list
  <list>|batch(<index>, <any>)|list
  <list>|slice(<index>)|list
  <list>|slice(<index>, <any>)|list
  <people>|groupby('age')|list
  <people>|groupby('name', default=<text>)|map('last')|list
  <map>|dictsort
  <map>|dictsort(<truth>, 'value')
  <map>|items|list
  <map>.items()|list
  <list>|reverse|list
  <list>|map('string')|list
people:
  <people>|selectattr('age', 'gt', <int>)|list
  <people>|rejectattr('name', 'in', <texts>)|list
  <people>|sort(attribute='age,name')
  <people>|sort(attribute='name', reverse=<truth>)
  <people>|unique(attribute='name')|list
map:
  {<text>: <any>}
  {<text>: <any>, <int>: <any>}
  dict(a=<any>)
  dict(<map>, b=<any>)
  <people>|first
  <map>|dictsort|first|list|batch(2)|first|list
any:
  <int>
  <real>
  <text>
  <truth>
  <list>
  <map>
"""

STATEMENTS = """
template:
  <part>
  <part><part>
  <part>\\n<part><part>
part:
  {{ <any> }}
  {{ <text> }}\\n
  <plain>
  {% if <truth> %}<part>{% elif <any> %}<part>{% else %}<part>{% endif %}
  {%- if <any> -%} <part> {%- endif %}
  {% for x in <list> %}<inner>{% else %}none{% endfor %}
  {% for x in <ints> if x is odd %}<inner>{% endfor %}
  {% for k, v in <map>.items() %}{{ k }}={{ v }}{% if not loop.last %}, {% endif %}{% endfor %}
  {% for k, v in <map>|dictsort recursive %}{{ loop.depth }}{{ k }}{% endfor %}
  {% for x in <list> recursive %}{{ loop(x) if x is sequence and x is not string else x }}{% endfor %}
  {% set z = <any> %}<part>{{ z }}
  {% set z %}<part>{% endset %}[{{ z|upper }}]
  {% set z | trim %} <part> {% endset %}{{ z }}
  {% set a, b = <text>, <int> %}{{ a }}{{ b }}
  {% set ns = namespace(n=<int>) %}{% for x in <ints> %}{% set ns.n = ns.n + x %}{% endfor %}{{ ns.n }}
  {% with z = <any> %}<part>{{ z }}{% endwith %}{{ z is defined }}
  {% filter <textfilter> %}<part>{% endfilter %}
  {% macro m(p, q=<any>) %}{{ p }}:{{ q }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(<any>) }}{{ m(<int>, q=<text>) }}
  {% macro m(p) %}<{{ caller(p) }}>{% endmacro %}{% call(y) m(<any>) %}<part>{{ y }}{% endcall %}
  {% macro m() %}{{ m.name }}{{ m.arguments }}{% endmacro %}{{ m() }}{{ m(1) }}
  {% raw %}<plain>{{ x }}{% endraw %}
  {# <plain> #}
  {% autoescape true %}<part>{% endautoescape %}
  {% include 'part.j2' %}
  {% include ['nope.j2', 'part.j2'] %}
  {% include 'nope.j2' ignore missing %}
  {% set z = <any> %}{% include 'part.j2' without context %}
  {% import 'lib.j2' as lib %}{{ lib.wrap(<any>) }}{{ lib.name }}
  {% from 'lib.j2' import wrap as w, name %}{{ w(<text>) }}{{ name }}
  {% from 'lib.j2' import wrap with context %}{{ wrap(<any>) }}
  {% block body %}<part>{% endblock %}
  {% block body scoped %}<part>{{ self.body is defined }}{% endblock %}
inner:
  {{ x }}
  {{ loop.index }}:{{ x }}{{ loop.cycle('a', 'b') }}
  {{ loop.previtem|default('-') }}{{ loop.nextitem|default('-') }}
  {{ loop.changed(x) }}
  {% set y = x %}{{ y }}
  {% if loop.first %}<part>{% endif %}{{ loop.revindex0 }}
  {% for y in <ints> %}{{ loop.index }}{{ x }}{% endfor %}
  {{ x }}<part>
child:
  {% extends 'base.j2' %}{% block body %}<part>{{ super() }}{% endblock %}
  {% extends 'base.j2' %}<part>{% block title %}<part>{% endblock %}
  {% extends base %}{% set late = <any> %}{% block body %}{{ late }}{% endblock %}
  {% if <truth> %}{% extends 'base.j2' %}{% endif %}<part>
"""

WORDS = {
    "int": ["0", "1", "2", "3", "-1", "7", "42", "i", "big", "ints[0]", "words|length"],
    "real": ["0.5", "1.0", "-2.5", "3.14159", "1e3", "r", "1e-7", "1e16"],
    "text": [
        "'a'", "'abc'", "''", "'Hello World'", "' x '", "'1'", "'2.5'", "'äß'", '"it\'s"', "'<b>&amp;</b>'", "s", "t",
        "'a\\nb'", "'a,b,,c'", "words[0]", "'http://ex.org/a?b=1&c'", "'日本'",
    ],
    "truth": ["true", "false", "yes", "nothing", "ints"],
    "index": ["0", "1", "2", "3", "5", "-1", "-2"],
    "width": ["3", "8", "12", "20"],
    "ints": ["ints", "[]", "[3, 1, 2]", "(1, 2)"],
    "texts": ["words", "['a', 'B']", "['x y', 'x']"],
    "list": ["ints", "words", "mixed", "[]", "[[1, 2], [3]]", "range(3)", "'abc'"],
    "map": ["map", "{}", "{'a': 1}", "{'a': {'b': 1}}", "people[0]"],
    "people": ["people"],
    "any": ["none", "1", "'a'", "mixed", "nothing", "missing", "map", "true", "2.5", "map.a", "missing.x"],
    "plain": ["text", " ", "\n", "a\n  b\n", "<i>", "{ x }", "%}", "\t\n\n", "# x\n"],
    "textfilter": ["upper", "trim", "indent(2)", "replace('a', 'b')", "escape", "title", "wordwrap(9)"],
}
KINDS = ["int", "real", "text", "truth", "ints", "texts", "list", "people", "map", "any"]
OTHERS = [
    "(", ")", "[", "]", "{", "}", "{{", "}}", "{%", "%}", "{#", "#}", "-", "+", "|", ",", ".", ":", "=", "==", "~",
    "'", '"', "not", "and", "is", "in", "if", "else", "endif", "endfor", "for", "set", "block", "x", "1", "1.5", "\n",
    " ", "none", "\\", "-%}", "{%-", "é", "**", "//", "!", "$", "1_0", "0x1", "recursive",
]
ARGUMENTS = {
    "string": ["text"],
    "integer": ["int", "index"],
    "number": ["int", "real"],
    "boolean": ["truth"],
    "map": ["map"],
    "list": ["list", "ints", "texts", "people"],
    "tuple": ["list"],
}
# Different at every call, or made of what no case can state.
UNCALLED = {"random", "loop.cycle", "loop.changed", "str.encode", "str.maketrans", "str.translate", "str.format_map"}
FILES = {
    "part.j2": "[{{ i }}{{ z|default('no z') }}]\n",
    "lib.j2": "{% set name = 'lib' %}{% macro wrap(x) %}({{ x }}{{ i|default('?') }}){% endmacro %}",
    "base.j2": "<{% block title %}T{% endblock %}>\n{% block body %}base{{ i }}{% endblock %}\n"
    "{{ late|default('early') }}",
}


class Expressions:
    """Expressions, and calls of any filter, test or method of the catalogue."""

    def __init__(self, rules, words, called):
        self.grammar = Grammar(rules, words, compound=r"[^\w.]")
        self.called = [each for each in called if each["name"] not in UNCALLED]

    def typed(self, random, depth=None):
        return self.grammar.make(random, random.choice(KINDS), depth or random.choice([1, 2, 2, 3, 4]))

    def call(self, random):
        function = random.choice(self.called)
        parameters = random.choice(function["signatures"])["params"]
        subject = self.argument(random, parameters[0]) if parameters else "none"
        arguments, named = [], False
        for parameter in parameters[1:]:
            if parameter.get("optional") and random.random() < 0.4:
                break
            name = parameter["name"]
            named = named or random.random() < 0.12
            text = self.argument(random, parameter)
            has_name = named and not name.startswith("*") or name.startswith("**")
            arguments.append(f"{name.lstrip('*')}={text}" if has_name else text)
        if random.random() < 0.04:
            arguments.append(f"extra={self.grammar.make(random, 'any', 0)}")
        listed = f"({', '.join(arguments)})" if arguments or function["kind"].endswith("method") else ""
        name = function["name"]
        if function["kind"].endswith("filter"):
            after = random.choice(["", "", "", "|list", "|string", "|length"])
            return f"({subject})|{name}{listed}{after}"
        if function["kind"].endswith("test"):
            if not name[0].isalpha():
                return f"[{subject}]|select('{name}', {', '.join(arguments)})|list"
            return f"({subject}) is {name}{listed}"
        return f"({subject}).{name.partition('.')[2]}{listed}"

    def argument(self, random, parameter):
        fits = ARGUMENTS.get(parameter["type"].rstrip("?!"), KINDS)
        kind = random.choice(fits if random.random() < 0.8 else KINDS)
        return self.grammar.make(random, kind, random.choice([0, 0, 1]))


class Programs:
    def __init__(self):
        called = [each for each in functions("jinja2") if each["kind"] in ("filter", "test", "method")]
        self.expressions = Expressions(EXPRESSIONS + STATEMENTS, WORDS, called)

    def make(self, random):
        kind = random.choice(["typed"] * 3 + ["call"] * 3 + ["template"] * 3 + ["edited"])
        options = {}
        if kind == "call":
            text = "{{ " + self.expressions.call(random) + " }}"
        elif kind == "typed":
            text = "{{ " + self.expressions.typed(random) + " }}"
        else:
            start = random.choice(["template"] * 4 + ["child"])
            text = self.expressions.grammar.make(random, start, random.choice([3, 4, 5])).replace("\\n", "\n")
            for name in ("trim_blocks", "lstrip_blocks", "keep_trailing_newline", "autoescape"):
                if random.random() < 0.15:
                    options[name] = True
            if kind == "edited":
                text = edited(random, text, OTHERS)
        if random.random() < 0.1:
            options["undefined"] = random.choice(["strict", "chainable", "debug"])
        if random.random() < 0.1:
            options["native"] = True
        workspace = {"dialect": "jinja2", "expression": text, "vars": variables(random)}
        if options:
            workspace["options"] = options
        if re.search(r"include|import|extends", text):
            workspace["files"] = FILES
        return workspace


def variables(random):
    several = lambda make, most: [make() for _ in range(random.randint(0, most))]  # noqa: E731
    scalar = lambda: random.choice([0, 1, -3, 2.5, "", "a", "b c", "<é>", True, False, None])  # noqa: E731
    person = lambda: {"name": random.choice(["ann", "Bob", "cyd"]), "age": random.randint(1, 40)}  # noqa: E731
    return {
        "i": random.choice([0, 4, -9]), "big": 2**70, "r": random.choice([0.25, -1.5, 1e20]),
        "s": random.choice(["", "abc", "A b"]),
        "t": random.choice(["one two three", "l1\nl2\n\nl4", "<p>x</p>", "ÀÉ", "%s"]), "yes": True, "nothing": None,
        "ints": several(lambda: random.randint(-5, 9), 5), "mixed": several(scalar, 4), "base": "base.j2",
        "words": several(lambda: random.choice(["a", "bb", "Ab", "é", ""]), 4), "people": several(person, 4),
        "map": {random.choice(["a", "b", "x y"]): scalar() for _ in range(random.randint(0, 3))},
    }  # fmt: skip


def result(workspace):
    return "value" if workspace.get("options", {}).get("native") else "text"


def missing():
    return None if importlib.util.find_spec("jinja2") else "the package python3-jinja2"


# What Python says of objects: their kind, often with their address.
KINDS_OF_OBJECTS = r"[\w.]+ object|generator|function|bound|built-in|class|module|Macro|method|Template|Namespace"
OBJECTS = re.compile(rf"(<|&lt;)({KINDS_OF_OBJECTS})|0x[0-9a-f]{{6}}", re.I)


class Reference:
    def __init__(self):
        import jinja2
        from jinja2 import nativetypes, sandbox

        class NativeSandbox(sandbox.SandboxedEnvironment, nativetypes.NativeEnvironment):
            pass

        class Files(jinja2.DictLoader):
            """Names are paths, as for Jinja's loader of files: `part.j2//` is `part.j2`."""

            def get_source(self, environment, template):
                return super().get_source(environment, "/".join(jinja2.loaders.split_template_path(template)))

        self.loader = Files
        self.environments = {False: sandbox.SandboxedEnvironment, True: NativeSandbox}
        self.undefined = {
            "default": jinja2.Undefined,
            "strict": jinja2.StrictUndefined,
            "chainable": jinja2.ChainableUndefined,
            "debug": jinja2.DebugUndefined,
        }

    def answer(self, workspace):
        """None where chance decides: with another beginning of all random numbers the answer differs."""
        answer = self.once(workspace, 0)
        if answer is None or "random" not in workspace["expression"]:
            return answer
        others = (self.once(workspace, seed) for seed in range(1, 6))
        return answer if all(other is not None and same(answer.expect, other.expect) for other in others) else None

    def once(self, workspace, seed):
        random.seed(seed)
        options = dict(workspace.get("options", {}))
        native = options.pop("native", False)
        options["undefined"] = self.undefined[options.get("undefined", "default")]
        options["loader"] = self.loader(workspace.get("files", {}))
        variables = json.loads(json.dumps(workspace["vars"]))
        try:
            with limits.seconds(2):
                template = self.environments[native](**options).from_string(workspace["expression"])
                found = plain(template.render(variables))
        except (limits.TooSlow, NotComparable, MemoryError, RecursionError):
            return None
        except Exception as error:  # whatever the reference raises is its answer
            return failure(error)
        if OBJECTS.search(json.dumps(found)):
            return None
        return Answer({"value" if native else "text": found})

    def close(self):
        pass


def without_truth(answer):
    return re.sub("true|false", "", json.dumps(answer.expect), flags=re.I)


HALVES = Explained(
    "half characters",
    "texts are UTF-8 here, where half of a character becomes U+FFFD",
    lambda workspace, expected, actual: re.search(
        r"\\u[dD][89a-fA-F]", workspace["expression"] + str(expected.expect)
    ),
)
NUMBERS = Explained(
    "identity of numbers",
    "Python makes a new object of most numbers; here equal ones of a type are the same",
    lambda workspace, expected, actual: "sameas" in workspace["expression"]
    and not expected.failed
    and not actual.failed
    and without_truth(expected) == without_truth(actual),
)
EXPLAINED = [
    HALVES,
    NUMBERS,
    Explained(
        "super() of native types",
        "Jinja2 3.1.2 joins what super() gives as text; later versions, and this engine, make a native value of it",
        lambda workspace, expected, actual: result(workspace) == "value"
        and "expected str instance" in expected.message
        and re.search(r"super|self\.", workspace["expression"]),
    ),
    Explained(
        "containers in themselves",
        "a list or map cannot come to hold itself here",
        lambda workspace, expected, actual: "cannot hold itself" in actual.message,
    ),
]


class Acceptance(Reference):
    """Which templates Jinja's compiler refuses, for mutate.py."""

    TOKENS = (
        r"""\{%[-+]?|[-+]?%\}|\{\{-?|-?\}\}|\{\#-?|-?\#\}|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\w+|\s+|\*\*|//|[=!<>]=|."""
    )
    WORDS = [
        "{{", "}}", "{%", "%}", "{#", "#}", "-", "+", "*", "**", "/", "//", "%", "~", "|", ".", ",", ":", ";", "(", ")", "[",
        "]", "{", "}", "=", "==", "!=", "<", ">=", "!", "&", "$", "@", "\\", "'text'", '"', "'", "1", "1.5", "1e3", "0x1f",
        "1_000", "x", "not", "in", "is", "and", "or", "if", "else", "elif", "endif", "for", "endfor", "recursive", "set",
        "endset", "block", "endblock", "macro", "endmacro", "call", "filter", "with", "import", "from", "include", "ignore",
        "missing", "as", "without", "context", "extends", "required", "scoped", "raw", "endraw", "autoescape", "true",
        "none", "None", "upper", "defined", "loop", "caller", "self",
    ]
    EXPLAINED = []

    def answer(self, workspace):
        options = {key: value for key, value in workspace.get("options", {}).items() if key != "undefined"}
        if {"flavor", "native", "reference"} & set(options):
            return None
        try:
            self.environments[False](**options).from_string(workspace["expression"])
        except (RecursionError, MemoryError, TypeError, ImportError):
            return None
        except Exception as error:  # whatever the compiler raises is its answer
            return failure(error)
        return Answer({})

    def runs(self, workspace):
        answer = self.once({"vars": {}, **workspace}, 0)
        return answer and Answer({"error": True} if answer.failed else {}, answer.message)
