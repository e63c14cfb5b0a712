// Fields of 2026: reading, setting and testing at a path, which is a text or computed.
#include <optional>

#include "dialects/dcontroller/operators_2026/arguments.hpp"
#include "dialects/dcontroller/operators_2026/families.hpp"

namespace evalground::dcontroller {
namespace {

// A path that is written as a text was read with the expression. A computed one is read now.
class PathArgument {
 public:
  PathArgument(OperatorCall& call, const Expression& expression) : where_(expression.where) {
    if (expression.path != nullptr && expression.kind == Expression::Kind::constant) {
      path_ = expression.path;
      return;
    }
    const std::string text = text_of(call, call.evaluate(expression));
    const bool is_rooted =
        text.starts_with("$.") || text.starts_with("$[") || text.starts_with("$$.") || text.starts_with("$$[");
    if (!is_rooted) call.fail_needing("a path that begins with `$.` or `$$.`", Value::string(text));
    computed_.emplace(text, call.context, call.context.budget, Hyphens::refused);
    path_ = &*computed_;
  }

  const SubjectPath& path() const { return *path_; }
  OriginId where() const { return where_; }

 private:
  OriginId where_;
  std::optional<SubjectPath> computed_;
  const SubjectPath* path_ = nullptr;
};

Value field_at(Call& base) {
  OperatorCall& call = operator_call(base);
  const PathArgument argument(call, *call.operation.parts.front());
  Value found = call.evaluator.matches_of(argument.path(), argument.where(), call.subjects);
  if (found.is_undefined()) call.evaluator.fail_missing(argument.path(), argument.where(), call.subjects);
  return found;
}

Value has_field(Call& base) {
  OperatorCall& call = operator_call(base);
  const PathArgument argument(call, *call.operation.parts.front());
  return Value::boolean(!call.evaluator.matches_of(argument.path(), argument.where(), call.subjects).is_undefined());
}

// Changes the document, or the subject, for all that is evaluated later, and gives the whole.
Value set_field(Call& base) {
  OperatorCall& call = operator_call(base);
  const PathArgument argument(call, *call.written()[0]);
  const Value value = value_at(call, 1);
  Value* target = argument.path().is_local() ? call.subjects.own_local : call.subjects.own_global;
  if (target == nullptr || !target->is_map()) call.fail("setter", "needs a map to set a field in.");
  set_in_place(argument.path(), argument.where(), *target, value, call.context.budget, call.context.regexes);
  return *target;
}

Value is_null_value(Call& base) {
  return Value::boolean(operator_call(base).argument().is_null());
}

Value copied_document(Call& base) {
  OperatorCall& call = operator_call(base);
  return with_floats(*call.subjects.global, call.context.budget);
}

Value subject_itself(Call& base) {
  const Value* local = operator_call(base).subjects.local;
  return local == nullptr ? Value::null() : *local;
}

constexpr std::string_view pod_2026 = R"({"options": {"reference": "2026"}, "data": {"name": "a", "x": null}})";

constexpr Example get_2026[] = {{R"({"@getField": {"@concat": ["$", ".name"]}})", "", R"("a")", pod_2026},
                                {R"({"@getField": name})", "", "error", pod_2026}};
constexpr Example set_2026[] = {{R"({"@setField": ["$.x", 1]})", "", R"({"name": "a", "x": 1})", pod_2026}};
constexpr Example exists_2026[] = {{R"({"@exists": "$.x"})", "", "true", pod_2026},
                                   {R"({"@exists": "$.y"})", "", "false", pod_2026}};
constexpr Example isnil_2026[] = {{R"({"@isnil": "$.x"})", "", "true", pod_2026},
                                  {R"({"@isnil": "$.y"})", "", "error", pod_2026},
                                  {R"({"@isnil": {"@definedOr": ["$.y"]}})", "", "true", pod_2026}};
constexpr Example copy_2026[] = {
    {R"({"@copy": null})", "", R"({"n": 1.0})", R"({"options": {"reference": "2026"}, "data": {"n": 1}})"}};
constexpr Example subject_2026[] = {{R"({"@map": [{"@subject": null}, [1, 2]]})", "", "[1, 2]", in_2026}};

}  // namespace

std::span<const Function> field_operators_2026() {
  static constexpr Function all[] = {
      {.kind = operator_2026,
       .signature = "@getField(path: path) -> any",
       .summary = "The value at a path, which may be computed.",
       .details = "A path without a match is an error.",
       .since = "2026",
       .examples = get_2026,
       .call = field_at},
      {.kind = operator_2026,
       .signature = "@setField(path: path, value: any) -> map",
       .summary = "Sets a field of the document, or of the item, and gives the whole.",
       .details = "What is evaluated later sees the change.",
       .since = "2026",
       .examples = set_2026,
       .call = set_field},
      {.kind = operator_2026,
       .signature = "@exists(path: path) -> boolean",
       .summary = "Whether a path has a match. Null is a match.",
       .examples = exists_2026,
       .call = has_field},
      {.kind = operator_2026,
       .signature = "@isnil(value: any) -> boolean",
       .summary = "Whether a value is null. A missing field is an error.",
       .examples = isnil_2026,
       .call = is_null_value},
      {.kind = operator_2026,
       .signature = "@copy() -> map",
       .summary = "The whole document, as the path `$.`. Its integers become floats.",
       .since = "2026",
       .examples = copy_2026,
       .call = copied_document},
      {.kind = operator_2026,
       .signature = "@subject() -> any",
       .summary = "The item of the innermost list operator, as the path `$$.`; null without one.",
       .since = "2026",
       .examples = subject_2026,
       .call = subject_itself},
  };
  return all;
}

}  // namespace evalground::dcontroller
