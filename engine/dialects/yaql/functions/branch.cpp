// Truth and choice: bool switch coalesce examine selectCase switchCase.
//
// Conditions and values are lambdas, so that only what is needed is evaluated. They are evaluated in the scope of the
// call: `$` keeps its meaning.

#include "dialects/yaql/evaluation/arguments.hpp"
#include "dialects/yaql/functions/families.hpp"

namespace evalground::yaql {
namespace branch_family {
namespace {

Value to_boolean(Call& call) {
  return Value::boolean(is_true(arguments_of(call)[0]));
}

Value is_boolean(Call& call) {
  return Value::boolean(arguments_of(call)[0].kind() == Kind::boolean);
}

bool holds(Arguments& arguments, const Arguments::Named& pair) {
  Evaluator& evaluator = arguments.evaluator;
  if (!evaluator.context.decisions.recording()) return evaluator.is_true(*pair.key, arguments.scope);
  Decisions::Condition condition(evaluator.context.decisions, evaluator.origin_of(*pair.key));
  const bool is_true = evaluator.is_true(*pair.key, arguments.scope);
  condition.decides(is_true, evaluator.origin_of(*pair.slot.node));
  return is_true;
}

// `switch(c1 => v1, c2 => v2)`: null if no condition holds. Conditions after the first that holds, and values of
// others, are not evaluated.
Value choose(Call& call) {
  Arguments& arguments = arguments_of(call);
  for (const Arguments::Named& pair : arguments.named) {
    if (pair.key == nullptr) return pair.slot.value;  // from `call(switch, …)`: the key is a name, which is true
    if (holds(arguments, pair)) return arguments.evaluator.evaluate(*pair.slot.node, arguments.scope);
  }
  return Value::null();
}

// A call by name passes values instead of expressions.
Value evaluate_slot(Arguments& arguments, const Arguments::Slot& slot) {
  return slot.node != nullptr ? arguments.evaluator.evaluate(*slot.node, arguments.scope) : slot.value;
}

// The index of the first true condition, or the number of conditions: the index of the default in switchCase.
Value select_case(Call& call) {
  Arguments& arguments = arguments_of(call);
  std::int64_t index = 0;
  for (const Arguments::Slot& slot : arguments.rest) {
    if (is_true(evaluate_slot(arguments, slot))) break;
    ++index;
  }
  return Value::integer(index);
}

// A generator of conditions. Each is evaluated only when it is drawn.
auto conditions(Arguments& arguments) {
  std::vector<Lambda> lambdas;
  for (const Arguments::Slot& slot : arguments.rest) lambdas.push_back(arguments.lambda_of(slot));
  return [&evaluator = arguments.evaluator, lambdas = std::move(lambdas), at = std::size_t{0}](bool& result) mutable {
    if (at == lambdas.size()) return false;
    Lambda& lambda = lambdas[at++];
    result = lambda.body() != nullptr ? evaluator.is_true(*lambda.body(), *lambda.scope())
                                      : lambda.test(evaluator, Value::null());
    return true;
  };
}

// The indexes of all true conditions, lazily.
Value select_all_cases(Call& call) {
  return generator([next = conditions(arguments_of(call)), index = std::int64_t{-1}](Value& item) mutable {
    bool holds = false;
    while (next(holds)) {
      ++index;
      if (!holds) continue;
      item = Value::integer(index);
      return true;
    }
    return false;
  });
}

// `examine(a, b)` -> the truth of each condition, lazily.
Value examine(Call& call) {
  return generator([next = conditions(arguments_of(call))](Value& item) mutable {
    bool holds = false;
    if (!next(holds)) return false;
    item = Value::boolean(holds);
    return true;
  });
}

// The same where the value itself is wanted: an omitted argument has none.
Value value_of(Arguments& arguments, const Arguments::Slot& slot) {
  if (slot.is_omitted) throw Error("wrong-argument", "An argument is missing between two commas.");
  return evaluate_slot(arguments, slot);
}

// An index out of range, also a negative one, selects the last value.
Value switch_case(Call& call) {
  Arguments& arguments = arguments_of(call);
  if (arguments.rest.empty()) return Value::null();
  const std::int64_t index = arguments.integer(0);
  const auto last = static_cast<std::int64_t>(arguments.rest.size()) - 1;
  return value_of(arguments, arguments.rest[static_cast<std::size_t>(index < 0 || index > last ? last : index)]);
}

// The first value that is not null. Later ones are not evaluated.
Value coalesce(Call& call) {
  Arguments& arguments = arguments_of(call);
  for (const Arguments::Slot& slot : arguments.rest) {
    Value value = value_of(arguments, slot);
    if (!value.is_null()) return value;
  }
  return Value::null();
}

constexpr Example bool_examples[] = {{"bool([])", "", "false"}, {"bool('false')", "", "true"}};
constexpr Example is_boolean_examples[] = {{"isBoolean(0)", "", "false"}};
constexpr Example switch_examples[] = {
    {"switch($.cpus > 8 => large, $.cpus > 2 => medium, true => small)", R"({"cpus": 4})", R"("medium")"}};
constexpr Example select_case_examples[] = {{"selectCase(1 > 2, 2 > 1, true)", "", "1"}};
constexpr Example select_all_examples[] = {{"selectAllCases(true, false, 1)", "", "[0, 2]"}};
constexpr Example examine_examples[] = {{"examine(1, null, 'x')", "", "[true, false, true]"}};
constexpr Example switch_case_examples[] = {{"1.switchCase(a, b, c)", "", R"("b")"},
                                            {"7.switchCase(a, b, c)", "", R"("c")"}};
constexpr Example coalesce_examples[] = {{"coalesce($.get(name), 'unnamed')", "{}", R"("unnamed")"}};

}  // namespace
}  // namespace branch_family

std::span<const Function> branch_functions() {
  using namespace branch_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "bool(value: any) -> boolean",
       .summary = "Whether the value is true: not null, false, zero or empty.",
       .examples = bool_examples,
       .call = to_boolean},
      {.kind = "function",
       .signature = "isBoolean(value: any) -> boolean",
       .summary = "Whether the value is true or false itself.",
       .examples = is_boolean_examples,
       .call = is_boolean},
      {.kind = "function",
       .signature = "switch(*cases: pair) -> any",
       .summary = "The value of the first pair `condition => value` whose condition holds, or null.",
       .details = "Only conditions up to that one and its value are evaluated.",
       .examples = switch_examples,
       .call = choose},
      {.kind = "function",
       .signature = "selectCase(*conditions: lambda) -> integer",
       .summary = "The index of the first condition that holds, or their number.",
       .examples = select_case_examples,
       .call = select_case},
      {.kind = "function",
       .signature = "selectAllCases(*conditions: lambda) -> iterator",
       .summary = "The indexes of all conditions that hold.",
       .examples = select_all_examples,
       .call = select_all_cases},
      {.kind = "function",
       .signature = "examine(*conditions: lambda) -> iterator",
       .summary = "Whether each of the conditions holds.",
       .examples = examine_examples,
       .call = examine},
      {.kind = "method",
       .signature = "switchCase(case: integer, *values: lambda) -> any",
       .summary = "The argument with that index; the last argument if the index is too large, null without arguments.",
       .examples = switch_case_examples,
       .call = switch_case},
      {.kind = "function",
       .signature = "coalesce(*values: lambda) -> any",
       .summary = "The first argument that is not null, or null; later arguments are not evaluated.",
       .examples = coalesce_examples,
       .call = coalesce},
  };
  return all;
}

}  // namespace evalground::yaql
