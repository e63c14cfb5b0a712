// Conditions of 2026. Every condition is converted to a boolean.
#include "dialects/dcontroller/operators_2026/arguments.hpp"
#include "dialects/dcontroller/operators_2026/families.hpp"

namespace evalground::dcontroller {
namespace {

// Stops at the first argument with the given truth, so later ones are not evaluated.
template <bool decisive>
Value junction(Call& base) {
  OperatorCall& call = operator_call(base);
  for (const Expression* part : call.written()) {
    if (bool_of(call, call.evaluate(*part)) == decisive) return Value::boolean(decisive);
  }
  return Value::boolean(!decisive);
}

Value opposite(Call& base) {
  OperatorCall& call = operator_call(base);
  return Value::boolean(!bool_of(call, call.argument()));
}

Value truth_value(Call& base) {
  OperatorCall& call = operator_call(base);
  return Value::boolean(bool_of(call, call.argument()));
}

Value chosen_branch(Call& base) {
  OperatorCall& call = operator_call(base);
  const auto parts = call.written();
  Decisions::Condition condition(call.context.decisions, parts[0]->where);
  const bool is_true = bool_of(call, value_at(call, 0));
  condition.decides(is_true, parts[1]->where);
  condition.decides(is_true, parts[2]->where, false);
  return value_at(call, is_true ? 1 : 2);
}

// Both halves of a pair are evaluated, as in the controller: an error in the value of a case that is false is an error.
Value switched(Call& base) {
  OperatorCall& call = operator_call(base);
  for (const Expression* part : call.written()) {
    const bool is_pair = part->parts.size() == 2;  // otherwise it may give one
    Decisions::Condition condition(call.context.decisions, is_pair ? part->parts[0]->where : 0);
    const Value pair = call.evaluate(*part);
    if (!pair.is_list() || pair.as_list().size() != 2) {
      call.context.fail(part->where != 0 ? part->where : call.where, "wrong-argument",
                        "`@switch` needs pairs: a list of a case and a value, not " + short_text(pair, 60) + ".");
    }
    const bool is_true = bool_of(call, pair.as_list()[0]);
    condition.decides(is_true, is_pair ? part->parts[1]->where : 0);
    if (is_true) return pair.as_list()[1];
  }
  return Value::null();
}

// An error counts as undefined, whatever its cause.
Value first_defined(Call& base) {
  OperatorCall& call = operator_call(base);
  for (const Expression* part : call.written()) {
    Value value = recover([&] { return call.evaluate(*part); },
                          [&](const Error&) {
                            part->has_failed = false;
                            return Value::null();
                          });
    if (!value.is_null()) return value;
  }
  return Value::null();
}

constexpr Example and_2026[] = {{R"({"@and": [true, 1, "t"]})", "", "true", in_2026},
                                {R"({"@and": ["$.missing"]})", "", "error", in_2026}};
constexpr Example or_2026[] = {{R"({"@or": ["", 0, {"@exists": "$.metadata"}]})", "", "true",
                                R"({"options": {"reference": "2026"}, "data": {"metadata": {}}})"}};
constexpr Example not_2026[] = {{R"({"@not": {"@exists": "$.missing"}})", "", "true", in_2026}};
constexpr Example bool_2026[] = {{R"({"@bool": {"@string": "TRUE"}})", "", "true", in_2026},
                                 {R"({"@bool": "true"})", "", "error", in_2026}};
constexpr Example sqlbool_2026[] = {{R"({"@sqlbool": null})", "", "false", in_2026}};
constexpr Example cond_2026[] = {{R"({"@cond": [{"@gt": ["$.n", 2]}, many, few]})", "", R"("many")",
                                  R"({"options": {"reference": "2026"}, "data": {"n": 3}})"}};
constexpr Example switch_2026[] = {{R"({"@switch": [[false, 1], [true, 2]]})", "", "2", in_2026},
                                   {R"({"@switch": [[false, "$.missing"], [true, 2]]})", "", "error", in_2026}};
constexpr Example defined_2026[] = {{R"({"@definedOr": ["$.missing", null, 5]})", "", "5", in_2026}};

}  // namespace

std::span<const Function> logic_operators_2026() {
  static constexpr Function all[] = {
      {.kind = operator_2026,
       .signature = "@and(*conditions: any) -> boolean",
       .summary = "Whether all conditions are true.",
       .details = "It stops at the first that is false. A path alone is a single condition.",
       .examples = and_2026,
       .call = junction<false>},
      {.kind = operator_2026,
       .signature = "@or(*conditions: any) -> boolean",
       .summary = "Whether a condition is true.",
       .details = "It stops at the first that is true.",
       .examples = or_2026,
       .call = junction<true>},
      {.kind = operator_2026,
       .signature = "@not(condition: any) -> boolean",
       .summary = "The opposite of a condition. Null counts as false.",
       .examples = not_2026,
       .call = opposite},
      {.kind = operator_2026,
       .signature = "@bool(value: truth) -> boolean",
       .summary = "A value as a boolean.",
       .details =
           "Numbers are true unless 0. Of texts only 1, t, true, 0, f, false and the empty text convert. A text or "
           "number directly behind the operator is an error.",
       .examples = bool_2026,
       .call = truth_value},
      {.kind = operator_2026,
       .signature = "@sqlbool(value: any) -> boolean",
       .summary = "A value as a boolean, where null counts as false.",
       .since = "2026",
       .examples = sqlbool_2026,
       .call = truth_value},
      {.kind = operator_2026,
       .signature = "@cond(condition: any, then: any, otherwise: any) -> any",
       .summary = "One of two values, by a condition. The other one is not evaluated.",
       .examples = cond_2026,
       .call = chosen_branch},
      {.kind = operator_2026,
       .signature = "@switch(*pairs: any) -> any",
       .summary = "The value of the first pair whose case is true, or null.",
       .details = "Both halves of a pair are evaluated, so put a value that may fail into `@definedOr`.",
       .examples = switch_2026,
       .call = switched},
      {.kind = operator_2026,
       .signature = "@definedOr(*values: any) -> any",
       .summary = "The first value that is neither null nor an error, or null.",
       .examples = defined_2026,
       .call = first_defined},
  };
  return all;
}

}  // namespace evalground::dcontroller
