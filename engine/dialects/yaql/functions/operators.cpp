// The operators as the catalogue documents them. evaluation/operators.cpp evaluates them.
// The names in brackets, such as `[…]`, stand for syntax that has no name of its own.

#include "dialects/yaql/functions/families.hpp"

namespace evalground::yaql {
namespace operators_family {
namespace {

constexpr Example variable_examples[] = {{"$.a + $1.a", R"({"a": 2})", "4"}};
constexpr Example dot_examples[] = {
    {"$.servers.name", R"({"servers": [{"name": "a"}, {"name": "b"}]})", R"(["a", "b"])"}};
constexpr Example guard_examples[] = {{"$.get(a)?.b", "{}", "null"}};
constexpr Example index_examples[] = {{"$[-1]", "[1, 2, 3]", "3"}, {"$[b, 0]", R"({"a": 1})", "0"}};
constexpr Example list_examples[] = {{"[1, [2], a]", "", R"([1, [2], "a"])"}};
constexpr Example dict_examples[] = {{"{a => 1, 'b c' => 2}", "", R"({"a": 1, "b c": 2})"}};
constexpr Example plus_examples[] = {
    {"1 + 2", "", "3"}, {"[1] + [2]", "", "[1, 2]"}, {"{a => 1} + {a => 2}", "", R"({"a": 2})"}};
constexpr Example minus_examples[] = {{"-3 + 5 - 1", "", "1"}, {"set(1, 2) - set(2)", "", "[1]"}};
constexpr Example times_examples[] = {{"3 * 'ab'", "", R"("ababab")"}};
constexpr Example divide_examples[] = {{"-7 / 2", "", "-4"}, {"7.0 / 2", "", "3.5"}};
constexpr Example modulo_examples[] = {{"-7 mod 3", "", "2"}};
constexpr Example less_examples[] = {{"null < 1", "", "true"}};
constexpr Example less_equal_examples[] = {{"set(1) <= set(1, 2)", "", "true"}};
constexpr Example greater_examples[] = {{"'b' > 'a'", "", "true"}};
constexpr Example greater_equal_examples[] = {{"2 >= 2", "", "true"}};
constexpr Example equal_examples[] = {{"1 = 1.0", "", "true"}, {"'1' = 1", "", "false"}};
constexpr Example not_equal_examples[] = {{"[1] != [2]", "", "true"}};
constexpr Example in_examples[] = {{"'b' in 'abc'", "", "true"}, {"4 in [1, 2]", "", "false"}};
constexpr Example match_examples[] = {{"'abc' =~ '^a'", "", "true"}};
constexpr Example no_match_examples[] = {{"'abc' !~ '^a'", "", "false"}};
constexpr Example and_examples[] = {{"1 and 2", "", "2"}};
constexpr Example or_examples[] = {{"null or 'x'", "", R"("x")"}};
constexpr Example not_examples[] = {{"not 1 = 2", "", "true"}};
constexpr Example arrow_examples[] = {{"let(x => 1) -> $x + 1", "", "2"}};

}  // namespace
}  // namespace operators_family

// Entries without a `call` are documentation: the evaluator dispatches operators on its own.
std::span<const Function> operators() {
  using namespace operators_family;
  static constexpr Function all[] = {
      {.kind = "operator",
       .signature = "$",
       .summary = "The data, in a lambda its first argument; `$2` is the second and `$name` a variable.",
       .details = "An undefined variable is null.",
       .examples = variable_examples},
      {.kind = "operator",
       .signature = ".",
       .summary = "A key of a dictionary, of each item of a collection, a property of a date, or a call of a method.",
       .examples = dot_examples},
      {.kind = "operator",
       .signature = "?.",
       .summary = "Like `.`, but null where the left side is null.",
       .examples = guard_examples},
      {.kind = "operator",
       .signature = "[]",
       .summary = "The item of a list at an index, or the value of a dictionary's key, with a default if given.",
       .details = "A negative index counts from the end.",
       .examples = index_examples},
      {.kind = "operator", .signature = "[…]", .summary = "A list.", .examples = list_examples},
      {.kind = "operator",
       .signature = "{…}",
       .summary = "A dictionary; keys are expressions, and bare words are text.",
       .examples = dict_examples},
      {.kind = "operator",
       .signature = "+",
       .summary = "Adds numbers, times and dates; joins texts, collections and dictionaries.",
       .examples = plus_examples},
      {.kind = "operator",
       .signature = "-",
       .summary = "Subtracts numbers, times and dates; the difference of sets.",
       .examples = minus_examples},
      {.kind = "operator",
       .signature = "*",
       .summary = "Multiplies numbers and time spans; repeats texts and lists.",
       .examples = times_examples},
      {.kind = "operator",
       .signature = "/",
       .summary = "Divides; of two integers the quotient rounded down.",
       .examples = divide_examples},
      {.kind = "operator",
       .signature = "mod",
       .summary = "The remainder of a division, with the sign of the divisor.",
       .examples = modulo_examples},
      {.kind = "operator",
       .signature = "<",
       .summary = "Less: numbers, texts, dates, time spans, proper subsets; null is less than anything else.",
       .examples = less_examples},
      {.kind = "operator", .signature = "<=", .summary = "Less or equal.", .examples = less_equal_examples},
      {.kind = "operator", .signature = ">", .summary = "Greater.", .examples = greater_examples},
      {.kind = "operator", .signature = ">=", .summary = "Greater or equal.", .examples = greater_equal_examples},
      {.kind = "operator",
       .signature = "=",
       .summary = "Equal: numbers and booleans by number, collections by content.",
       .examples = equal_examples},
      {.kind = "operator", .signature = "!=", .summary = "Not equal.", .examples = not_equal_examples},
      {.kind = "operator",
       .signature = "in",
       .summary = "Whether a collection has the item, or a text the other.",
       .examples = in_examples},
      {.kind = "operator",
       .signature = "=~",
       .summary = "Whether a text has a match of a regular expression or pattern anywhere.",
       .examples = match_examples},
      {.kind = "operator", .signature = "!~", .summary = "Whether it has none.", .examples = no_match_examples},
      {.kind = "operator",
       .signature = "and",
       .summary = "The left side if it is false, otherwise the right one.",
       .examples = and_examples},
      {.kind = "operator",
       .signature = "or",
       .summary = "The left side if it is true, otherwise the right one.",
       .examples = or_examples},
      {.kind = "operator", .signature = "not", .summary = "Whether the value is false.", .examples = not_examples},
      {.kind = "operator",
       .signature = "->",
       .summary = "Evaluates the right side in the context that the left side gives.",
       .examples = arrow_examples},
  };
  return all;
}

}  // namespace evalground::yaql
