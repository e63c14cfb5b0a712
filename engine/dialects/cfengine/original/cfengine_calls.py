"""Policies that call any function of the sandbox on any arguments."""

import re

# Functions that differ between Debian's agent and the version that is followed here, as a report of Calls names them.
CHANGED = re.compile(r"\d+ (getindices|findfiles|isipinsubnet|validjson|type) ")

# What an argument of a name or type may be; other arguments are text.
TEXTS = [
    "", "a", "abc", "a b", "a,b,,c", "1", "-3", "2k", "1.5", "007", "x=1", "é", "/a/b.txt", "10.0.0.1", "true", "any",
    "[", "%s", "$(x)", "$(n)", "$(l)", "$(d[a])", "$(nope)", "a\\\"b", "'", "A-B_c", "line\\nbreak", "{\"a\": 1}",
    "  ", "*", "0x10",
]
LISTS = [
    "l", "@(l)", "m", "il", "rl", "d", "@(d)", "e", "\"l\"", "'[1, \"b\", 2.5]'", "'{\"k\": [1], \"z\": \"y\"}'",
    "d[b]", "\"d[b]\"", "'[]'", "a", "\"nope\"", "getindices(d)", "@(main.l)", "'[true, null]'", "'[ \"$(x)\" ]'",
    "'{ \"q\": l }'",
]
PATTERNS = [
    "a", ".*", "[a-z]+", "(a)(b)?", "^a", "\\\\d+", "(?i)ABC", ",", "\\\\s+", "(?<n>.)(.*)", "", "a|ab", "x*", ":",
    "[^,]+",
]
BY_NAME = {
    "pattern": PATTERNS,
    "separator": [":", ",", "\\\\s+", "[:,]", "a", ""],
    "comment": ["#.*", "#[^\\n]*", ""],
    "format": ["%Y-%m-%d", "%H:%M", "%j", "x"],
    "expression": [
        "1 + 2", "2 * 3 - 1", "10 / 4", "2 ^ 3", "(1 + 2) * 3", "1 == 1", "5 % 3", "sqrt(16)", "1 +", "-2", "1k",
        "0.1 + 0.2", "$(n) + 1",
    ],
    "template": [
        "{{a}}", "{{{a}}}", "{{#b}}<{{.}}>{{/b}}", "{{^z}}none{{/z}}", "{{#-top-}}{{@}}={{.}};{{/-top-}}",
        "{{%-top-}}", "{{$-top-}}", "{{#b}}", "{{! x}}y",
    ],
    "condition": ["any", "!any", "c0", "c0.c1", "c0|c1", "nope", "(c0|nope).!c1"],
    "conditions": ["any", "c0", "!c0", "c1"],
    "options": ["", "g", "i", "gi", "U"],
    "version": ["3.21", "3.21.0", "3", "4.0", "3.20.9", "x"],
    "range": ["1-3", "x"],
    "network": ["10.0.0.0/8", "192.168.1.0/24", "x"],
    "array": ["arr"],
    "digest": ["d41d8cd98f00b204e9800998ecf8427e"],
    "variable": ["x", "main.x", "nope", "d"],
    "bundle": ["main", "g", "nope"],
    "class": ["c0", "any", "gc", "nope"],
    "a": TEXTS,
    "b": TEXTS,
}
YAMLS = ["a: 1", "- x\\n- 2", "[1, {b: yes}]", "a: [", "k: null", "1", "a: '1'\\nb: 1.50"]
# They ask for the time, for chance, for the real machine, or run a command.
UNCALLED = {
    "randomint", "shuffle", "now", "ago", "laterthan", "splayclass", "irange", "rrange", "hostrange", "iprange",
    "getenv", "datastate", "variablesmatching", "variablesmatching_as_data", "classesmatching", "countclassesmatching",
    "bundlesmatching", "isnewerthan", "accessedbefore", "changedbefore", "isexecutable", "isreadable",
    "read_module_protocol", "callstack_promisers", "callstack_callers", "findfiles_up", "search_up", "hash_to_int",
    "cf_version_after", "cf_version_at", "cf_version_before", "cf_version_between", "cf_version_maximum",
    "cf_version_minimum",
}

# Their last argument is newer than Debian's agent.
NEWER = {"string_replace", "validjson", "validdata"}


