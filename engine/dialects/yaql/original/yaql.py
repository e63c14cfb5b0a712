"""YAQL: expressions of the right types, any function with any arguments, and texts that are nearly right."""

import datetime
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

RULES = """
int:
  <int> + <int>
  <int> - <int>
  <int> * <int>
  <int> / <int>
  <int> mod <int>
  -<int>
  <text>.len()
  <list>.len()
  <ints>.sum()
  <ints>.sum(<int>)
  <ints>.max(<int>)
  <ints>.min(<int>)
  <ints>.first(<int>)
  <ints>.last(<int>)
  <ints>[<index>]
  <ints>.indexOf(<int>)
  <ints>.lastIndexWhere(<truth;$=int>)
  <ints>.aggregate(<int;$1=int,$2=int>, <int>)
  <ints>.accumulate(<int;$1=int,$2=int>).last()
  <list>.count()
  <map>.len()
  <map>.get(<text>, <int>)
  <map>[<text>, <int>]
  <text>.indexOf(<text>)
  <text>.indexOf(<text>, <index>)
  <text>.lastIndexOf(<text>, <index>, <index>)
  int(<any>)
  abs(<int>)
  sign(<number>)
  round(<real>)
  pow(<int>, <index>)
  min(<int>, <int>)
  max(<int>, <int>)
  bitwiseAnd(<int>, <int>)
  bitwiseXor(<int>, <int>)
  shiftBitsLeft(<int>, <index>)
  shiftBitsRight(<int>, <index>)
  switch(<truth> => <int>, <truth> => <int>)
  selectCase(<truth>, <truth>)
  <index>.switchCase(<int>, <int>)
  coalesce(<any>, <int>)
  let(x => <int>) -> <int;$x=int>
  let(<int>) -> <int;$=int>
  with(<int>, <int>) -> <int;$1=int,$2=int>
  def(twice, <int;$=int>) -> twice(<int>)
  call(len, [<text>], {})
  <people>.select(<int;$.age=int,$.name.len()=int>).sum(0)
  <people>[<index>].age
  <moment>.year
  <moment>.weekday
  now().year
  random(<int>, <int>) * 0
  <span>.microseconds
real:
  <real> + <number>
  <number> - <real>
  <real> * <number>
  <real> / <number>
  <real> mod <number>
  float(<any>)
  round(<real>, <index>)
  pow(<real>, <index>)
  abs(<real>)
  <span> / <span>
  <span>.hours
  <moment>.timestamp
  <people>.select($.score).sum(0.0)
number:
  <int>
  <real>
text:
  <text> + <text>
  <text> * <index>
  <text>.toUpper()
  <text>.toLower()
  <text>.trim()
  <text>.trimLeft(<text>)
  <text>.trimRight()
  <text>.norm()
  <text>.replace(<text>, <text>)
  <text>.replace(<text>, <text>, <index>)
  <text>.replace({<text> => <any>, <text> => <text>})
  <text>.substring(<index>)
  <text>.substring(<index>, <index>)
  <text>.join(<texts>)
  <list>.join(<text>)
  <texts>.first(<text>)
  str(<any>)
  hex(<int>)
  concat(<text>, <text>)
  escapeRegex(<text>)
  regex(<pattern>).search(<text>)
  regex(<pattern>).replace(<text>, <text>)
  regex(<pattern>).replaceBy(<text>, $.value + <text>)
  <text>.toCharArray().where(<truth;$=text>).join('')
  <moment>.format(<form>)
  switch(<truth> => <text>, true => <text>)
  let(t => <text>) -> <text;$t=text>
  <people>.select(<text;$.name=text>).join(<text>)
  <map>.keys().join(',')
truth:
  <number> < <number>
  <number> >= <number>
  <text> <= <text>
  <any> = <any>
  <any> != <any>
  <any> in <list>
  <text> in <text>
  not <any>
  <truth> and <any>
  <any> or <truth>
  <text> =~ <pattern>
  <text> !~ <pattern>
  <list>.any(<truth;$=any>)
  <ints>.all(<truth;$=int>)
  <list>.contains(<any>)
  <map>.containsKey(<text>)
  <map>.containsValue(<any>)
  <text>.startsWith(<text>, <text>)
  <text>.endsWith(<text>)
  <text>.isEmpty()
  bool(<any>)
  isInteger(<any>)
  isInteger(random(<index>, <int>))
  isNumber(random(<any>))
  random() < <number>
  random(<index>, <index>) in range(<index>)
  isDatetime(now(<any>))
  now() = now()
  isList(<any>)
  isDict(<any>)
  isString(<any>)
  <moment> < <moment>
  <span> = <span>
  <set> <= <set>
ints:
  [<int>, <int>]
  [<int>, <int>, <int>]
  <ints>.where(<truth;$=int>)
  <ints>.select(<int;$=int>)
  <ints>.orderBy(<number;$=int>)
  <ints>.orderByDescending($).thenBy(<int;$=int>)
  <ints>.take(<index>)
  <ints>.skip(<index>)
  <ints>.takeWhile(<truth;$=int>)
  <ints>.skipWhile(<truth;$=int>)
  <ints>.distinct()
  <ints>.reverse()
  <ints>.append(<int>)
  <ints>.insert(<index>, <int>)
  <ints>.replace(<index>, <int>)
  <ints>.delete(<index>, <index>)
  <ints>.toList()
  <ints> + <ints>
  <ints>.accumulate($1 + $2, <int>)
  <ints>.zip(<ints>).select($[0] + $[1])
  <ints>.defaultIfEmpty([<int>])
  <ints>.memorize()
  range(<index>)
  range(<index>, <index>)
  sequence(<int>, <int>).take(<index>)
  generate(<index>, $ < 9, $ + 2)
  <ints>.toSet().orderBy($)
  <people>.age
  selectAllCases(<truth>, <truth>)
texts:
  [<text>, <text>]
  <text>.split()
  <text>.split(<text>)
  <text>.split(<text>, <index>)
  <text>.rightSplit(<text>, <index>)
  <text>.toCharArray()
  <texts>.select(<text;$=text>)
  <texts>.orderBy(<any;$=text>)
  <texts>.distinct($.len())
  <people>.select($.name)
  regex(<pattern>).split(<text>)
  regex(<pattern>).searchAll(<text>)
list:
  <ints>
  <texts>
  <people>
  [<any>, <any>]
  <list>.groupBy(<any;$=any>)
  <ints>.groupBy(<int;$=int>, $, $.sum())
  <list>.enumerate()
  <list>.slice(<index>)
  <list>.splitAt(<index>)
  <ints>.splitWhere(<truth;$=int>)
  <ints>.sliceWhere(<truth;$=int>)
  <list>.zip(<list>)
  <list>.zipLongest(<list>, default => <any>)
  <ints>.join(<ints>, <truth;$1=int,$2=int>, [$1, $2])
  <map>.items()
  <map>.values()
  [<list>, <list>].flatten()
  [<list>, <list>].selectMany($)
  <list>.insertMany(<index>, <list>)
  <list>.replaceMany(<index>, <list>, <index>)
map:
  {<text> => <any>}
  {<text> => <any>, <text> => <any>}
  {<int> => <any>}
  dict(<text> => <any>)
  dict(<map>.items())
  <map> + <map>
  <map>.set(<text>, <any>)
  <map>.delete(<text>)
  <map>.mergeWith(<map>)
  <map>.mergeWith(<map>, $1 + $2)
  <texts>.toDict($)
  <texts>.toDict($, <any;$=text>)
  <people>.first({})
people:
  <people>.where(<truth;$.age=int,$.name=text>)
  <people>.orderBy(<any;$.age=int,$.name=text>)
  <people>.select({name => $.name, age => <int;$.age=int>, score => 1.5})
  <people>.distinct($.name)
set:
  set(<int>, <int>)
  <ints>.toSet()
  <set>.union(<set>)
  <set>.intersect(<set>)
  <set> - <set>
  <set>.symmetricDifference(<set>)
  <set>.add(<int>)
moment:
  datetime(<year>, 2, <day>)
  datetime(<year>, 12, 31, 23, <day>, 58)
  datetime(<int>)
  now()
  now(<span>)
  now(offset => <span>)
  <moment> + <span>
  <moment> - <span>
  <moment>.replace(day => <day>)
span:
  timespan(days => <index>, hours => <index>)
  timespan(minutes => <int>)
  <moment> - <moment>
  <span> + <span>
  <span> * <number>
  -<span>
any:
  <int>
  <real>
  <text>
  <truth>
  <list>
  <map>
  <set>
  <moment>
  <span>
"""

