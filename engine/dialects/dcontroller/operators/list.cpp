// Lists: item by item with `$$`, and properties of whole lists.
#include <algorithm>

#include "dialects/dcontroller/expression/call.hpp"
#include "dialects/dcontroller/operators/families.hpp"
#include "value/compare.hpp"

namespace evalground::dcontroller {
namespace {

Value map_items(Call& base) {
  OperatorCall& call = operator_call(base);
  // Arguments after the second are ignored, as in the controller.
  const auto parts = call.written();
  if (parts.size() < 2) call.fail_count("2 or more", parts.size());
  const Value list = call.list_argument(*parts[1]);
  List results;
  results.reserve(list.as_list().size());
  for (const Value& item : list.as_list()) results.push_back(call.evaluate_on(*parts[0], item));
  return Value::list(std::move(results));
}

Value filter_items(Call& base) {
  OperatorCall& call = operator_call(base);
  const auto parts = call.written_arguments();
  const Value list = call.list_argument(*parts[1]);
  List kept;
  for (const Value& item : list.as_list()) {
    if (call.keeps(*parts[0], item)) kept.push_back(item);
  }
  return Value::list(std::move(kept));
}

// True when the condition has the given truth for some item.
// Stops at the first such item: a later item for which the condition would be an error is then not seen.
bool finds(OperatorCall& call, bool truth) {
  const auto parts = call.written_arguments();
  const Value list = call.list_argument(*parts[1]);
  for (const Value& item : list.as_list()) {
    if (call.holds_on(*parts[0], item) == truth) return true;
  }
  return false;
}

Value any_item(Call& base) {
  return Value::boolean(finds(operator_call(base), true));
}

Value all_items(Call& base) {
  return Value::boolean(!finds(operator_call(base), false));
}

// Evaluated also with quirks, whose result is known, because an error of the condition must still be found.
Value no_item(Call& base) {
  OperatorCall& call = operator_call(base);
  const bool is_none = !finds(call, true);
  if (call.context.quirks()) return Value::boolean(false);
  if (is_none && call.evaluator.is_news(call.where, Difference::none)) {
    call.evaluator.differs(call.where, "The controller gives false here: its `@none` is never true.");
  }
  return Value::boolean(is_none);
}

Value length(Call& base) {
  return Value::integer(static_cast<std::int64_t>(operator_call(base).collection().size()));
}

// The item comes before the list: `{"@in": [b, [a, b]]}` is true. 2 is not in `[2.0]`: integers and floats differ.
Value contains(Call& base) {
  OperatorCall& call = operator_call(base);
  const List& items = call.arguments();
  if (!items[1].is_list()) call.fail_needing("a list as its second argument", items[1]);
  for (const Value& item : items[1].as_list()) {
    call.context.budget.step();
    if (json_equal(items[0], item, NumberEquality::by_type, call.context.budget)) return Value::boolean(true);
  }
  return Value::boolean(false);
}

// Charged before the list is made, so that `{"@range": [0, 9000000000]}` fails at the limit of steps and not of memory.
Value range(Call& base) {
  OperatorCall& call = operator_call(base);
  const auto [start, end] = call.two_integers();
  List numbers;
  if (start < end) {
    const std::uint64_t count = static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(start);
    call.context.budget.step(count);
    numbers.reserve(static_cast<std::size_t>(count));
    for (std::int64_t number = start; number < end; ++number) numbers.push_back(Value::integer(number));
  }
  return Value::list(std::move(numbers));
}

// The same rule as for a list that is written without an operator: its first item may be a list.
Value as_list(Call& base) {
  OperatorCall& call = operator_call(base);
  return call.evaluator.list_of(call.list(), call.where);
}

constexpr std::string_view pods =
    R"({"data": {"pods": [{"name": "a", "ready": true}, {"name": "b", "ready": false}]}})";

constexpr Example map_examples[] = {{R"({"@map": ["$$.name", "$.pods"]})", "", R"(["a", "b"])", pods},
                                    {R"({"@map": [{"@mul": ["$$", 2]}, [1, 2]]})", "", "[2, 4]"}};
constexpr Example filter_examples[] = {
    {R"({"@filter": ["$$.ready", "$.pods"]})", "", R"([{"name": "a", "ready": true}])", pods},
    {R"({"@filter": ["$$", [1]]})", "", "error"}};
constexpr Example any_examples[] = {{R"({"@any": ["$$.ready", "$.pods"]})", "", "true", pods}};
constexpr Example all_examples[] = {{R"({"@all": ["$$.ready", "$.pods"]})", "", "false", pods},
                                    {R"({"@all": [false, []]})", "", "true"}};
constexpr Example none_examples[] = {{R"({"@none": [{"@eq": ["$$.name", c]}, "$.pods"]})", "", "true", pods}};
constexpr Example len_examples[] = {{R"({"@len": "$.pods"})", "", "2", pods}, {R"({"@len": text})", "", "error"}};
constexpr Example in_examples[] = {{R"({"@in": [b, {"@map": ["$$.name", "$.pods"]}]})", "", "true", pods},
                                   {R"({"@in": ["2", [1, 2]]})", "", "false"}};
constexpr Example range_examples[] = {{R"({"@range": [0, 3]})", "", "[0, 1, 2]"}, {R"({"@range": [3, 1]})", "", "[]"}};
constexpr Example list_examples[] = {{R"({"@list": "$.xs"})", "", "[1, 2]", R"({"data": {"xs": [1, 2]}})"},
                                     {R"({"@list": 5})", "", "error"}};

}  // namespace

std::span<const Function> list_operators() {
  static constexpr Function all[] = {
      {.kind = "operator",
       .signature = "@map(expression: expression, list: list) -> list",
       .summary = "The value of an expression for each item of a list, which is `$$` in it.",
       .examples = map_examples,
       .call = map_items},
      {.kind = "operator",
       .signature = "@filter(condition: expression, list: list) -> list",
       .summary = "The items of a list for which a condition on `$$` is true.",
       .examples = filter_examples,
       .call = filter_items},
      {.kind = "operator",
       .signature = "@any(condition: expression, list: list) -> boolean",
       .summary = "Whether a condition on `$$` is true for an item of a list.",
       .until = "2026",
       .examples = any_examples,
       .call = any_item},
      {.kind = "operator",
       .signature = "@all(condition: expression, list: list) -> boolean",
       .summary = "Whether a condition on `$$` is true for every item of a list.",
       .until = "2026",
       .examples = all_examples,
       .call = all_items},
      {.kind = "operator",
       .signature = "@none(condition: expression, list: list) -> boolean",
       .summary = "Whether a condition on `$$` is true for no item of a list.",
       .details = "The controller itself always gives false.",
       .until = "2026",
       .examples = none_examples,
       .call = no_item},
      {.kind = "operator",
       .signature = "@len(list: list) -> integer",
       .summary = "The number of items of a list.",
       .examples = len_examples,
       .call = length},
      {.kind = "operator",
       .signature = "@in(item: any, list: list) -> boolean",
       .summary = "Whether a list has an item that equals the value.",
       .details = "Types count, as in `@eq`, but null does equal null.",
       .examples = in_examples,
       .call = contains},
      {.kind = "operator",
       .signature = "@range(start: integer, end: integer) -> list",
       .summary = "The integers from the first up to, not including, the second.",
       .examples = range_examples,
       .call = range},
      {.kind = "operator",
       .signature = "@list(list: list) -> list",
       .summary = "The list itself; an error for all else.",
       .examples = list_examples,
       .call = as_list},
  };
  return all;
}

}  // namespace evalground::dcontroller
