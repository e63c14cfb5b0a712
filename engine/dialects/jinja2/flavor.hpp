// The flavors of the dialect, by the name that a workspace's option `flavor` has: the one place that says what a
// flavor means.
#pragma once

#include <memory>
#include <string_view>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// A text that is a template, and where it stands.
struct SourceText {
  std::string text;
  std::string name;
  Place place;
};

struct Flavor {
  std::string_view name;
  Options options;  // before those of the workspace
  FunctionSet (*functions)();
  // Where the names of `vars` lead, the workspace's or a copy of them. Both must outlive them.
  std::unique_ptr<Variables> (*variables)(const Context& context, const Map& vars);
  // Where the workspace's template looks for others.
  TemplateSearch (*search)(const Context& context);
  // Takes options of the syntax from the front of a text; null: there are none.
  void (*take_header)(Evaluator& evaluator, SourceText& source, Syntax& syntax);
  // Renders a text, or gives the value that it stands for; null: as Jinja renders a template.
  Value (*render)(Evaluator& evaluator, SourceText source);
  // Whether a condition holds, a boolean; null: there are no conditions.
  Value (*condition)(Evaluator& evaluator, const Value& condition) = nullptr;
  // The value of an expression that is no text: its texts are templates; null: it must be text.
  Value (*evaluate)(Evaluator& evaluator, const Value& expression) = nullptr;
  // Whether the workspace's files may bring filters and tests.
  bool has_plugins = false;
};

// The flavor that a workspace asks for. Throws Error "bad-options".
const Flavor& flavor_of(const Context& context);
const Flavor& flavor_of(const Map& options);

}  // namespace evalground::jinja2
