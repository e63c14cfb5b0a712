// Functions as values: a method bound to its value, or a global.
#pragma once

#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/object.hpp"

namespace evalground::jinja2 {

// A method bound to its value, or a global function.
class FunctionObject final : public TemplateObject {
 public:
  FunctionObject(Evaluator& evaluator, const FunctionCatalogue::Entry& entry_, Value self_ = {})
      : TemplateObject(evaluator), entry(entry_), self(std::move(self_)) {}
  const FunctionCatalogue::Entry& entry;
  const Value self;  // absent: a global

  std::string_view type_name() const override;
  std::optional<Value> attribute(Evaluator& evaluator, std::string_view name) override;
  bool is_callable() const override { return true; }
  Value call(Evaluator& evaluator, const Arguments& arguments) override;
  std::string text(Evaluator& evaluator) override;
  // What a method is that was probably meant as a key or as a call; empty for a function.
  std::string hint_at_method(Evaluator& evaluator) const;

 private:
  void warn_of_text(Evaluator& evaluator) const;
};

}  // namespace evalground::jinja2