TEXTS = [
    "'a'", "'ab'", "''", "'b'", "'Hello World'", "' x '", "'1'", "'2.5'", "'äß'", "'日本'", '"it\'s"', "`a\\b`",
    "'a,b,,c'", "word", "'\\n'", "$.s", "$.words[0]",
]
WORDS = {
    "int": ["0", "1", "2", "3", "-1", "7", "10", "100", "$.i", "9223372036854775807", "$.ints[1]"],
    "real": ["0.5", "1.0", "-2.5", "3.14159", "1e3", "0.1", "$.r", "100.0"],
    "text": TEXTS,
    "truth": ["true", "false", "$.yes", "$.ints.any()"],
    "index": ["0", "1", "2", "3", "5", "-1", "-2"],
    "ints": ["$.ints", "[]", "[3, 1, 2]", "[1]", "$.ints.where($ > 1)"],
    "texts": ["$.words", "[a, b]", "['x y', 'x']"],
    "list": ["$.ints", "$.words", "$.mixed", "[]", "[[1, 2], [3]]"],
    "map": ["$.map", "{}", "{a => 1}", "{a => {b => 1}}", "$.people[0]"],
    "people": ["$.people"],
    "set": ["set()", "set(1, 2)", "[1, a].toSet()"],
    "moment": ["datetime(2024, 2, 29)", "datetime(2001, 1, 1, 10, 20, 30)", "datetime('2020-05-06T07:08:09Z')"],
    "span": ["timespan(days => 1)", "timespan(seconds => 90)", "timespan()"],
    "any": ["null", "1", "a", "$.mixed", "$.nothing", "$.missing", "$.map", "true", "$", "2.5"],
    "pattern": ["'a'", "'[a-z]+'", "'(.)(.)'", "'^$'", "'\\\\d'", "'x*'", "'('", "'(?P<n>l+)'", "'é|ä'"],
    "form": ["'%Y-%m-%d'", "'%H:%M:%S'", "'%j %a %b'", "'%%'"],
    "year": ["1999", "2000", "2024"],
    "day": ["1", "15", "28", "29", "30"],
}
CLOCK = "2024-05-06T07:08:09Z"
KINDS = ["int", "real", "text", "truth", "ints", "texts", "list", "map", "people", "set", "moment", "span", "any"]
OTHERS = [
    "(", ")", "[", "]", "{", "}", ",", ".", "?.", "=>", "->", "$", "$1", "not", "and", "or", "in", "mod", "=", "!=",
    "'", "`", "-", "+", "1", "1.5", "x", " ", "null", "==", "&", "é", "#", "\\", "5a", "__x",
]
# Endless, or different at every call.
UNCALLED = {"random", "now", "localtz", "cycle", "repeat", "sequence", "generateMany", "characters"}
ARGUMENTS = {
    "integer": ["int", "index"],
    "number": ["number"],
    "string": ["text"],
    "boolean": ["truth"],
    "regex": ["pattern"],
    "iterable": ["list", "ints", "texts"],
    "list": ["list"],
    "dict": ["map"],
    "set": ["set"],
    "iterator": ["ints"],
    "datetime": ["moment"],
    "timespan": ["span"],
    "lambda": ["truth", "int", "text"],
}


