// The result of a template as its nodes instead of text, as in ansible-core since 2.19.
//
//   {{ ports }}            one node: the result keeps its type         [80, 443]
//   {{ a }}{{ none }}      none does not count as a node               the value of a
//   port {{ port }}        several nodes are converted and joined      "port 80"
//   {# nothing #}          no node                                     none
//
// Nodes are the texts between tags and the value of each print tag. The same rule applies to every part that Jinja
// joins: the body of a macro, a capture, a block.
#pragma once

#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/object.hpp"

namespace evalground::jinja2 {

// The value `omit`: it is removed from the lists and maps of a result.
class Omit final : public TemplateObject {
 public:
  explicit Omit(Evaluator& evaluator) : TemplateObject(evaluator) {}
  std::string_view type_name() const override { return "_OmitType"; }
  std::string text(Evaluator&) override { return "<<Omit>>"; }
  bool equals(const Object& other) const override { return dynamic_cast<const Omit*>(&other) != nullptr; }
};

bool is_omit(const Value& value);

// The value of the nodes of a part of a template, omitting None. Undefined if one of several is
// undefined.
Value joined_nodes(Evaluator& evaluator, const List& nodes);

// The result of a whole template: lazy values are evaluated, tuples become lists, `omit` is removed. Throws Error for
// values that are undefined, failed, or of a type that a variable cannot have. `what`: "template" or "expression".
Value finalized(Evaluator& evaluator, const Value& value, std::string_view what = "template");

}  // namespace evalground::jinja2
