// What a template gives where it is not text by itself: its nodes, as ansible-core does since 2.19.
//
//   {{ ports }}            one node, which is the result with its type     [80, 443]
//   {{ a }}{{ none }}      none is no node                                 a's value
//   port {{ port }}        several are made text and joined                "port 80"
//   {# nothing #}          no node                                         none
//
// Nodes are the stretches of text between tags and the value of each print tag. The same rule makes the value of every
// part that Jinja joins: a macro's body, a capture, a block.
#pragma once

#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/object.hpp"

namespace evalground::jinja2 {

// `omit`: a value that falls out of the lists and maps of a result.
class Omit final : public TemplateObject {
 public:
  explicit Omit(Evaluator& evaluator) : TemplateObject(evaluator) {}
  std::string_view type_name() const override { return "_OmitType"; }
  std::string text(Evaluator&) override { return "<<Omit>>"; }
  bool equals(const Object& other) const override { return dynamic_cast<const Omit*>(&other) != nullptr; }
};

bool is_omit(const Value& value);

// The value of a part of a template by its nodes, none among them being left out. Undefined where one of several is.
Value joined_nodes(Evaluator& evaluator, const List& nodes);

// The result of a whole template: what waits is evaluated, tuples are lists, what is `omit` falls out. Throws Error for
// what is undefined, has failed, or is of a type that no variable can have. `what`: "template" or "expression".
Value finalized(Evaluator& evaluator, const Value& value, std::string_view what = "template");

}  // namespace evalground::jinja2