class Programs:
    def __init__(self):
        self.grammar = Grammar(RULES, WORDS)
        self.functions = [
            each
            for each in functions("yaql")
            if each["kind"] in ("function", "method")
            and each["group"] not in ("legacy", "workflows")
            and each["name"] not in UNCALLED
        ]

    def make(self, random):
        kind = random.choice(["typed"] * 5 + ["call"] * 3 + ["edited"] * 2)
        if kind == "call":
            expression = self.call(random)
        else:
            expression = self.grammar.make(random, random.choice(KINDS), random.choice([1, 2, 3, 3, 4]))
        if kind == "edited":
            expression = edited(random, expression, OTHERS)
        workspace = {"dialect": "yaql", "expression": expression, "data": data(random)}
        if "now" in expression:
            workspace["clock"] = CLOCK
        if random.random() < 0.03:
            workspace["options"] = {random.choice(["iterableDicts", "delegates"]): True}
        elif random.random() < 0.02:
            workspace["limits"] = {"iterators": random.randint(1, 6)}
        return workspace

    def call(self, random):
        """Any function, its arguments mostly of the types that it takes, some of them named."""
        function = random.choice(self.functions)
        arguments = []
        for parameter in random.choice(function["signatures"])["params"]:
            if parameter.get("optional") and random.random() < 0.4:
                break
            name = parameter["name"].lstrip("*")
            fits = ARGUMENTS.get(parameter["type"].rstrip("?!"), KINDS)
            kind = random.choice(fits if random.random() < 0.8 else KINDS)
            scope = (("$", random.choice(KINDS)),) if parameter["type"] == "lambda" else ()
            text = self.grammar.make(random, kind, random.choice([0, 0, 1]), scope)
            if len(arguments) > 0 and (random.random() < 0.1 or any("=>" in each for each in arguments[1:])):
                text = f"{name} => {text}"
            arguments.append(text)
        if random.random() < 0.05:
            arguments.append(self.grammar.make(random, "any", 0))
        if arguments and (function["kind"] == "method") == (random.random() < 0.93):
            receiver = arguments.pop(0)
            dot = random.choice([".", ".", ".", "?."])
            return f"({receiver}){dot}{function['name']}({', '.join(arguments)})"
        return f"{function['name']}({', '.join(arguments)})"


