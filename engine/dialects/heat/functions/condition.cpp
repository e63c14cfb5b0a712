// The functions that only conditions have: equals, not, and, or.

#include "dialects/heat/call.hpp"
#include "dialects/heat/functions/families.hpp"
#include "value/compare.hpp"

namespace evalground::heat {
namespace functions_condition_family {
namespace {

// Python's equality: 1 and 1.0 are equal, 1 and '1' are not.
Value equals(Call& generic) {
  HeatCall& call = heat_call(generic);
  const List& arguments = call.items(2, 2, "a list of the form [value, value]");
  return Value::boolean(python_equal(arguments[0], arguments[1], call.context.budget));
}

// The argument is raw, because a string in it is the name of a condition.
Value negate(Call& generic) {
  HeatCall& call = heat_call(generic);
  return Value::boolean(!call.stack.condition(call.argument()));
}

void check_equals(const WrittenCall& call) {
  if (!call.is_list(2, 2)) call.wrong_form("a list of the form [value, value]");
}

void check_negation(const WrittenCall& call) {
  if (call.argument.is_null()) call.wrong_form("a condition");
}

// Two conditions at least, as in Heat.
void check_combination(const WrittenCall& call) {
  if (!call.argument.is_list()) call.wrong_form("a list of conditions");
  if (call.argument.as_list().size() < 2) {
    call.stack.context.fail(call.argument.origin(), "wrong-argument",
                            "The minimum number of condition arguments to \"" + std::string(call.name) + "\" is 2.");
  }
}

// `and` is decided by false, `or` by true.
template <bool decisive>
Value combine(Call& generic) {
  HeatCall& call = heat_call(generic);
  // As in Heat all calls within the list are resolved first, so an error in any of them counts. Named conditions are
  // then evaluated one by one, up to the one that decides.
  List resolved;
  for (const Value& item : call.argument().as_list()) resolved.push_back(call.stack.resolve_in_condition(item));
  for (std::size_t at = 0; at < resolved.size(); ++at) {
    const OriginId where = call.argument().as_list()[at].origin();
    if (call.stack.holds(resolved[at], where) == decisive) return Value::boolean(decisive);
  }
  return Value::boolean(!decisive);
}

constexpr Example equals_examples[] = {{"{if: [{equals: [1, 1.0]}, same, different]}", "", R"("same")"}};
constexpr Example not_examples[] = {{"{if: [{not: {equals: [1, '1']}}, different, same]}", "", R"("different")"}};
constexpr Example and_examples[] = {{"{if: [{and: [true, false]}, yes, no]}", "", "false"}};
constexpr Example or_examples[] = {{"{if: [{or: [true, false]}, a, b]}", "", R"("a")"}};

}  // namespace
}  // namespace functions_condition_family

std::span<const IntrinsicRow> condition_functions() {
  using namespace functions_condition_family;
  static constexpr IntrinsicRow all[] = {
      {.function = {.kind = "operator",
                    .signature = "equals(values: list) -> boolean",
                    .summary = "Whether two values are equal: `[value, value]`.",
                    .since = "2016-10-14",
                    .examples = equals_examples,
                    .call = equals},
       .check = check_equals},
      {.function = {.kind = "operator",
                    .signature = "not(condition: raw) -> boolean",
                    .summary = "Whether a condition does not hold.",
                    .since = "2016-10-14",
                    .examples = not_examples,
                    .call = negate},
       .check = check_negation},
      {.function = {.kind = "operator",
                    .signature = "and(conditions: raw) -> boolean",
                    .summary = "Whether all of two or more conditions hold.",
                    .since = "2016-10-14",
                    .examples = and_examples,
                    .call = combine<false>},
       .check = check_combination},
      {.function = {.kind = "operator",
                    .signature = "or(conditions: raw) -> boolean",
                    .summary = "Whether one of two or more conditions holds.",
                    .since = "2016-10-14",
                    .examples = or_examples,
                    .call = combine<true>},
       .check = check_combination},
  };
  return all;
}

}  // namespace evalground::heat
