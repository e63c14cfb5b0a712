// Maps, fields that may be missing, labels.
#include "dialects/dcontroller/expression/call.hpp"
#include "dialects/dcontroller/operators/families.hpp"
#include "dialects/dcontroller/values/selector.hpp"

namespace evalground::dcontroller {
namespace {

Value exists(Call& base) {
  return Value::boolean(!operator_call(base).argument().is_null());
}

Value is_nil(Call& base) {
  return Value::boolean(operator_call(base).argument().is_null());
}

Value as_dict(Call& base) {
  OperatorCall& call = operator_call(base);
  if (!call.argument().is_map()) call.fail_needing("a map", call.argument());
  return call.argument();
}

// Objects without labels have null here, which no selector matches, not even an empty one.
Value selects(Call& base) {
  OperatorCall& call = operator_call(base);
  const List& items = call.arguments();
  if (items[0].is_null() || items[1].is_null()) return Value::boolean(false);
  for (const Value& item : items) {
    if (!item.is_map()) call.fail_needing("maps", item);
  }
  const LabelSelector selector(items[0].as_map(), call.context.budget);
  return Value::boolean(selector.matches(items[1].as_map(), call.context.budget));
}

constexpr std::string_view pod =
    R"({"data": {"metadata": {"name": "a", "labels": {"app": "web", "env": "prod"}, "x": null}}})";

constexpr Example exists_examples[] = {{R"({"@exists": "$.metadata.name"})", "", "true", pod},
                                       {R"({"@exists": "$.metadata.x"})", "", "false", pod}};
constexpr Example isnil_examples[] = {{R"({"@isnil": "$.metadata.namespace"})", "", "true", pod}};
constexpr Example dict_examples[] = {{R"({"@dict": "$.metadata.labels"})", "", R"({"app": "web", "env": "prod"})", pod},
                                     {R"({"@dict": [1]})", "", "error"}};
constexpr Example selector_examples[] = {
    {R"({"@selector": [{app: web}, "$.metadata.labels"]})", "", "true", pod},
    {R"({"@selector": [{matchExpressions: [{key: env, operator: NotIn, values: [prod]}]}, "$.metadata.labels"]})", "",
     "false", pod}};
constexpr std::string_view exists_aliases[] = {"@has"};

}  // namespace

std::span<const Function> object_operators() {
  static constexpr Function all[] = {
      {.kind = "operator",
       .signature = "@exists(value: any) -> boolean",
       .summary = "Whether a value is there and not null.",
       .aliases = exists_aliases,
       .examples = exists_examples,
       .call = exists},
      {.kind = "operator",
       .signature = "@isnil(value: any) -> boolean",
       .summary = "Whether a value is null or missing.",
       .examples = isnil_examples,
       .call = is_nil},
      {.kind = "operator",
       .signature = "@dict(map: map) -> map",
       .summary = "The map itself; an error for all else.",
       .examples = dict_examples,
       .call = as_dict},
      {.kind = "operator",
       .signature = "@selector(selector: map, labels: map) -> boolean",
       .summary = "Whether a Kubernetes label selector matches labels.",
       .details = "The selector is a map of labels, or has `matchLabels` and `matchExpressions` (In, NotIn, Exists, "
                  "DoesNotExist). False when either is null.",
       .until = "2026",
       .examples = selector_examples,
       .call = selects},
  };
  return all;
}

}  // namespace evalground::dcontroller
