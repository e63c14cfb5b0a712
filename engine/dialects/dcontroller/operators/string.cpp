// Text.
#include <optional>

#include "base/text/text.hpp"
#include "dialects/dcontroller/expression/call.hpp"
#include "dialects/dcontroller/operators/families.hpp"
#include "dialects/dcontroller/values/canonical.hpp"

namespace evalground::dcontroller {
namespace {

// `number - number` is 0 for finite numbers only. Infinity and NaN have no JSON, so Go's names are used.
std::string scalar_text(const Value& value) {
  if (value.kind() == Kind::boolean) return value.as_boolean() ? "true" : "false";
  const double number = value.as_real();
  return number - number == 0 ? json_number(number) : go_number(number);
}

// A scalar as text. The controller handles only text and integers; for a float its formatter prints an error text.
//   80 -> "80"      1.5 -> "1.5", with a warning      null -> an error
std::string text_of(OperatorCall& call, const Value& value) {
  if (value.is_string()) return std::string(value.as_string());
  if (value.kind() == Kind::integer) return std::to_string(value.as_integer());
  if (value.kind() == Kind::real) {
    const std::string complaint = "%!d(float64=" + go_number(value.as_real()) + ")";
    if (call.context.quirks()) return complaint;
    if (call.evaluator.is_news(call.where, Difference::text_of_float)) {
      call.evaluator.differs(call.where, "The controller gives " + quote(complaint) + " for the float here.");
    }
    return scalar_text(value);
  }
  if (value.kind() == Kind::boolean && !call.context.quirks()) {
    if (call.evaluator.is_news(call.where, Difference::text_of_boolean)) {
      call.evaluator.differs(call.where, "The controller fails here: it makes no text of a boolean.");
    }
    return scalar_text(value);
  }
  call.fail_needing(call.context.quirks() ? "text or an integer" : "text, a number or a boolean", value);
}

Value concatenate(Call& base) {
  OperatorCall& call = operator_call(base);
  // Texts stay shared until the length of the result is known to fit.
  List pieces = call.collection();
  std::uint64_t size = 0;
  for (Value& piece : pieces) {
    call.context.budget.step();
    if (!piece.is_string()) piece = Value::string(text_of(call, piece));
    size += piece.text_size();
  }
  std::string text = text_with_room(size);
  for (const Value& piece : pieces) text += piece.as_string();
  return Value::string(text);
}

// The only operator whose result is looked up as a path once more. It can read a path that was computed.
Value as_text(Call& base) {
  OperatorCall& call = operator_call(base);
  Value text = Value::string(text_of(call, call.argument()));
  return call.evaluator.looked_up_again(std::move(text), call.where, call.subjects);
}

Value hash(Call& base) {
  OperatorCall& call = operator_call(base);
  return Value::string(short_hash(call.argument(), call.context.budget));
}

constexpr Example concat_examples[] = {{R"({"@concat": ["$.metadata.name", "-", "$.spec.port"]})", "", R"("web-80")",
                                        R"({"data": {"metadata": {"name": "web"}, "spec": {"port": 80}}})"},
                                       {R"({"@concat": [a, "$.missing"]})", "", "error"}};
constexpr Example string_examples[] = {{R"({"replicas": {"@string": "$.spec.replicas"}})", "", R"({"replicas": "3"})",
                                        R"({"data": {"spec": {"replicas": 3}}})"}};
constexpr Example hash_examples[] = {{R"({"@hash": {"b": [true, "$.nothing"], "a": 1}})", "", R"("8o08os")"},
                                     {R"({"@hash": hello})", "", R"("5k5yl4")"}};

}  // namespace

std::span<const Function> string_operators() {
  static constexpr Function all[] = {
      {.kind = "operator",
       .signature = "@concat(*parts: any) -> string",
       .summary = "Joins texts, numbers and booleans to one text.",
       .details = "Null, lists and maps are errors. The controller itself takes texts and integers only.",
       .examples = concat_examples,
       .call = concatenate},
      {.kind = "operator",
       .signature = "@string(value: any) -> string",
       .summary = "A text, number or boolean as text.",
       .details = "Text that begins with `$` is looked up as a path once more.",
       .examples = string_examples,
       .call = as_text},
      {.kind = "operator",
       .signature = "@hash(value: any) -> string",
       .summary = "Six letters and digits that stand for a value.",
       .details =
           "They are the first of the MD5 of the value's canonical JSON in base 36, so that equal values give equal "
           "names. 2.0 and 2 are equal here.",
       .examples = hash_examples,
       .call = hash},
  };
  return all;
}

}  // namespace evalground::dcontroller
