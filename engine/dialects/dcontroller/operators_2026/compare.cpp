// Comparison in 2026: two texts by their bytes, or two numbers.
#include "dialects/dcontroller/operators_2026/arguments.hpp"
#include "dialects/dcontroller/operators_2026/families.hpp"

namespace evalground::dcontroller {
namespace {

template <bool wanted>
Value equality(Call& base) {
  OperatorCall& call = operator_call(base);
  const Value a = value_at(call, 0);
  return Value::boolean(are_equal(call, a, value_at(call, 1)) == wanted);
}

template <class T>
int order_of(T a, T b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

int order_of_values(const OperatorCall& call, const Value& a, const Value& b) {
  if (a.is_string()) {
    if (!b.is_string()) call.fail_needing("two texts or two numbers", b);
    const int order = a.as_string().compare(b.as_string());
    return order_of(order, 0);
  }
  require_number(call, a);
  require_number(call, b);
  if (a.kind() == Kind::integer && b.kind() == Kind::integer) return order_of(a.as_integer(), b.as_integer());
  return order_of(a.as_real(), b.as_real());
}

enum class Order2026 : std::uint8_t { less, less_equal, greater, greater_equal };

template <Order2026 relation>
Value ordered(Call& base) {
  OperatorCall& call = operator_call(base);
  const Value a = value_at(call, 0);
  const int order = order_of_values(call, a, value_at(call, 1));
  switch (relation) {
    case Order2026::less: return Value::boolean(order < 0);
    case Order2026::less_equal: return Value::boolean(order <= 0);
    case Order2026::greater: return Value::boolean(order > 0);
    case Order2026::greater_equal: break;
  }
  return Value::boolean(order >= 0);
}

constexpr std::string_view order_details = "Both are texts, which compare by their bytes, or both are numbers.";

constexpr Example eq_2026[] = {{R"({"@eq": [1, 1.0]})", "", "true", in_2026},
                               {R"({"@eq": [null, null]})", "", "true", in_2026},
                               {R"({"@eq": ["$.missing", null]})", "", "error", in_2026}};
constexpr Example neq_2026[] = {{R"({"@neq": [red, blue]})", "", "true", in_2026}};
constexpr Example lt_2026[] = {{R"({"@lt": ["10", "9"]})", "", "true", in_2026}};
constexpr Example lte_2026[] = {{R"({"@lte": [2, 2.0]})", "", "true", in_2026}};
constexpr Example gt_2026[] = {{R"({"@gt": [b, a]})", "", "true", in_2026},
                               {R"({"@gt": [a, 1]})", "", "error", in_2026}};
constexpr Example gte_2026[] = {{R"({"@gte": [1, 3]})", "", "false", in_2026}};

}  // namespace

std::span<const Function> compare_operators_2026() {
  static constexpr Function all[] = {
      {.kind = operator_2026,
       .signature = "@eq(a: any, b: any) -> boolean",
       .summary = "Whether two values are equal, all their contents included.",
       .details = "Two numbers compare by value. Within lists and maps 1 and 1.0 differ. Null equals null.",
       .examples = eq_2026,
       .call = equality<true>},
      {.kind = operator_2026,
       .signature = "@neq(a: any, b: any) -> boolean",
       .summary = "Whether two values differ.",
       .since = "2026",
       .examples = neq_2026,
       .call = equality<false>},
      {.kind = operator_2026,
       .signature = "@lt(a: any, b: any) -> boolean",
       .summary = "Whether the first value is less.",
       .details = order_details,
       .examples = lt_2026,
       .call = ordered<Order2026::less>},
      {.kind = operator_2026,
       .signature = "@lte(a: any, b: any) -> boolean",
       .summary = "Whether the first value is less or equal.",
       .details = order_details,
       .examples = lte_2026,
       .call = ordered<Order2026::less_equal>},
      {.kind = operator_2026,
       .signature = "@gt(a: any, b: any) -> boolean",
       .summary = "Whether the first value is greater.",
       .details = order_details,
       .examples = gt_2026,
       .call = ordered<Order2026::greater>},
      {.kind = operator_2026,
       .signature = "@gte(a: any, b: any) -> boolean",
       .summary = "Whether the first value is greater or equal.",
       .details = order_details,
       .examples = gte_2026,
       .call = ordered<Order2026::greater_equal>},
  };
  return all;
}

}  // namespace evalground::dcontroller
