// Conditions. A condition must be a boolean: nothing is converted, and null is an error.
#include "dialects/dcontroller/expression/call.hpp"
#include "dialects/dcontroller/operators/families.hpp"

namespace evalground::dcontroller {
namespace {

Value conjunction(Call& base) {
  OperatorCall& call = operator_call(base);
  for (const Expression* part : call.written()) {
    if (!call.holds(*part)) return Value::boolean(false);
  }
  return Value::boolean(true);
}

Value disjunction(Call& base) {
  OperatorCall& call = operator_call(base);
  for (const Expression* part : call.written()) {
    if (call.holds(*part)) return Value::boolean(true);
  }
  return Value::boolean(false);
}

// For the eager operators @not and @bool, which have one argument.
const Value& boolean_argument(OperatorCall& call) {
  const Value& value = call.argument();
  if (value.kind() != Kind::boolean) call.fail_needing("a boolean", value);
  return value;
}

Value negation(Call& base) {
  return Value::boolean(!boolean_argument(operator_call(base)).as_boolean());
}

Value as_boolean(Call& base) {
  return boolean_argument(operator_call(base));
}

// Without the third argument and with a false condition the value is null, not an error.
Value choice(Call& base) {
  OperatorCall& call = operator_call(base);
  const auto parts = call.written_arguments();
  const Expression* otherwise = parts.size() == 3 ? parts[2] : nullptr;
  if (call.chooses(*parts[0], *parts[1], otherwise)) return call.evaluate(*parts[1]);
  return otherwise != nullptr ? call.evaluate(*otherwise) : Value::null();
}

// The pairs must be written as lists: a pair from the data would have to be evaluated before its case is known.
Value first_case(Call& base) {
  OperatorCall& call = operator_call(base);
  const auto cases = call.written();
  if (cases.empty()) call.fail("wrong-argument", "needs at least one pair of a case and an action.");
  for (const Expression* pair : cases) {
    if (pair->kind != Expression::Kind::list || pair->parts.size() != 2) {
      call.context.fail(pair->where != 0 ? pair->where : call.where, "wrong-argument",
                        "`@switch` needs pairs: a list of a case and an action.");
    }
    if (call.chooses(*pair->parts[0], *pair->parts[1], nullptr)) return call.evaluate(*pair->parts[1]);
  }
  return Value::null();
}

// Only null counts as undefined. A path that matches nothing is null, so this is the way to give a field a default.
Value defined_or(Call& base) {
  OperatorCall& call = operator_call(base);
  const auto parts = call.written_arguments();
  Value value = call.evaluate(*parts[0]);
  return value.is_null() ? call.evaluate(*parts[1]) : value;
}

Value nothing(Call&) {
  return Value::null();
}

constexpr Example and_examples[] = {{R"({"@and": [{"@gt": ["$.spec.replicas", 1]}, {"@eq": ["$.kind", Deployment]}]})",
                                     "", "true", R"({"data": {"kind": "Deployment", "spec": {"replicas": 3}}})"},
                                    {R"({"@and": [false, {"@nosuch": 1}]})", "", "false"},
                                    {R"({"@and": ["$.missing"]})", "", "error"}};
constexpr Example or_examples[] = {{R"({"@or": [{"@isnil": "$.spec.replicas"}, {"@lt": ["$.spec.replicas", 2]}]})", "",
                                    "true", R"({"data": {"spec": {}}})"},
                                   {R"({"@or": []})", "", "false"}};
constexpr Example not_examples[] = {
    {R"({"@not": {"@eq": ["$.status.phase", Running]}})", "", "true", R"({"data": {"status": {"phase": "Pending"}}})"}};
constexpr Example bool_examples[] = {{R"({"@bool": {"@eq": [1, 1]}})", "", "true"},
                                     {R"({"@bool": "true"})", "", "error"}};
constexpr Example cond_examples[] = {{R"({"level": {"@cond": [{"@eq": ["$.env", prod]}, INFO, DEBUG]}})", "",
                                      R"({"level": "INFO"})", R"({"data": {"env": "prod"}})"},
                                     {R"({"@cond": [false, 1]})", "", "null"}};
constexpr Example switch_examples[] = {
    {R"({"@switch": [[{"@lt": ["$.n", 3]}, small], [{"@lt": ["$.n", 9]}, medium], [true, large]]})", "", R"("medium")",
     R"({"data": {"n": 5}})"}};
constexpr Example defined_or_examples[] = {
    {R"({"port": {"@definedOr": ["$.spec.port", 8080]}})", "", R"({"port": 8080})", R"({"data": {"spec": {}}})"},
    {R"({"@definedOr": [0, 1]})", "", "0"}};
constexpr Example noop_examples[] = {{R"({"@noop": {"@nosuch": 1}})", "", "null"}};

}  // namespace

std::span<const Function> logic_operators() {
  static constexpr Function all[] = {
      {.kind = "operator",
       .signature = "@and(*conditions: expression) -> boolean",
       .summary = "True when all conditions are; the first that is false ends it.",
       .details =
           "Every condition that is reached must be a boolean: a missing field is an error. Without conditions, true.",
       .examples = and_examples,
       .call = conjunction},
      {.kind = "operator",
       .signature = "@or(*conditions: expression) -> boolean",
       .summary = "True when one of the conditions is; the first that is true ends it.",
       .details = "Every condition that is reached must be a boolean. Without conditions, false.",
       .examples = or_examples,
       .call = disjunction},
      {.kind = "operator",
       .signature = "@not(condition: boolean) -> boolean",
       .summary = "The opposite of a boolean.",
       .examples = not_examples,
       .call = negation},
      {.kind = "operator",
       .signature = "@bool(value: boolean) -> boolean",
       .summary = "The boolean itself; an error for all else.",
       .examples = bool_examples,
       .call = as_boolean},
      {.kind = "operator",
       .signature = "@cond(condition: expression, then: expression, else: expression = null) -> any",
       .summary = "One of two values, by a condition; only that one is evaluated.",
       .examples = cond_examples,
       .call = choice},
      {.kind = "operator",
       .signature = "@switch(*pairs: list) -> any",
       .summary = "The action of the first pair [case, action] whose case is true; null when none is.",
       .examples = switch_examples,
       .call = first_case},
      {.kind = "operator",
       .signature = "@definedOr(value: expression, fallback: expression) -> any",
       .summary = "The first value unless it is null, else the second.",
       .details = "Empty text, 0, false and empty lists and maps are values like others.",
       .examples = defined_or_examples,
       .call = defined_or},
      {.kind = "operator",
       .signature = "@noop(ignored: expression) -> null",
       .summary = "Null; its argument is not evaluated.",
       .examples = noop_examples,
       .call = nothing},
  };
  return all;
}

}  // namespace evalground::dcontroller
