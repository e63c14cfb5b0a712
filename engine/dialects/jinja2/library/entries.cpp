// Statements and operators. The language implements them itself; these are their entries in the reference.
#include "dialects/jinja2/library/families.hpp"

namespace evalground::jinja2 {
namespace entries_family {
namespace {

constexpr std::string_view base_file =
    R"({"files": {"base.html": "<b>{% block title %}Base{% endblock %}</b>"}, "main": "base.html"})";
constexpr std::string_view macro_file =
    R"({"files": {"m.j2": "{% macro hi(n) %}Hi {{ n }}{% endmacro %}"}, "main": "m.j2"})";
constexpr std::string_view loop_controls = R"({"options": {"extensions": ["loopcontrols"]}})";

constexpr Example for_examples[] = {
    {"{% for x in [3, 1] %}{{ loop.index }}:{{ x }} {% else %}nothing{% endfor %}", "", R"("1:3 2:1 ")"},
    {"{% for k, v in {'a': 1}.items() if v %}{{ k }}{% endfor %}", "", R"("a")"}};
constexpr Example if_examples[] = {{"{% if 2 > 3 %}a{% elif 1 %}b{% else %}c{% endif %}", "", R"("b")"}};
constexpr Example set_examples[] = {{"{% set a, b = 1, 2 %}{{ a + b }}", "", R"("3")"},
                                    {"{% set x | upper %}ab{% endset %}{{ x }}", "", R"("AB")"}};
constexpr Example macro_examples[] = {
    {"{% macro port(n, kind='tcp') %}{{ n }}/{{ kind }}{% endmacro %}{{ port(80) }} {{ port(53, kind='udp') }}", "",
     R"("80/tcp 53/udp")"}};
constexpr Example call_examples[] = {
    {"{% macro box() %}[{{ caller() }}]{% endmacro %}{% call box() %}text{% endcall %}", "", R"("[text]")"}};
constexpr Example filter_examples[] = {{"{% filter upper %}ab{% endfilter %}", "", R"("AB")"}};
constexpr Example with_examples[] = {{"{% with a = 1 %}{{ a }}{% endwith %}{{ a }}", "", R"("1")"}};
constexpr Example include_examples[] = {
    {"{% include 'part.j2' %}!", "", R"("Hi Bo!")",
     R"({"files": {"part.j2": "Hi {{ name }}"}, "main": "part.j2", "vars": {"name": "Bo"}})"}};
constexpr Example import_examples[] = {{"{% import 'm.j2' as m %}{{ m.hi('Bo') }}", "", R"("Hi Bo")", macro_file}};
constexpr Example from_examples[] = {
    {"{% from 'm.j2' import hi as hello %}{{ hello('Bo') }}", "", R"("Hi Bo")", macro_file}};
constexpr Example extends_examples[] = {{"{% extends 'base.html' %}{% block title %}Mine, {{ super() }}{% endblock %}",
                                         "", R"("<b>Mine, Base</b>")", base_file}};
constexpr Example block_examples[] = {{"{% block a %}A{% endblock %}{{ self.a() }}", "", R"("AA")"}};
constexpr Example autoescape_examples[] = {
    {"{% autoescape true %}{{ '<' }}{% endautoescape %}{{ '<' }}", "", R"("&lt;<")"}};
constexpr Example raw_examples[] = {{"{% raw %}{{ x }}{% endraw %}", "", R"("{{ x }}")"}};
constexpr Example print_examples[] = {{"{% print 1, 2 %}", "", R"("12")"}};
constexpr Example do_examples[] = {
    {"{% set l = [1] %}{% do l.append(2) %}{{ l }}", "", R"("[1, 2]")", R"({"options": {"extensions": ["do"]}})"}};
constexpr Example break_examples[] = {
    {"{% for x in [1, 2, 3] %}{% if x == 2 %}{% break %}{% endif %}{{ x }}{% endfor %}", "", R"("1")", loop_controls}};
constexpr Example continue_examples[] = {
    {"{% for x in [1, 2, 3] %}{% if x == 2 %}{% continue %}{% endif %}{{ x }}{% endfor %}", "", R"("13")",
     loop_controls}};
constexpr Example comment_examples[] = {{"a{# not printed #}b", "", R"("ab")"}};
constexpr Example loop_examples[] = {
    {"{% for x in 'ab' %}{{ loop.index }}/{{ loop.length }}{{ ',' if not loop.last }}{% endfor %}", "",
     R"("1/2,2/2")"}};

constexpr Example arithmetic_examples[] = {
    {"{{ 7 / 2 }} {{ 7 // 2 }} {{ -7 % 3 }} {{ 2 ** 10 }}", "", R"("3.5 3 2 1024")"}};
constexpr Example tilde_examples[] = {{"{{ 'n' ~ 1 ~ none }}", "", R"("n1None")"}};
constexpr Example comparison_examples[] = {
    {"{{ 1 < 2 <= 2 }} {{ 1 == 1.0 }} {{ 'a' != 'b' }}", "", R"("True True True")"}};
constexpr Example logic_examples[] = {{"{{ '' or 'x' }} {{ 1 and 2 }} {{ not 1 }}", "", R"("x 2 False")"}};
constexpr Example in_examples[] = {{"{{ 1 in [1, 2] }} {{ 'x' not in 'abc' }}", "", R"("True True")"}};
constexpr Example is_examples[] = {{"{{ 4 is even }} {{ 4 is not odd }}", "", R"("True True")"}};
constexpr Example conditional_examples[] = {{"{{ 'a' if 1 > 2 else 'b' }}[{{ 'x' if false }}]", "", R"("b[]")"}};
constexpr Example pipe_examples[] = {{"{{ ' a ' | trim | upper }}", "", R"("A")"}};
constexpr Example subscript_examples[] = {
    {"{{ 'abcd'[1:3] }} {{ [1, 2][-1] }} {{ {'a': {'b': 5}}.a.b }}", "", R"("bc 2 5")"}};

}  // namespace
}  // namespace entries_family

std::span<const Function> statement_entries() {
  using namespace entries_family;
  static constexpr Function all[] = {
      {.kind = "statement",
       .signature = "for",
       .summary = "Repeats its body for each item: `{% for target in items if test recursive %}`, with `else`.",
       .details = "An assignment in the body ends with each pass; use `namespace()` to keep one.",
       .examples = for_examples},
      {.kind = "statement",
       .signature = "if",
       .summary = "Chooses one of its bodies: `if`, `elif`, `else`.",
       .examples = if_examples},
      {.kind = "statement",
       .signature = "set",
       .summary = "Assigns a value, several values, an attribute of a namespace, or what its body renders.",
       .examples = set_examples},
      {.kind = "statement",
       .signature = "macro",
       .summary = "Defines a function that renders its body.",
       .details =
           "Missing arguments are undefined. `varargs`, `kwargs` and `caller` are there when the body uses them.",
       .examples = macro_examples},
      {.kind = "statement",
       .signature = "call",
       .summary = "Calls a macro that can render this body by `caller()`.",
       .examples = call_examples},
      {.kind = "statement",
       .signature = "filter",
       .summary = "Applies filters to what its body renders.",
       .examples = filter_examples},
      {.kind = "statement", .signature = "with", .summary = "Variables for its body only.", .examples = with_examples},
      {.kind = "statement",
       .signature = "include",
       .summary = "Renders another template here, with the variables of this one.",
       .details = "Takes the first existing template of a list of names; `ignore missing`; `without context`.",
       .examples = include_examples},
      {.kind = "statement",
       .signature = "import",
       .summary = "Makes the macros and variables of another template a value.",
       .details = "Without the variables of this one, unless `with context` stands behind it.",
       .examples = import_examples},
      {.kind = "statement",
       .signature = "from",
       .summary = "Imports single macros and variables of another template.",
       .examples = from_examples},
      {.kind = "statement",
       .signature = "extends",
       .summary = "Renders another template with the blocks of this one.",
       .examples = extends_examples},
      {.kind = "statement",
       .signature = "block",
       .summary = "A part that templates which extend this one can replace; `scoped`, `required`.",
       .details = "`super()` is the block of the parent, `self.name()` any block.",
       .examples = block_examples},
      {.kind = "statement",
       .signature = "autoescape",
       .summary = "Turns the escaping of HTML on or off for its body.",
       .examples = autoescape_examples},
      {.kind = "statement",
       .signature = "raw",
       .summary = "Text that is printed as it stands.",
       .examples = raw_examples},
      {.kind = "statement", .signature = "print", .summary = "Prints values.", .examples = print_examples},
      {.kind = "statement",
       .signature = "do",
       .summary = "Evaluates without printing; the extension `do`.",
       .examples = do_examples},
      {.kind = "statement",
       .signature = "break",
       .summary = "Ends the loop; the extension `loopcontrols`.",
       .examples = break_examples},
      {.kind = "statement",
       .signature = "continue",
       .summary = "Goes on with the next item; the extension `loopcontrols`.",
       .examples = continue_examples},
      {.kind = "statement", .signature = "comment", .summary = "A comment: `{# … #}`.", .examples = comment_examples},
      {.kind = "statement",
       .signature = "loop",
       .summary =
           "What a loop's body knows: `index index0 revindex revindex0 first last length depth previtem nextitem`.",
       .examples = loop_examples},
  };
  return all;
}

std::span<const Function> operator_entries() {
  using namespace entries_family;
  static constexpr Function all[] = {
      {.kind = "operator",
       .signature = "+ - * / // % **",
       .summary = "Arithmetic as Python's, but `**` goes left to right and a sign binds tighter.",
       .examples = arithmetic_examples},
      {.kind = "operator",
       .signature = "~",
       .summary = "Puts texts together; binds tighter than `+`.",
       .examples = tilde_examples},
      {.kind = "operator",
       .signature = "== != < <= > >=",
       .summary = "Comparisons, which can be chained.",
       .examples = comparison_examples},
      {.kind = "operator",
       .signature = "and or not",
       .summary = "Logic; `and` and `or` give one of their operands.",
       .examples = logic_examples},
      {.kind = "operator",
       .signature = "in",
       .summary = "Whether a value is an item, a key or a part of the other; `not in`.",
       .examples = in_examples},
      {.kind = "operator", .signature = "is", .summary = "Applies a test; `is not`.", .examples = is_examples},
      {.kind = "operator",
       .signature = "if else",
       .summary = "Chooses a value; without `else` it may be undefined, which prints as nothing.",
       .examples = conditional_examples},
      {.kind = "operator",
       .signature = "|",
       .summary = "Applies a filter; binds tighter than every other operator.",
       .examples = pipe_examples},
      {.kind = "operator",
       .signature = ". []",
       .summary = "`x.name` is an attribute, else an item; `x['name']` an item, else an attribute; `x[1:3]` a slice.",
       .examples = subscript_examples},
  };
  return all;
}

}  // namespace evalground::jinja2
