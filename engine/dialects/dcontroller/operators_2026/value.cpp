// Values of 2026: literals, conversion to text, digests and the time.
#include "dialects/dcontroller/operators_2026/arguments.hpp"
#include "dialects/dcontroller/operators_2026/families.hpp"
#include "dialects/dcontroller/values/canonical.hpp"
#include "dialects/dcontroller/values/clock_text.hpp"

namespace evalground::dcontroller {
namespace {

// For the operators whose argument was read as their value.
Value argument_itself(Call& base) {
  return operator_call(base).argument();
}

Value as_string(Call& base) {
  OperatorCall& call = operator_call(base);
  // The controller prints the list's expressions, not their values.
  if (call.operation.parts.front()->is_list()) call.fail_needing("a path, an operator or a scalar", call.argument());
  return Value::string(text_of(call, call.argument()));
}

Value digest_of(Call& base) {
  OperatorCall& call = operator_call(base);
  return Value::string(long_hash(call.argument(), call.context.budget));
}

Value time_now(Call& base) {
  return clock_text(base.context);
}

constexpr Example string_2026[] = {{R"({"@string": true})", "", R"("true")", in_2026},
                                   {R"({"@string": {"@list": [[1, 2], null]}})", "", R"("[[1 2] <nil>]")", in_2026}};
constexpr Example list_literal_2026[] = {{R"({"@list": [1, [2]]})", "", "[1, [2]]", in_2026}};
constexpr Example dict_2026[] = {{R"({"@dict": {"@type": t}})", "", R"({"@type": "t"})", in_2026}};
constexpr Example literal_2026[] = {{R"({"@literal": {"@add": "$.n"}})", "", R"({"@add": "$.n"})", in_2026}};
constexpr Example nil_2026[] = {{R"({"@nil": null})", "", "null", in_2026}};
constexpr Example noop_2026[] = {{R"({"@noop": {}})", "", "null", in_2026}};
constexpr Example now_2026[] = {{R"({"@now": null})", "", R"("2026-01-02T03:04:05Z")",
                                 R"({"options": {"reference": "2026"}, "clock": "2026-01-02T03:04:05Z"})"}};
constexpr Example hash_2026[] = {{R"({"@hash": hello})", "", R"("5aa762ae383fbb72")", in_2026}};

}  // namespace

std::span<const Function> value_operators_2026() {
  static constexpr Function all[] = {
      {.kind = operator_2026,
       .signature = "@string(value: scalar) -> string",
       .summary = "A value as text. Null is the empty text.",
       .details = "Lists and maps look as Go prints them.",
       .examples = string_2026,
       .call = as_string},
      {.kind = operator_2026,
       .signature = "@list(items: items) -> list",
       .summary = "The list of the values of its items.",
       .examples = list_literal_2026,
       .call = argument_itself},
      {.kind = operator_2026,
       .signature = "@dict(members: members) -> map",
       .summary = "The map of the values of its members, whose keys are never operators.",
       .examples = dict_2026,
       .call = argument_itself},
      {.kind = operator_2026,
       .signature = "@literal(value: unread) -> any",
       .summary = "Its argument as it stands, with floats for all numbers.",
       .since = "2026",
       .examples = literal_2026,
       .call = argument_itself},
      {.kind = operator_2026,
       .signature = "@nil() -> null",
       .summary = "Null.",
       .since = "2026",
       .examples = nil_2026,
       .call = argument_itself},
      {.kind = operator_2026,
       .signature = "@noop() -> null",
       .summary = "Null.",
       .examples = noop_2026,
       .call = argument_itself},
      {.kind = operator_2026,
       .signature = "@now() -> string",
       .summary = "The time in UTC, in whole seconds.",
       .since = "2026",
       .effects = Effects::clock,
       .examples = now_2026,
       .call = time_now},
      {.kind = operator_2026,
       .signature = "@hash(value: any) -> string",
       .summary = "Sixteen hexadecimal digits that stand for a value.",
       .details = "They are the first of the SHA-256 of its canonical JSON. 2.0 and 2 are equal here.",
       .examples = hash_2026,
       .call = digest_of},
  };
  return all;
}

}  // namespace evalground::dcontroller