def data(random):
    scalar = lambda: random.choice([0, 1, -3, 2**31, 2.5, -0.0, "", "a", "b c", "é", True, False, None])  # noqa: E731
    person = lambda: {  # noqa: E731
        "name": random.choice(["ann", "bob", "cyd"]), "age": random.randint(1, 40), "score": random.choice([0.5, 2.0])
    }  # fmt: skip
    several = lambda make, most: [make() for _ in range(random.randint(0, most))]  # noqa: E731
    return {
        "i": random.choice([0, 4, -9, 2**40]), "r": random.choice([0.25, -1.5, 1e20]),
        "s": random.choice(["", "abc", "A b"]),
        "yes": True, "nothing": None, "ints": several(lambda: random.randint(-5, 9), 6), "mixed": several(scalar, 4),
        "words": several(lambda: random.choice(["a", "bb", "ab", "B", "é", ""]), 4), "people": several(person, 4),
        "map": {random.choice(["a", "b", "x y"]): scalar() for _ in range(random.randint(0, 3))},
    }  # fmt: skip


def result(_workspace):
    return "value"


def missing():
    return None if importlib.util.find_spec("yaql") else "the package python3-yaql"


class Reference:
    def __init__(self):
        import yaql
        from yaql.standard_library import collections

        self.yaql, self.collections = yaql, collections
        stop_clock()
        self.engines = {}

    def engine(self, workspace):
        options, bounds = workspace.get("options", {}), workspace.get("limits", {})
        key = json.dumps([options, bounds])
        if key not in self.engines:
            delegates = options.get("delegates", False)
            settings = {
                "yaql.convertSetsToLists": True,
                "yaql.iterableDicts": options.get("iterableDicts", False),
                "yaql.limitIterators": bounds.get("iterators", -1),
                "yaql.memoryQuota": bounds.get("memory", -1),
            }
            factory = self.yaql.YaqlFactory(allow_delegates=delegates)
            self.engines[key] = factory.create(settings), self.yaql.create_context(delegates=delegates)
        return self.engines[key]

    def answer(self, workspace):
        answer = self.once(workspace)
        if answer is not None and "random" in workspace["expression"]:
            # Chance decides where another beginning of all random numbers gives another answer.
            for seed in range(1, 6):
                other = self.once(workspace, seed)
                if other is None or not same(answer.expect, other.expect):
                    return None
        if answer is None or not HAS_SETS.search(workspace["expression"]):
            return answer
        self.collections.frozenset = BackwardSet
        try:
            other = self.once(workspace)
        finally:
            del self.collections.frozenset
        return answer if other is not None and same_but_for_order(answer, other) else None

    def once(self, workspace, seed=0):
        random.seed(seed)
        engine, context = self.engine(workspace)
        try:
            with limits.seconds(2):
                statement = engine(workspace["expression"])
                found = statement.evaluate(data=workspace["data"], context=context.create_child_context())
                value = plain(jsonable(found))
                shown = json.dumps(value).replace("\\", "")  # escapeRegex() writes them in front of blanks
                return None if OBJECTS.search(shown) else Answer({"value": value})
        except (limits.TooSlow, NotComparable, MemoryError, RecursionError):
            return None
        except Exception as error:  # whatever the reference raises is its answer
            return failure(error)

    def close(self):
        pass


