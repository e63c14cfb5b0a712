// Macros as values: a definition, and the frame in which it was executed.
#pragma once

#include "dialects/jinja2/execution/frame.hpp"
#include "dialects/jinja2/runtime/object.hpp"

namespace evalground::jinja2 {

class MacroObject;

// Runs the body of a macro when it is called as a function.
class MacroRunner {
 public:
  virtual Value call_macro(const MacroObject& macro, const Arguments& arguments) = 0;

 protected:
  ~MacroRunner() = default;
};

class MacroObject final : public TemplateObject {
 public:
  MacroObject(Evaluator& evaluator, MacroRunner& runner, const MacroDefinition& definition_, Ref<Frame> frame_,
              bool escapes_)
      : TemplateObject(evaluator),
        definition(definition_),
        frame(std::move(frame_)),
        escapes(escapes_),
        runner_(runner) {}
  const MacroDefinition& definition;
  const Ref<Frame> frame;  // the frame of its definition
  const bool escapes;      // `autoescape` around its definition
  static constexpr std::string_view name = "Macro";

  std::string_view type_name() const override { return name; }
  std::string_view module() const override { return "jinja2.runtime"; }
  std::optional<Value> attribute(Evaluator&, std::string_view attribute) override;
  bool is_callable() const override { return true; }
  Value call(Evaluator& evaluator, const Arguments& arguments) override;
  std::string text(Evaluator& evaluator) override;

 private:
  MacroRunner& runner_;
};

}  // namespace evalground::jinja2
