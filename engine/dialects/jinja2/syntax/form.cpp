#include "dialects/jinja2/syntax/form.hpp"

#include <algorithm>
#include <iterator>

namespace evalground::jinja2 {
namespace {

Form form_of_result(std::string_view type) {
  if (type == "boolean") return Form::boolean;
  if (type == "number" || type == "integer") return Form::number;
  if (type == "string") return Form::text;
  if (type == "list" || type == "iterator" || type == "tuple" || type == "view") return Form::list;
  if (type == "map") return Form::map;
  return Form::any;
}

Form form_of_constant(const Value& value) {
  if (value.kind() == Kind::boolean) return Form::boolean;
  if (value.is_null()) return Form::none;
  if (value.is_string()) return Form::text;
  return value.is_number() ? Form::number : Form::any;
}

// The form of a value that has either of two forms.
Form either(Form a, Form b) {
  return a == b ? a : Form::any;
}

// The form of the result of a method, regardless of its type.
Form form_of_method(std::string_view name) {
  constexpr std::string_view numbers[] = {"find", "rfind", "index", "rindex", "count"};
  constexpr std::string_view texts[] = {"upper", "lower", "strip", "lstrip", "rstrip", "replace", "title", "join"};
  constexpr std::string_view lists[] = {"keys", "values", "items", "split", "splitlines"};
  constexpr std::string_view booleans[] = {"startswith", "endswith", "isdigit", "isalpha", "islower", "isupper"};
  const auto holds = [&](const auto& names) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
  };
  return holds(numbers)    ? Form::number
         : holds(texts)    ? Form::text
         : holds(lists)    ? Form::list
         : holds(booleans) ? Form::boolean
                           : Form::any;
}

Form form_of_filter(const Application& node, Budget& budget) {
  const auto argument = [&](std::size_t index) -> const Expression* {
    return index < node.arguments.positional.size() ? node.arguments.positional[index] : nullptr;
  };
  if (node.name == "default" || node.name == "d") {
    const Form fallback = argument(0) == nullptr ? Form::text : form_of(*argument(0), budget);
    // A boolean default says nothing about the form of the value that it replaces.
    return fallback == Form::boolean || fallback == Form::none ? Form::any : fallback;
  }
  if (node.name == "ternary" && argument(0) != nullptr && argument(1) != nullptr) {
    return either(form_of(*argument(0), budget), form_of(*argument(1), budget));
  }
  if (node.name == "bool") return Form::boolean;
  return node.entry == nullptr ? Form::any : form_of_result(node.entry->signature.returns);
}

}  // namespace

std::string_view form_name(Form form) {
  switch (form) {
    case Form::number: return "a number";
    case Form::text: return "a text";
    case Form::list: return "a list";
    case Form::map: return "a dict";
    case Form::none: return "none";
    default: return "a value";
  }
}

const Value* constant_of(const Expression* expression) {
  if (expression == nullptr || expression->kind != ExpressionKind::constant) return nullptr;
  return static_cast<const Constant*>(expression)->value;
}

Form form_of(const Expression& expression, Budget& budget) {
  const Depth depth = budget.enter();
  switch (expression.kind) {
    case ExpressionKind::constant: return form_of_constant(*static_cast<const Constant&>(expression).value);
    case ExpressionKind::list:
    case ExpressionKind::tuple: return Form::list;
    case ExpressionKind::map: return Form::map;
    case ExpressionKind::compare:
    case ExpressionKind::logical_not:
    case ExpressionKind::test: return Form::boolean;
    case ExpressionKind::concatenate: return Form::text;
    case ExpressionKind::minus:
    case ExpressionKind::plus:
    case ExpressionKind::subtract:
    case ExpressionKind::divide:
    case ExpressionKind::floor_divide:
    case ExpressionKind::power: return Form::number;
    case ExpressionKind::conditional: {
      const auto& node = static_cast<const Conditional&>(expression);
      return node.otherwise == nullptr ? Form::any
                                       : either(form_of(*node.value, budget), form_of(*node.otherwise, budget));
    }
    case ExpressionKind::logical_and:
    case ExpressionKind::logical_or: {
      const auto& node = static_cast<const Binary&>(expression);
      return either(form_of(*node.left, budget), form_of(*node.right, budget));
    }
    case ExpressionKind::filter: return form_of_filter(static_cast<const Application&>(expression), budget);
    case ExpressionKind::call: {
      const Expression& callee = *static_cast<const CallExpression&>(expression).callee;
      if (callee.kind == ExpressionKind::attribute) {
        return form_of_method(static_cast<const Attribute&>(callee).name->as_string());
      }
      const std::string_view name = callee.kind == ExpressionKind::name ? static_cast<const Name&>(callee).name : "";
      return name == "query" || name == "q" || name == "range" ? Form::list : Form::any;
    }
    default: return Form::any;
  }
}

}  // namespace evalground::jinja2