def stop_clock():
    """Now is always CLOCK, here as there."""
    from yaql.standard_library import date_time

    class Moment(type):
        def __instancecheck__(cls, value):
            return isinstance(value, datetime.datetime)

    class Stopped(datetime.datetime, metaclass=Moment):
        @classmethod
        def now(cls, tz=None):
            return datetime.datetime.fromisoformat(CLOCK.replace("Z", "+00:00")).astimezone(tz)

    date_time.DATETIME_TYPE = Stopped


def jsonable(value):
    """Dates are ISO 8601, time spans seconds."""
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return value / datetime.timedelta(seconds=1)
    if isinstance(value, dict):
        return {(jsonable(key) if not isinstance(key, str) else key): jsonable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [jsonable(item) for item in value]
    return value


class BackwardSet(frozenset):
    """A set in another order: an answer that it changes by more than its own order is left out."""

    def __iter__(self):
        return reversed(list(super().__iter__()))


NAMES = ("union", "intersection", "difference", "symmetric_difference", "__or__", "__and__", "__sub__", "__xor__")
for operation in NAMES:
    plain_operation = getattr(frozenset, operation)
    setattr(BackwardSet, operation, lambda *sets, plain=plain_operation: BackwardSet(plain(*sets)))

OBJECTS = re.compile(r"<[\w. ]+ (object )?at 0x|0x7f[0-9a-f]{10}")  # what Python says of objects, and their addresses
HAS_SETS = re.compile(r"[sS]et|keys|items|union|intersect|ifference")


def in_any_order(value):
    if isinstance(value, dict):
        return {key: in_any_order(item) for key, item in value.items()}
    if isinstance(value, list):
        return sorted(map(in_any_order, value), key=lambda item: json.dumps(item, sort_keys=True))
    return value


def same_but_for_order(one, other):
    return same(in_any_order(one.expect), in_any_order(other.expect))


def with_round_brackets(value):
    """Every list in a text as a tuple."""
    if isinstance(value, dict):
        return {with_round_brackets(key): with_round_brackets(item) for key, item in value.items()}
    if isinstance(value, list):
        return [with_round_brackets(item) for item in value]
    if isinstance(value, str):
        text = value.replace("\\", "")  # of escapeRegex()
        return text.replace("[", "(").replace("]", ")").replace(",)", ")").replace(",),", "),")
    return value


EXPLAINED = [
    Explained(
        "order of a set",
        "Python's sets have the order of a hash table; here it is the order in which the items came",
        lambda workspace, expected, actual: HAS_SETS.search(workspace["expression"])
        and same_but_for_order(expected, actual),
    ),
    Explained(
        "text of lists",
        "str() shows lists of split() and some others as [1, 2], here every list as (1, 2)",
        lambda workspace, expected, actual: same(
            with_round_brackets(expected.expect), with_round_brackets(actual.expect)
        ),
    ),
    Explained(
        "dates by guess",
        "dateutil guesses at any text; here a date without a format is ISO 8601",
        lambda workspace, expected, actual: "is no date as in ISO 8601" in actual.message,
    ),
    Explained(
        "keys of any kind",
        "some of yaql's lists and dictionaries cannot be hashed; here all may be keys and items of sets",
        lambda workspace, expected, actual: expected.message.startswith("TypeError: unhashable type"),
    ),
    Explained(
        "views are sets",
        "yaql's views of dictionaries fail as sets, and when searched for a value that is not a pair",
        lambda workspace, expected, actual: re.search(
            r"'\w+View'|(values|non-iterable [\w.]+ object)( to unpack|$)", expected.message
        )
        and re.search(r"keys|items", workspace["expression"]),
    ),
    Explained(
        "named groups",
        "yaql's selectors fail where the pattern has named groups",
        lambda workspace, expected, actual: re.search("values to unpack|no such group", expected.message)
        and "(?P<" in workspace["expression"],
    ),
    Explained(
        "format of text",
        "yaql 2.0 had it, 3.0 dropped it as unsafe",
        lambda workspace, expected, actual: re.search(
            'No method "format"|[.]format` does not take|no function `format`', actual.message
        ),
    ),
    Explained(
        "left-out items",
        "an item left out of a list is an internal marker in yaql, here null",
        lambda workspace, expected, actual: re.search(r"\[\s*,|\[[^()]*,\s*[,\]]", workspace["expression"]),
    ),
]
