// Comparison.
#include "value/compare.hpp"

#include "dialects/dcontroller/expression/call.hpp"
#include "dialects/dcontroller/operators/families.hpp"

namespace evalground::dcontroller {
namespace {

// Null never equals anything, so two missing fields are not equal. @isnil tests for null.
Value equal(Call& base) {
  OperatorCall& call = operator_call(base);
  const List& items = call.arguments();
  if (items[0].is_null() || items[1].is_null()) return Value::boolean(false);
  return Value::boolean(json_equal(items[0], items[1], NumberEquality::by_type, call.context.budget));
}

enum class Relation : std::uint8_t { less, less_equal, greater, greater_equal };

template <class Number>
bool holds(Relation relation, Number a, Number b) {
  switch (relation) {
    case Relation::less: return a < b;
    case Relation::less_equal: return a <= b;
    case Relation::greater: return a > b;
    case Relation::greater_equal: break;
  }
  return a >= b;
}

template <Relation relation>
Value compare(Call& base) {
  OperatorCall& call = operator_call(base);
  const Numbers numbers = call.numbers(call.arguments());
  return Value::boolean(numbers.are_integers ? holds(relation, numbers.integers[0], numbers.integers[1])
                                             : holds(relation, numbers.reals[0], numbers.reals[1]));
}

constexpr std::string_view numeric_details =
    "Text that is a number counts as one. Both are compared as integers, or as floats when one is not an integer.";

constexpr Example eq_examples[] = {{R"({"@eq": ["$.kind", Pod]})", "", "true", R"({"data": {"kind": "Pod"}})"},
                                   {R"({"@eq": [{a: [1]}, {a: [1]}]})", "", "true"},
                                   {R"({"@eq": [1, 1.5]})", "", "false"},
                                   {R"({"@eq": ["$.missing", "$.missing"]})", "", "false"}};
constexpr Example lt_examples[] = {{R"({"@lt": [1, 1.5]})", "", "true"}, {R"({"@lt": ["10", "9"]})", "", "false"}};
constexpr Example lte_examples[] = {{R"({"@lte": [2, 2]})", "", "true"}};
constexpr Example gt_examples[] = {
    {R"({"@gt": ["$.spec.replicas", 2]})", "", "true", R"({"data": {"spec": {"replicas": 3}}})"},
    {R"({"@gt": [a, 1]})", "", "error"}};
constexpr Example gte_examples[] = {
    {R"({"@gte": ["$.ready", "$.wanted"]})", "", "false", R"({"data": {"ready": 1, "wanted": 3}})"}};

}  // namespace

std::span<const Function> compare_operators() {
  static constexpr Function all[] = {
      {.kind = "operator",
       .signature = "@eq(a: any, b: any) -> boolean",
       .summary = "Whether two values are equal, all their contents included.",
       .details = "Types count: 1 does not equal 1.0. Null equals nothing, not even null.",
       .examples = eq_examples,
       .call = equal},
      {.kind = "operator",
       .signature = "@lt(a: number, b: number) -> boolean",
       .summary = "Whether the first number is less.",
       .details = numeric_details,
       .examples = lt_examples,
       .call = compare<Relation::less>},
      {.kind = "operator",
       .signature = "@lte(a: number, b: number) -> boolean",
       .summary = "Whether the first number is less or equal.",
       .details = numeric_details,
       .examples = lte_examples,
       .call = compare<Relation::less_equal>},
      {.kind = "operator",
       .signature = "@gt(a: number, b: number) -> boolean",
       .summary = "Whether the first number is greater.",
       .details = numeric_details,
       .examples = gt_examples,
       .call = compare<Relation::greater>},
      {.kind = "operator",
       .signature = "@gte(a: number, b: number) -> boolean",
       .summary = "Whether the first number is greater or equal.",
       .details = numeric_details,
       .examples = gte_examples,
       .call = compare<Relation::greater_equal>},
  };
  return all;
}

}  // namespace evalground::dcontroller