class Calls:
    """Policies of a dozen calls each; every result has its own report. `functions`: the catalogue; `paths`: of files."""

    def __init__(self, functions, paths):
        self.paths = [*paths, "nope.txt", "dir"]
        self.functions = [
            each
            for each in functions
            if each["group"] != "not in the sandbox" and each["name"] not in UNCALLED and not each.get("since")
        ]

    def make(self, random):
        items = [random.choice(["a", "b", "10", "9", "é", "abc", "a b"]) for _ in range(random.randint(0, 4))]
        container = random.choice(['{"a": 1, "b": ["x", 2.5], "c": {"d": null}}', '["p", "q", 3]', "{}"])
        lines = [
            f'"x" string => "{random.choice(TEXTS[:13])}";',
            f'"n" int => "{random.choice(["0", "1", "7", "-2", "2k"])}";',
            '"l" slist => { %s };' % ", ".join(f'"{item}"' for item in items),
            '"m" slist => { "b", "a", "c", "a" };',
            '"e" slist => {};',
            '"il" ilist => { "3", "1", "20" };',
            '"rl" rlist => { "1.5", "-2" };',
            f"\"d\" data => '{container}';",
            '"a[one]" string => "1";',
        ]
        classes, reports = ['"c0" expression => "any";', '"c1" not => "any";'], []
        chosen = [random.choice(self.functions) for _ in range(12)]
        if any(each["name"] == "bundlestate" for each in chosen):  # it shows what the others give
            chosen = [each for each in chosen if not CHANGED.match(f"0 {each['name']} ")]
        for number, function in enumerate(chosen):
            call, kind = self.call(random, function, 1), function["signatures"][0]["returns"]
            label = f"{number} {function['name']}"
            if kind == "context":
                classes.append(f'"r{number}" expression => {call};')
                reports += [f'r{number}::', f'  "{label} true";', f'!r{number}::', f'  "{label} false";', "any::"]
                continue
            kind = kind if kind in ("ilist", "rlist", "slist", "data", "int", "real") else "string"
            lines.append(f'"v{number}" {kind} => {call};')
            shown = f"v{number}"
            if kind in ("data", "slist", "ilist", "rlist"):
                lines.append(f'"s{number}" string => storejson(v{number});')
                shown = f"s{number}"
            reports.append(f'"{label} [$({shown})]";')
        section = lambda name, promises: f"  {name}:\n" + "".join(f"    {each}\n" for each in promises)  # noqa: E731
        sections = section("vars", lines) + section("classes", classes) + section("reports", reports)
        return f"bundle agent main\n{{\n{sections}}}\n"

    def call(self, random, function, depth):
        arguments = []
        for parameter in function["signatures"][0]["params"]:
            if parameter.get("optional") and (function["name"] in NEWER or random.random() < 0.5):
                if function["name"] != "string_mustache":  # without a container it shows the whole machine
                    break
            rounds = random.randint(1, 2) if parameter["name"].startswith("*") else 1
            arguments += [self.argument(random, parameter, depth) for _ in range(rounds)]
        return f"{function['name']}({', '.join(arguments)})"

    def argument(self, random, parameter, depth):
        name, kind = parameter["name"].lstrip("*"), parameter["type"]
        if kind == "collection":
            return random.choice(LISTS)
        if kind == "path" or name == "file":
            return f'"$(this.promise_dirname)/{random.choice(self.paths)}"'
        if kind == "boolean":
            return random.choice(['"true"', '"false"'])
        if kind.startswith("option{"):
            options = [each for each in kind[7:-1].split("|") if each not in ("json_pipe", "localtime")]
            if name == "field":  # of filestat: the others depend on the machine
                options = ["size", "type", "basename"]
            return f'"{random.choice(options)}"'
        if kind.startswith("int["):
            least = '"-2"' if "-inf" in kind else '"5"'
            return random.choice(['"0"', '"1"', '"2"', '"9"', '"99"', "3", '"$(n)"', least])
        if kind == "pattern":
            return random.choice(['"<$(this)>"', '"$(this.k)=$(this.v)"', '"x"', '"$(this)$(x)"'])
        if kind == "id" or name in BY_NAME and random.random() < 0.9:
            return f'"{random.choice(BY_NAME[name])}"'
        if depth > 0 and random.random() < 0.15:
            texts = [
                each
                for each in self.functions
                if each["signatures"][0]["returns"] in ("string", "int") and not CHANGED.match(f"0 {each['name']} ")
            ]
            return self.call(random, random.choice(texts), depth - 1)
        return f'"{random.choice(TEXTS)}"'
