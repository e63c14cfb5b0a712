// The points in which a dialect that extends this one differs from Jinja, and Jinja's own flavor.
#pragma once

#include <memory>
#include <string_view>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

struct Flavor {
  Options options;  // defaults for those of the workspace
  // Makes the variables from `vars`, the workspace's or a copy. Both arguments must outlive them.
  std::unique_ptr<Variables> (*variables)(const Context& context, const Map& vars);
  // The search path of the workspace's template.
  TemplateSearch (*search)(const Context& context);
  // Reads syntax options from the start of a template. Null when the flavor has no such header.
  void (*take_header)(Evaluator& evaluator, SourceText& source, Syntax& syntax);
  // Renders a text, or gives the value that it stands for. Null: renders a template as Jinja does.
  Value (*render)(Evaluator& evaluator, SourceText source);
  // Evaluates a condition to a boolean. Null when the flavor has no conditions.
  Value (*condition)(Evaluator& evaluator, const Value& condition) = nullptr;
  // Evaluates an expression that is not text, whose strings are templates. Null: the expression must be text.
  Value (*evaluate)(Evaluator& evaluator, const Value& expression) = nullptr;
};

// Plain Jinja.
const Flavor& plain();

}  // namespace evalground::jinja2
