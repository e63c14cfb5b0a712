// One evaluation of templates: the part that functions see, and the classes that run templates.
//
//   Composition          templates and blocks
//     StatementExecutor    bodies, loops, macros
//       ExpressionEvaluator   expressions
//         Evaluator              values, functions, the loader
//
// Each class uses those below it. Calls in the other direction go through narrow interfaces: Renderer,
// CompositionStatements and the runners of loops, macros and blocks.
#pragma once

#include <string>
#include <utility>

#include "dialects/jinja2/execution/composition.hpp"

namespace evalground::jinja2 {

class Interpreter final : public Renderer {
 public:
  // The references must outlive the interpreter, and the interpreter all TemplateObjects made by it.
  Interpreter(Context& context, Options options, Variables& variables, FunctionSet functions)
      : evaluator(context, std::move(options), variables, std::move(functions), *this),
        expressions_(evaluator),
        composition_(evaluator, expressions_, statements_, frames_),
        statements_(evaluator, expressions_, frames_, composition_) {}

  Evaluator evaluator;

  // Records the output of the first template that is rendered; null: not recorded.
  TextMap* text_map = nullptr;

  // A text, or with `options.native` a value.
  Value render(Template& source, const Map* more = nullptr) override;
  // The text that render() gives without native types, and whether it is sensitive.
  std::pair<std::string, bool> render_text(Template& source);
  const std::unordered_map<OriginId, StatementKind>& passed() const { return statements_.passed(); }

 private:
  ExpressionEvaluator expressions_;
  Composition composition_;
  StatementExecutor statements_;
  FrameRegistry frames_;  // last member: emptied before everything else is destroyed
};

}  // namespace evalground::jinja2
