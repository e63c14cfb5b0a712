// What a dialect that is built on this one does in its own way; and that of the dialect itself.
#pragma once

#include <memory>
#include <string_view>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

struct Flavor {
  Options options;  // before those of the workspace
  // Where the names of `vars` lead, the workspace's or a copy of them. Both must outlive them.
  std::unique_ptr<Variables> (*variables)(const Context& context, const Map& vars);
  // Where the workspace's template looks for others.
  TemplateSearch (*search)(const Context& context);
  // Reads syntax options from the start of a template; null when the flavor has none.
  void (*take_header)(Evaluator& evaluator, SourceText& source, Syntax& syntax);
  // Renders a text, or gives the value that it stands for; null: as Jinja renders a template.
  Value (*render)(Evaluator& evaluator, SourceText source);
  // Whether a condition holds, a boolean; null: there are no conditions.
  Value (*condition)(Evaluator& evaluator, const Value& condition) = nullptr;
  // The value of an expression that is not text: its texts are templates; null: it must be text.
  Value (*evaluate)(Evaluator& evaluator, const Value& expression) = nullptr;
};

// Jinja's own.
const Flavor& plain();

}  // namespace evalground::jinja2
